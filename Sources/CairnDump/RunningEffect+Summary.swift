import Cairn

extension RunningEffect {
  /// Its name, its number, and the action that started it: `"save" (effect 1, started by action 3:
  /// .saveTapped)`.
  package var summary: String {
    "\"\(name)\" (effect \(number), started by action \(actionNumber): \(dumped(action, upTo: 2_000)))"
  }
}
