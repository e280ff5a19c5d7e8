/// Resumes an effect after its action was reduced or dropped. The code that takes the action out of the
/// mailbox or the queue resumes it, exactly once.
///
/// Not a checked continuation: its layout is only known at run time, and with it the layout of every
/// queued action.
@safe @usableFromInline struct SendContinuation: Sendable {
  @usableFromInline let continuation: UnsafeContinuation<Void, Never>

  @inlinable init(_ continuation: UnsafeContinuation<Void, Never>) {
    unsafe self.continuation = unsafe continuation
  }

  @inlinable func resume() { unsafe continuation.resume() }
}

/// An action that waits to be reduced, or a dismissal that waits for the actions before it.
@usableFromInline package struct QueuedAction<Action: Sendable>: Sendable {
  @usableFromInline enum Sender: Sendable {
    /// The owner. `root` numbers the originating `send`.
    case owner(Step<Action>.Origin, root: Int)
    case effect(RunningEffect<Action>)
    indirect case followUp(EffectContext<Action>)
  }

  /// For a dismissal, the action that returned the effect: the feature to dismiss received it.
  @usableFromInline package let action: Action
  @usableFromInline package let isDismissal: Bool
  @usableFromInline let sender: Sender
  @usableFromInline let waiter: SendContinuation?

  @inlinable init(
    action: Action, sender: Sender, isDismissal: Bool = false, waiter: SendContinuation? = nil
  ) {
    self.action = action
    self.isDismissal = isDismissal
    self.sender = sender
    self.waiter = waiter
  }

  @inlinable package var origin: Step<Action>.Origin {
    switch sender {
    case .owner(let origin, _): origin
    case .effect(let effect): .effect(name: effect.name, number: effect.number)
    case .followUp: isDismissal ? .effect(name: "dismiss", number: nil) : .followUp
    }
  }

  /// The number of operators between the root and the feature that it belongs to.
  @inlinable package var depth: Int { metadata?.scope.components.count ?? 0 }

  /// The number of the owner's `send` that caused this action.
  @inlinable var root: Int {
    switch sender {
    case .owner(_, let root): root
    case .effect(let effect): effect.metadata.root
    case .followUp(let context): context.metadata.root
    }
  }

  /// The metadata of the effect that sent it; `nil` for an action of the owner.
  @inlinable var metadata: EffectMetadata? {
    switch sender {
    case .owner: nil
    case .effect(let effect): effect.metadata
    case .followUp(let context): context.metadata
    }
  }

  /// The concatenation that waits for this action. An asynchronous effect is waited for as a whole,
  /// not by its actions.
  @inlinable var sequence: Int? {
    switch sender {
    case .owner, .effect: nil
    case .followUp(let context): context.metadata.sequence
    }
  }

  /// The action that returned the effect that sent this action.
  @inlinable package var cause: (action: Action, number: Int)? {
    switch sender {
    case .owner: nil
    case .effect(let effect): (effect.action, effect.actionNumber)
    case .followUp(let context): (context.action, context.metadata.actionNumber)
    }
  }
}
