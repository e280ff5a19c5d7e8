/// One action's way through the engine, and what came of it.
public struct Step<Action: Sendable>: Sendable {
  /// Who sent an action.
  public enum Origin: Sendable, Equatable {
    /// The owner of the store: a person, a script or a test.
    case owner
    /// A record of an earlier run, played again.
    case replay
    /// An effect: a follow-up, or a reply of asynchronous work.
    case effect(name: String, number: Int?)

    @inlinable static var followUp: Self { .effect(name: "send", number: nil) }
  }

  /// What became of an action.
  public enum Outcome: Sendable, Equatable {
    case reduced
    /// Nothing was changed: the screen that the action is for is not there.
    case undelivered(MissingRecipient)
  }

  /// Actions are numbered from 1 in the order in which they are taken up.
  public let number: Int
  public let action: Action
  public let origin: Origin
  @inlinable
  init(number: Int, action: Action, origin: Origin) {
    self.number = number
    self.action = action
    self.origin = origin
  }

  /// What became of the action.
  @inlinable
  public var outcome: Outcome {
    if let missing = changes.missing { .undelivered(missing) } else { .reduced }
  }

  /// The effects that this action started and cancelled, and the actions that it dropped.
  public var changes = EffectChanges<Action>()
}

/// Something that happened in a store, for whoever looks on: a log, a journal, a tool.
public enum StoreEvent<Action: Sendable>: Sendable {
  /// An action was reduced, or could not be delivered.
  case step(Step<Action>)
  /// An effect has ended by itself; what was to come after it has started.
  case finished(RunningEffect<Action>, EffectChanges<Action>)
  /// Effects were cancelled from outside: by a task handle, or because the state was restored.
  case cancelled(EffectChanges<Action>)

  /// The effects that were started and cancelled, whatever it was that happened.
  @inlinable
  public var changes: EffectChanges<Action> {
    switch self {
    case .step(let step): step.changes
    case .finished(_, let changes), .cancelled(let changes): changes
    }
  }

  /// The action, if it was one.
  @inlinable
  public var step: Step<Action>? {
    if case .step(let step) = self { step } else { nil }
  }
}
