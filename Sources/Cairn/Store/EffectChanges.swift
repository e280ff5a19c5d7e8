/// What is to be done about effects after something has happened.
public struct EffectChanges<Action: Sendable>: Sendable {
  /// The asynchronous effects to start, in this order.
  public var started: [RunningEffect<Action>] = []

  /// The numbers of the effects to cancel, in ascending order.
  public var cancelled: [Int] = []

  /// The actions that waited in the queue and will not be reduced, because the effect that sent
  /// them was cancelled, or the feature ended.
  public var dropped: [Action] = []

  /// Those who wait for queued actions that are settled: reduced or dropped.
  @usableFromInline var settled: [Waiter] = []

  /// Set where the action was for a screen that is not there.
  @usableFromInline var missing: MissingRecipient?

  /// Set where the feature asked to be dismissed and nothing around it can.
  @usableFromInline package var dismissedRoot = false

  @inlinable
  init() {}

  /// Notes effects that were cancelled. One that was to start just now never begins.
  @inlinable
  mutating func cancel(_ effects: [RunningEffect<Action>]) {
    guard !effects.isEmpty else { return }
    let numbers = effects.map(\.number)
    let fresh = Set(started.map(\.number)).intersection(numbers)
    started.removeAll { fresh.contains($0.number) }
    cancelled = (cancelled + numbers.filter { !fresh.contains($0) }).sorted()
  }
}

/// An asynchronous effect that was started and has not finished.
///
/// A class, because it is passed around often and is large.
public final class RunningEffect<Action: Sendable>: Sendable {
  /// Effects are numbered from 1 in the order in which they are started.
  public let number: Int

  /// The action that started it.
  public let action: Action

  @usableFromInline let operation: EffectOperation<Action>
  /// Apart from the action: what ends an object of a generic type looks up the generic types that
  /// it holds.
  @usableFromInline let terms: EffectTerms

  @inlinable
  public var name: String { operation.name }

  @inlinable
  init(number: Int, operation: EffectOperation<Action>, context: EffectContext<Action>) {
    self.number = number
    self.operation = operation
    action = context.action
    terms = context.terms
  }

  @inlinable
  var context: EffectContext<Action> { EffectContext(action: action, terms: terms) }

  /// Which of the effects that the action returned: the way down to it through those that go on
  /// together and those that follow each other.
  @inlinable
  package var place: [Int] { terms.place }

  /// The number of that action.
  @inlinable
  public var actionNumber: Int { terms.actionNumber }

  /// Whether being idle does not wait for it.
  @inlinable
  public var isBackground: Bool { operation.isBackground }
}
