/// An action or a dismissal that the store has processed, and its consequences.
public struct Step<Action: Sendable>: Sendable {
  /// The sender of an action.
  public enum Origin: Sendable, Equatable {
    /// The owner of the store: a person, a script or a test.
    case owner
    /// A record of an earlier run.
    case replay
    /// An effect: a follow-up, or a reply of asynchronous work.
    case effect(name: String, number: Int?)

    @inlinable static var followUp: Self { .effect(name: "send", number: nil) }
  }

  /// The outcome of an action.
  public enum Outcome: Sendable, Equatable {
    /// A reducer received the action.
    case reduced
    /// The feature that received the action was dismissed by an effect of that action; see
    /// ``Effect/dismiss``. No reducer ran.
    case dismissed
    /// The screen that the action is for does not exist. The state was not changed, unless a reducer has removed
    /// the screen before that of the screen ran.
    case undelivered(_Kernel.MissingRecipient)
  }

  /// Actions and dismissals are numbered from 1 in the order in which they are processed.
  public let number: Int
  /// The action; of a dismissal, the action whose effect dismissed.
  public let action: Action
  /// The sender.
  public let origin: Origin
  @usableFromInline package let isDismissal: Bool

  @inlinable init(number: Int, _ entry: QueuedAction<Action>) {
    self.number = number
    action = entry.action
    origin = entry.origin
    isDismissal = entry.isDismissal
  }

  /// The outcome of the action.
  @inlinable public var outcome: Outcome {
    if let missing = changes.missing { return .undelivered(missing) }
    return isDismissal ? .dismissed : .reduced
  }

  /// The effects that this action started and cancelled, and the actions that it dropped.
  public var changes = EffectChanges<Action>()
}

/// The effects to start and to cancel after an event.
public struct EffectChanges<Action: Sendable>: Sendable {
  /// The asynchronous effects to start, in this order.
  public var started: [RunningEffect<Action>] = []

  /// The numbers of the effects to cancel, in ascending order.
  public var cancelled: [Int] = []

  /// The queued actions that will not be reduced, because the effect that sent them was cancelled or their
  /// feature was removed, or because a state was restored.
  public var dropped: [Action] = []

  /// Whether effects to cancel or throttle were looked for, even if none was found. Also true after each action while a
  /// child has effects.
  package var cancels = false

  /// The continuations of effects whose actions were reduced or dropped.
  @usableFromInline var waiters: [SendContinuation] = []

  /// Set if the action was for a screen that does not exist.
  @usableFromInline var missing: _Kernel.MissingRecipient?

  /// Set if an effect belongs to a feature that no operator of the reducer makes: the position of its
  /// case path.
  @usableFromInline package var unknownFeature: String?

  /// Set if a feature was to be dismissed and nothing around it can dismiss it.
  @usableFromInline package var dismissedRoot = false

  @inlinable init() {}

  @inlinable var hasIssues: Bool { dismissedRoot || unknownFeature != nil || missing != nil }

  /// A cancelled effect that has not begun does not begin.
  mutating func cancel(_ effects: [RunningEffect<Action>]) {
    guard !effects.isEmpty else { return }
    let numbers = effects.map { $0.number }
    let fresh = Set(started.map { $0.number }).intersection(numbers)
    started.removeAll { fresh.contains($0.number) }
    cancelled = (cancelled + numbers.filter { !fresh.contains($0) }).sorted()
  }

  mutating func drop(_ entries: [QueuedAction<Action>]) {
    for entry in entries {
      if !entry.isDismissal { dropped.append(entry.action) }
      if let waiter = entry.waiter { waiters.append(waiter) }
    }
  }
}

/// An event of a store, for an observer: a log, a journal, a tool.
public enum StoreEvent<Action: Sendable>: Sendable {
  /// An action was reduced, or could not be delivered.
  case step(Step<Action>)
  /// An effect ended by itself; the changes contain the effects that start after it.
  case finished(RunningEffect<Action>, EffectChanges<Action>)
  /// Effects were cancelled by the owner, with a task handle or a restored state, or by an effect.
  case cancelled(EffectChanges<Action>)

  /// The effects that were started and cancelled by this event.
  @inlinable public var changes: EffectChanges<Action> {
    switch self {
    case .step(let step): step.changes
    case .finished(_, let changes), .cancelled(let changes): changes
    }
  }

  /// The step, if this event is one.
  @inlinable public var step: Step<Action>? {
    if case .step(let step) = self { step } else { nil }
  }
}
