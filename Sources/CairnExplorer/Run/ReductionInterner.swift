import Cairn
import CairnApp
import CairnDump

/// Numbers the states and actions of reductions that returned effects.
@usableFromInline
final class ReductionInterner<State: Hashable, Action> {
  private var states: [State: Int] = [:]
  private let actions: any ActionNumbers<Action>
  private var inputs: [DeclaredIdentity: Int] = [:]
  private var resumers: [NamedResumer: Int] = [:]
  private var instances = 0
  private var screens: [Int: [String]] = [:]
  private let canonicalState: (@Sendable (State) -> State)?
  private let generations: StackGenerations

  /// - Parameter canonicalState: equivalent states have one number; an effect from one of them continues as
  ///   an effect from another.
  @usableFromInline
  init(
    canonicalState: (@Sendable (State) -> State)?, collectingBy generations: StackGenerations
  ) {
    func numbers<Value: Hashable>(_ type: Value.Type) -> any ActionNumbers<Action> {
      HashableActions<Action, Value>()
    }
    self.canonicalState = canonicalState
    self.generations = generations
    actions = (Action.self as? any Hashable.Type).map { numbers($0) } ?? DumpedActions<Action>()
  }

  /// - Parameters:
  ///   - seen: the answers and the values of memory that the reducer received.
  ///   - after: the state after the reduction. An effect can know the ids of the screens that the reduction has
  ///     pushed.
  func identity(
    of state: State, _ action: Action, seeing seen: [AnyID], leadingTo after: State
  ) -> ReductionIdentity {
    let state = canonicalState?(state) ?? state
    var generations: [UInt64] = []
    let action = actions.number(of: action) { hash in
      // A look-up may hash a value twice.
      generations =
        self.generations.found {
          _ = state.hashValue
          hash()
          _ = seen.hashValue
        }.values
    }
    generations += self.generations(in: canonicalState?(after) ?? after)
      .filter { [generations] in !generations.contains($0) }
    let key = ReductionKey(state: number(of: state), action: action, seen: seen)
    return ReductionIdentity(key: key, generations: generations)
  }

  /// The stack generations in a value.
  func generations(in value: some Hashable) -> [UInt64] {
    generations.found { _ = value.hashValue }.values
  }

  func number(of input: DeclaredIdentity) -> Int {
    if let number = inputs[input] { return number }
    defer { inputs[input] = inputs.count }
    return inputs.count
  }

  func number(of resumer: NamedResumer) -> Int {
    if let number = resumers[resumer] { return number }
    defer { resumers[resumer] = resumers.count }
    return resumers.count
  }

  func number(of state: State) -> Int {
    if let number = states[state] { return number }
    defer { states[state] = states.count }
    return states.count
  }

  func number(of action: Action) -> Int { actions.number(of: action) { $0() } }

  /// The ids of the screens of an effect, computed once.
  func screens(of instance: Int, _ compute: () -> [String]) -> [String] {
    if let known = screens[instance] { return known }
    let result = compute()
    screens[instance] = result
    return result
  }

  /// A number for an effect that a reduction has started.
  func makeInstance() -> Int {
    instances += 1
    return instances
  }
}

/// Numbers actions, equal ones equally.
private protocol ActionNumbers<Action>: AnyObject {
  associatedtype Action

  /// - Parameter collect: receives a function that hashes the action once, so that the stack generations in it
  ///   can be collected, and calls it.
  func number(of action: Action, _ collect: (_ hash: () -> Void) -> Void) -> Int
}

/// Actions that are `Hashable`.
private final class HashableActions<Action, Value: Hashable>: ActionNumbers {
  private var numbers: [Value: Int] = [:]

  func number(of action: Action, _ collect: (_ hash: () -> Void) -> Void) -> Int {
    guard let value = action as? Value else { fatalError("\(Action.self) is not \(Value.self)") }
    collect { _ = value.hashValue }
    if let number = numbers[value] { return number }
    defer { numbers[value] = numbers.count }
    return numbers.count
  }
}

/// Actions that are not `Hashable`: those with the same text are compared, secrets included.
private final class DumpedActions<Action>: ActionNumbers {
  private var numbers: [String: [(action: Action, number: Int)]] = [:]
  private var count = 0

  func number(of action: Action, _ collect: (_ hash: () -> Void) -> Void) -> Int {
    var text = ""
    // A dump counts as a hash.
    collect { text = dumpedOnOneLine(action) }
    let known = numbers[text]?.first { difference(from: $0.action, to: action) == nil }
    if let known { return known.number }
    count += 1
    numbers[text, default: []].append((action, count))
    return count
  }
}
