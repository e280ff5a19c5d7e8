import Cairn

/// What was cancelled or dropped, and by which action.
struct Cancellations<Action: Sendable> {
  private(set) var effects: [(effect: RunningEffect<Action>, by: Action)] = []
  private(set) var dropped: [(action: Action, by: Action)] = []

  /// - Parameter running: what was in flight before.
  mutating func append(_ step: Step<Action>, of running: [RunningEffect<Action>]) {
    let cancelled = Set(step.changes.cancelled)
    for effect in running where cancelled.contains(effect.number) {
      effects.append((effect, step.action))
    }
    for action in step.changes.dropped { dropped.append((action, step.action)) }
  }
}
