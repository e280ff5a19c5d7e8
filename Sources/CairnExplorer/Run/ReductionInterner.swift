import Cairn
import CairnApp
import CairnDump

/// Numbers the states and actions of reductions that returned effects.
@usableFromInline
final class ReductionInterner<State: Hashable, Action> {
  /// Numbers an action. `collect` receives a function that hashes the action once, so that the stack generations in it
  /// can be collected, and calls it.
  private typealias ActionNumber =
    (_ action: Action, _ collect: (_ hash: () -> Void) -> Void) -> Int

  private var states: [State: Int] = [:]
  private let actionNumber: ActionNumber
  /// The actions, if they are not `Hashable`.
  private let dumped: DumpedActions<Action>
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
    func hashed<Value: Hashable>(_ type: Value.Type) -> ActionNumber {
      var numbers: [Value: Int] = [:]
      return { action, collect in
        guard let value = action as? Value else {
          fatalError("\(Action.self) is not \(Value.self)")
        }
        collect { _ = value.hashValue }
        return numbers.number(of: value)
      }
    }
    self.canonicalState = canonicalState
    self.generations = generations
    let dumped = DumpedActions<Action>()
    self.dumped = dumped
    actionNumber = (Action.self as? any Hashable.Type).map { hashed($0) } ?? dumped.number
  }

  /// - Parameters:
  ///   - seen: the answers and the values of memory that the reducer received.
  ///   - after: the state after the reduction. An effect can know the ids of the screens that the reduction has
  ///     pushed.
  ///   - isDismissal: whether it dismissed a feature, which the action does not name.
  func identity(
    of state: State, _ action: Action, seeing seen: [AnyID], leadingTo after: State,
    isDismissal: Bool
  ) -> ReductionIdentity {
    let (state, after) = (canonicalState?(state) ?? state, canonicalState?(after) ?? after)
    var generations: [UInt64] = []
    let action = actionNumber(action) { hash in
      // A look-up may hash a value twice.
      generations =
        self.generations.found {
          _ = state.hashValue
          hash()
          _ = seen.hashValue
        }.values
    }
    generations += self.generations(in: after)
      .filter { [generations] in !generations.contains($0) }
    let key = ReductionKey(
      state: number(of: state), action: action, seen: seen,
      dismissal: isDismissal ? number(of: after) : nil)
    return ReductionIdentity(key: key, generations: generations)
  }

  func generations(in value: some Hashable) -> [UInt64] {
    generations.found { _ = value.hashValue }.values
  }

  func number(of input: DeclaredIdentity) -> Int { inputs.number(of: input) }

  func number(of resumer: NamedResumer) -> Int { resumers.number(of: resumer) }

  func number(of state: State) -> Int { states.number(of: state) }

  func number(of action: Action) -> Int { actionNumber(action) { $0() } }

  /// Whether an action contains a function, so that different actions may have one number.
  @usableFromInline var hasFunctions: Bool { dumped.hasFunctions }

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

extension Dictionary where Value == Int {
  /// The number of a key; a new key has the next one.
  mutating func number(of key: Key) -> Int {
    if let number = self[key] { return number }
    let number = count
    self[key] = number
    return number
  }
}

/// Actions that are not `Hashable`: those with one text are compared, secrets included; parts whose text may omit
/// something, by `==`.
///
/// A text shows nothing of a function. Actions with functions are also compared by `==`.
private final class DumpedActions<Action> {
  private struct Known {
    let hasFunction: Bool
    var actions: [(action: Action, number: Int)] = []
  }

  private var known: [String: Known] = [:]
  private var count = 0
  /// `nil` if actions are not `Equatable`.
  private let areEqual: ((Action, Action) -> Bool)?
  /// Whether an action contains a function that nothing compares.
  private(set) var hasFunctions = false

  init() {
    func equality<Value: Equatable>(_ type: Value.Type) -> (Action, Action) -> Bool {
      { ($0 as? Value) == ($1 as? Value) }
    }
    areEqual = (Action.self as? any Equatable.Type).map { equality($0) }
  }

  func number(_ action: Action, _ collect: (_ hash: () -> Void) -> Void) -> Int {
    var text = ""
    // A dump counts as a hash.
    collect { text = dumpedOnOneLine(action) }
    let similar = known[text] ?? Known(hasFunction: hasFunction(action))
    let same = similar.actions.first { other in
      areInterchangeable(other.action, action)
        && (!similar.hasFunction || areEqual?(other.action, action) != false)
    }
    if let same { return same.number }
    if similar.hasFunction, areEqual == nil { hasFunctions = true }
    count += 1
    known[text, default: similar].actions.append((action, count))
    return count
  }

  private func hasFunction(_ action: Action) -> Bool {
    foldDump(of: action) { text in
      text == "(Function)"
    } branch: { _, parts in
      parts.contains { $0.part }
    }
  }
}
