/// One action's way through the engine, and what came of it.
public struct Step<Action: Sendable>: Sendable {
  /// Who sent an action.
  public enum Origin: Sendable, Equatable {
    /// The owner of the store: a person, a script or a test.
    case owner
    /// An effect: a follow-up, or a reply of asynchronous work.
    case effect(name: String, number: Int?)
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
  public internal(set) var outcome: Outcome = .reduced
  /// The asynchronous effects that this action started, in the order in which they begin.
  public internal(set) var started: [RunningEffect<Action>] = []
  /// The numbers of the effects that this action cancelled, in ascending order.
  public internal(set) var cancelled: [Int] = []

  /// The actions that waited in the queue and will not be reduced, because this action cancelled
  /// the effect, or ended the feature, that sent them.
  public internal(set) var dropped: [Action] = []

  /// Set where the feature asked to be dismissed and nothing around it can.
  var dismissedRoot = false
  /// The tickets of the queued actions that are settled: reduced or dropped.
  var settled: [Int] = []
}

/// An asynchronous effect that was started and has not finished.
public struct RunningEffect<Action: Sendable>: Sendable {
  /// Effects are numbered from 1 in the order in which they are started.
  public let number: Int
  /// The action that started it.
  public let action: Action
  /// The number of that action.
  public let actionNumber: Int

  let operation: EffectOperation<Action>
  let scope: EffectScope
  let keys: [CancelKey]

  public var name: String { operation.name }

  /// Whether being idle does not wait for it.
  public var isBackground: Bool { operation.isBackground }
}

/// An id, in the scope in which it counts.
struct CancelKey: Hashable, Sendable {
  let scope: EffectScope
  let id: AnyID
}
