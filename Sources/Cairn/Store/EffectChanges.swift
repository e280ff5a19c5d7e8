/// What is to be done about effects after something has happened.
public struct EffectChanges<Action: Sendable>: Sendable {
  /// The asynchronous effects to start, in this order.
  public internal(set) var started: [RunningEffect<Action>] = []

  /// The numbers of the effects to cancel, in ascending order.
  public internal(set) var cancelled: [Int] = []

  /// The actions that waited in the queue and will not be reduced, because the effect that sent
  /// them was cancelled, or the feature ended.
  public internal(set) var dropped: [Action] = []

  /// The tickets of the queued actions that are settled: reduced or dropped.
  var settled: [Int] = []

  /// Set where the action was for a screen that is not there.
  var missing: MissingRecipient?

  /// Set where the feature asked to be dismissed and nothing around it can.
  var dismissedRoot = false

  /// Notes effects that were cancelled. One that was to start just now never begins.
  mutating func cancel(_ effects: [RunningEffect<Action>]) {
    guard !effects.isEmpty else { return }
    let numbers = effects.map(\.number)
    let fresh = Set(started.map(\.number)).intersection(numbers)
    started.removeAll { fresh.contains($0.number) }
    cancelled = (cancelled + numbers.filter { !fresh.contains($0) }).sorted()
  }
}

/// An asynchronous effect that was started and has not finished.
public struct RunningEffect<Action: Sendable>: Sendable {
  /// Effects are numbered from 1 in the order in which they are started.
  public let number: Int

  var operation: EffectOperation<Action>
  let context: EffectContext<Action>

  public var name: String { operation.name }

  /// The action that started it.
  public var action: Action { context.action }

  /// The number of that action.
  public var actionNumber: Int { context.actionNumber }

  /// Whether being idle does not wait for it.
  public var isBackground: Bool { operation.isBackground }
}
