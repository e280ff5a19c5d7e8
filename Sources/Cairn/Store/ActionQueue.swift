/// The actions that wait to be reduced, first in, first out, and the features that they came from.
struct ActionQueue<Action: Sendable> {
  private var entries = Queue<QueuedAction<Action>>()
  /// How many actions of each feature wait, those of the root aside: it never ends.
  private var counts: [EffectScope: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }

  var actions: [Action] { entries.contents.map(\.action) }

  var scopes: some Collection<EffectScope> { counts.keys }

  mutating func append(_ entry: QueuedAction<Action>) {
    entries.append(entry)
    if !entry.scope.isRoot { counts[entry.scope, default: 0] += 1 }
  }

  mutating func popFirst() -> QueuedAction<Action>? {
    guard let entry = entries.popFirst() else { return nil }
    discount(entry)
    return entry
  }

  /// Removes the entries that meet a condition and returns them, in order. O(n).
  mutating func removeAll(
    where condition: (QueuedAction<Action>) -> Bool
  ) -> [QueuedAction<Action>] {
    let removed = entries.removeAll(where: condition)
    for entry in removed { discount(entry) }
    return removed
  }

  private mutating func discount(_ entry: QueuedAction<Action>) {
    guard let count = counts[entry.scope] else { return }
    counts[entry.scope] = count > 1 ? count - 1 : nil
  }
}

struct QueuedAction<Action: Sendable>: Sendable {
  let action: Action
  let origin: Step<Action>.Origin
  var scope = EffectScope()
  var keys: [CancelKey] = []
  var ticket: Int?
}
