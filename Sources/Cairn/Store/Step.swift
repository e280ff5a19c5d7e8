/// An action that the store has processed, and its consequences.
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

  public enum Outcome: Sendable, Equatable {
    case reduced
    /// The state was not changed, because the screen that the action is for does not exist.
    case undelivered(MissingRecipient)
  }

  /// Actions are numbered from 1 in the order in which they are processed.
  public let number: Int
  public let action: Action
  public let origin: Origin

  @inlinable init(number: Int, action: Action, origin: Origin) {
    self.number = number
    self.action = action
    self.origin = origin
  }

  @inlinable public var outcome: Outcome {
    if let missing = changes.missing { .undelivered(missing) } else { .reduced }
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

  /// The queued actions that will not be reduced, because the effect that sent them was cancelled or
  /// their feature was removed.
  public var dropped: [Action] = []

  /// The continuations of effects whose actions were reduced or dropped.
  @usableFromInline var settled: [SendContinuation] = []

  /// Set if the action was for a screen that does not exist.
  @usableFromInline var missing: MissingRecipient?

  /// Set if an effect belongs to a feature that no operator of the reducer makes: the position of its
  /// case path.
  @usableFromInline var unknownFeature: String?

  /// Set if the feature returned `.dismiss` and nothing around it can dismiss it.
  @usableFromInline package var dismissedRoot = false

  @inlinable init() {}

  /// Adds cancelled effects. One that was to be started now is not started.
  @inlinable mutating func cancel(_ effects: [RunningEffect<Action>]) {
    guard !effects.isEmpty else { return }
    let numbers = effects.map(\.number)
    let fresh = Set(started.map(\.number)).intersection(numbers)
    started.removeAll { fresh.contains($0.number) }
    cancelled = (cancelled + numbers.filter { !fresh.contains($0) }).sorted()
  }

  /// Adds dropped actions.
  @inlinable mutating func drop(_ entries: [QueuedAction<Action>]) {
    for entry in entries {
      dropped.append(entry.action)
      if let waiter = entry.waiter { settled.append(waiter) }
    }
  }
}

/// An event of a store, for an inspector: a log, a journal, a tool.
public enum StoreEvent<Action: Sendable>: Sendable {
  /// An action was reduced, or could not be delivered.
  case step(Step<Action>)
  /// An effect ended by itself; the changes contain the effects that start after it.
  case finished(RunningEffect<Action>, EffectChanges<Action>)
  /// The owner cancelled effects: by a task handle, or by restoring a state.
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
