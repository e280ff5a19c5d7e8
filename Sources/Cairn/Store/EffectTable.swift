/// The effects in flight, found by number, by cancel key and by scope.
struct EffectTable<Action: Sendable> {
  private var byNumber: [Int: RunningEffect<Action>] = [:]
  private var byKey: [CancelKey: Set<Int>] = [:]
  private var byScope: [EffectScope: Set<Int>] = [:]
  private var lastNumber = 0

  private(set) var foregroundCount = 0

  var isEmpty: Bool { byNumber.isEmpty }

  var all: [RunningEffect<Action>] { byNumber.values.sorted { $0.number < $1.number } }

  subscript(number: Int) -> RunningEffect<Action>? { byNumber[number] }

  mutating func insert(
    _ operation: EffectOperation<Action>, startedBy action: Action, _ actionNumber: Int,
    scope: EffectScope, keys: [CancelKey]
  ) -> RunningEffect<Action> {
    lastNumber += 1
    let effect = RunningEffect(
      number: lastNumber, action: action, actionNumber: actionNumber, operation: operation,
      scope: scope, keys: keys)
    byNumber[lastNumber] = effect
    byScope[scope, default: []].insert(lastNumber)
    for key in keys { byKey[key, default: []].insert(lastNumber) }
    if !effect.isBackground { foregroundCount += 1 }
    return effect
  }

  mutating func remove(_ number: Int) {
    guard let effect = byNumber.removeValue(forKey: number) else { return }
    byScope[effect.scope]?.remove(number)
    if byScope[effect.scope]?.isEmpty == true { byScope[effect.scope] = nil }
    for key in effect.keys {
      byKey[key]?.remove(number)
      if byKey[key]?.isEmpty == true { byKey[key] = nil }
    }
    if !effect.isBackground { foregroundCount -= 1 }
  }

  /// Removes the effects with a key and returns their numbers, ascending.
  mutating func removeAll(with key: CancelKey) -> [Int] {
    removeAll(byKey[key] ?? [])
  }

  /// Removes the effects of the scopes that meet a condition, which is asked once a scope, and
  /// returns their numbers, ascending.
  mutating func removeAll(where ended: (EffectScope) -> Bool) -> [Int] {
    removeAll(byScope.filter { ended($0.key) }.values.flatMap { $0 })
  }

  private mutating func removeAll(_ numbers: some Collection<Int>) -> [Int] {
    let numbers = numbers.sorted()
    for number in numbers { remove(number) }
    return numbers
  }
}
