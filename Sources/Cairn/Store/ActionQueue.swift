/// The actions that wait to be reduced, first in, first out, and the features that they came from.
struct ActionQueue<Action: Sendable> {
  private var entries = Queue<QueuedAction<Action>>()
  /// How many actions of each feature wait, those of the root aside: it never ends.
  private var counts: [EffectScope: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }

  var actions: [Action] { entries.contents.map(\.action) }

  var scopes: some Collection<EffectScope> { counts.keys }

  func contains(root: Int) -> Bool { entries.contents.contains { $0.root == root } }

  mutating func append(_ entry: QueuedAction<Action>) {
    entries.append(entry)
    if let scope = entry.scope { counts[scope, default: 0] += 1 }
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
    guard let scope = entry.scope, let count = counts[scope] else { return }
    counts[scope] = count > 1 ? count - 1 : nil
  }
}

struct QueuedAction<Action: Sendable>: Sendable {
  let action: Action
  let origin: Step<Action>.Origin
  /// The owner's `send` that it all began with.
  let root: Int
  /// Of the effect that sent it; `nil` for an action of the owner.
  var context: EffectContext<Action>?
  var ticket: Int?

  /// The feature that sent it; `nil` for the owner and the root feature, which never end.
  fileprivate var scope: EffectScope? {
    context.flatMap { $0.scope.isRoot ? nil : $0.scope }
  }
}
