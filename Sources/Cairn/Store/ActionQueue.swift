/// The actions that wait to be reduced, first in, first out, and the features that they came from.
@usableFromInline
struct ActionQueue<Action: Sendable> {
  @usableFromInline var entries = Queue<QueuedAction<Action>>()
  /// How many actions of each feature wait, those of the root aside: it never ends.
  @usableFromInline var counts: [EffectScope: Int] = [:]

  @inlinable
  var isEmpty: Bool { entries.isEmpty }

  @inlinable
  var actions: [Action] { entries.contents.map(\.action) }

  @inlinable
  var scopes: some Collection<EffectScope> { counts.keys }

  @inlinable
  func contains(root: Int) -> Bool { entries.contents.contains { $0.root == root } }

  @inlinable
  mutating func append(_ entry: QueuedAction<Action>) {
    entries.append(entry)
    if let scope = entry.scope { counts[scope, default: 0] += 1 }
  }

  @inlinable
  mutating func popFirst() -> QueuedAction<Action>? {
    guard let entry = entries.popFirst() else { return nil }
    discount(entry)
    return entry
  }

  /// Removes the entries that meet a condition and returns them, in order. O(n).
  @inlinable
  mutating func removeAll(
    where condition: (QueuedAction<Action>) -> Bool
  ) -> [QueuedAction<Action>] {
    let removed = entries.removeAll(where: condition)
    for entry in removed { discount(entry) }
    return removed
  }

  @inlinable
  mutating func discount(_ entry: QueuedAction<Action>) {
    guard let scope = entry.scope, let count = counts[scope] else { return }
    counts[scope] = count > 1 ? count - 1 : nil
  }
}

/// Who waits for an action that an effect has sent. Whoever takes the action out of the mailbox, and
/// then out of the queue, sees to it that this is resumed, once.
///
/// Not a checked continuation: its layout is only known at run time, and so would be that of every
/// action that is queued.
@usableFromInline
typealias Waiter = UnsafeContinuation<Void, Never>

/// An action that waits to be reduced.
@usableFromInline
package struct QueuedAction<Action: Sendable>: Sendable {
  @usableFromInline package let action: Action
  @usableFromInline package let origin: Step<Action>.Origin
  /// The owner's `send` that it all began with.
  @usableFromInline let root: Int
  /// Of the effect that sent it; `nil` for an action of the owner.
  @usableFromInline var context: EffectContext<Action>?
  /// Who waits until it is reduced or dropped.
  @usableFromInline let waiter: Waiter?

  @inlinable
  init(
    action: Action, origin: Step<Action>.Origin, root: Int, context: EffectContext<Action>? = nil,
    waiter: Waiter? = nil
  ) {
    self.action = action
    self.origin = origin
    self.root = root
    self.context = context
    self.waiter = waiter
  }

  /// The action that brought it about: its follow-up, or a reply of an effect that it started.
  @inlinable
  package var cause: (action: Action, number: Int)? {
    context.map { ($0.action, $0.actionNumber) }
  }

  /// The feature that sent it; `nil` for the owner and the root feature, which never end.
  @inlinable
  var scope: EffectScope? {
    context.flatMap { $0.scope.isRoot ? nil : $0.scope }
  }
}
