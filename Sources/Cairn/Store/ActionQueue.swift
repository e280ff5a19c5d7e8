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
  /// Who has sent it. What there is to say of an effect is not copied with every action.
  @usableFromInline
  enum Sender: Sendable {
    /// The owner, by the `send` that it all began with.
    case owner(Step<Action>.Origin, root: Int)
    case effect(RunningEffect<Action>)
    indirect case followUp(EffectContext<Action>)
  }

  @usableFromInline package let action: Action
  @usableFromInline let sender: Sender
  /// Who waits until it is reduced or dropped.
  @usableFromInline let waiter: Waiter?

  @inlinable
  init(action: Action, sender: Sender, waiter: Waiter? = nil) {
    self.action = action
    self.sender = sender
    self.waiter = waiter
  }

  @inlinable
  package var origin: Step<Action>.Origin {
    switch sender {
    case .owner(let origin, _): origin
    case .effect(let effect): .effect(name: effect.name, number: effect.number)
    case .followUp: .followUp
    }
  }

  /// The owner's `send` that it all began with.
  @inlinable
  var root: Int {
    switch sender {
    case .owner(_, let root): root
    case .effect(let effect): effect.terms.root
    case .followUp(let context): context.terms.root
    }
  }

  /// Of the effect that sent it; `nil` for an action of the owner.
  @inlinable
  var terms: EffectTerms? {
    switch sender {
    case .owner: nil
    case .effect(let effect): effect.terms
    case .followUp(let context): context.terms
    }
  }

  /// The concatenation that waits for it. For an asynchronous effect that is not each of its
  /// actions, but the effect as a whole.
  @inlinable
  var sequence: Int? {
    switch sender {
    case .owner, .effect: nil
    case .followUp(let context): context.terms.sequence
    }
  }

  /// The action that brought it about: its follow-up, or a reply of an effect that it started.
  @inlinable
  package var cause: (action: Action, number: Int)? {
    switch sender {
    case .owner: nil
    case .effect(let effect): (effect.action, effect.actionNumber)
    case .followUp(let context): (context.action, context.terms.actionNumber)
    }
  }

  /// The feature that sent it; `nil` for the owner and the root feature, which never end.
  @inlinable
  var scope: EffectScope? {
    guard let scope = terms?.scope, !scope.isRoot else { return nil }
    return scope
  }
}
