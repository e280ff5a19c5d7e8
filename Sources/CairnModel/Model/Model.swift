import Cairn
import CairnDump

/// A reducer and the possible actions of each state.
///
///     let model = Model(Jugs.State(), reducer: Jugs()) { _ in Jugs.Action.allCases }
///     let exploration = try model.explore(checking: [
///       .reachable("four litres") { $0.large == 4 },
///       .never("spilled") { $0.large > 5 },
///     ])
///     print(exploration)
///
/// A model needs no app and no screens. Follow-ups (`.send`) belong to the action that they follow,
/// as in a store. A reducer that returns asynchronous work is refused (``ModelError``), because the
/// result of that work is unknown.
///
/// Guarantee: states are found breadth first, in the order of `actions`, so that the same model has
/// the same states, numbers and traces in every run. This requires a pure reducer, and an `actions`
/// that depends on its state alone.
public struct Model<State: Hashable & SendableMetatype, Action: Sendable> {
  /// Never empty.
  @usableFromInline let initials: [State]
  @usableFromInline let makeReducer: @Sendable () -> _Kernel.AnyReducer<State, Action>
  @usableFromInline let actions: @Sendable (State) -> [Action]
  @usableFromInline var canonicalState: (@Sendable (State) -> State)?
  @usableFromInline var fairName: (@Sendable (Action) -> String?)?

  /// - Parameters:
  ///   - initial: the initial state.
  ///   - reducer: evaluated once for the search, and once more for each further core.
  ///   - actions: returns the possible actions of a state, in the order in which they are tried.
  @inlinable
  public init<Base: Reducer<State, Action> & SendableMetatype>(
    _ initial: State, reducer: @autoclosure @escaping @Sendable () -> Base,
    actions: @escaping @Sendable (State) -> [Action]
  ) {
    self.init(anyOf: [initial], reducer: reducer(), actions: actions)
  }

  /// A model that can begin in several states.
  ///
  ///     let model = Model(anyOf: [Jugs.State()], reducer: Jugs()) { _ in Jugs.Action.allCases }
  ///
  /// A trace begins in the one from which its path is shortest, and of several such in the first. Properties speak of
  /// the runs from all of them.
  ///
  /// - Parameters:
  ///   - initials: the initial states, at least one. Repeated ones are one.
  ///   - reducer: evaluated once for the search, and once more for each further core.
  ///   - actions: returns the possible actions of a state, in the order in which they are tried.
  @inlinable
  public init<Base: Reducer<State, Action> & SendableMetatype>(
    anyOf initials: [State], reducer: @autoclosure @escaping @Sendable () -> Base,
    actions: @escaping @Sendable (State) -> [Action]
  ) {
    precondition(!initials.isEmpty, "a model needs at least one initial state")
    self.initials = initials
    makeReducer = { _Kernel.AnyReducer.kept(reducer()) }
    self.actions = actions
  }

  /// The same model, with all states merged that have the same canonical state.
  ///
  ///     model.canonicalized { state in
  ///       var state = state
  ///       state.lastMessage = nil  // irrelevant
  ///       state.guests.sort()      // interchangeable
  ///       return state
  ///     }
  ///
  /// Three interchangeable workers, each idle, busy or done, have 27 states; with the workers sorted, they have 10.
  /// With *n* workers there are up to *n*! times fewer.
  ///
  /// The search keeps the first state that it finds of each canonical state, as it is, so that every
  /// trace is a real run. The results hold for all merged states if each of their steps has a
  /// counterpart that leads to the same canonical state, and if properties do not distinguish them.
  /// Neither condition is checked, and the description of the result has them as an assumption. A merged state that the
  /// search meets still decides ``Property/always(_:_:)``, ``Property/never(_:_:)`` and
  /// ``Property/reachable(_:_:)``.
  @inlinable
  public func canonicalized(
    by canonicalState: @escaping @Sendable (State) -> State
  ) -> Model {
    var model = self
    model.canonicalState = canonicalState
    return model
  }

  /// The same model, in which some actions are taken if they stay possible: weak fairness.
  ///
  ///     model.fair { action in
  ///       if case .pour(let jug) = action { "pour \(jug)" } else { nil }  // nobody has to fill a jug
  ///     }
  ///
  /// An action with a name is fair. It counts as taken if an action of the same name is taken. Without fair actions,
  /// a run can end in every state. Only ``Property/eventually(_:_:)``, ``Property/leadsTo(_:_:_:then:)`` and
  /// ``Property/until(_:_:_:then:)`` depend on it.
  ///
  /// In a ``canonicalized(by:)`` model, steps between merged states must have counterparts of the same name. With
  /// several names, a claim that holds only because of them is therefore inconclusive.
  @inlinable
  public func fair(_ name: @escaping @Sendable (Action) -> String?) -> Model {
    var model = self
    model.fairName = name
    return model
  }
}

extension Model: Sendable where State: Sendable {}

extension Model {
  /// Visits every reachable state, breadth first.
  ///
  ///     let exploration = try model.explore(checking: [.noDeadEnd()], within: Bounds(depth: 20))
  ///
  /// A property is decided by the first state or step that proves or refutes it. The search then
  /// continues, so that the numbers describe the whole model. States are compared by `==` and their
  /// hash, not by their description; two states in which a stack id finds different screens are two,
  /// though they compare equal.
  ///
  /// Runs on all cores if `State` is `Sendable` and holds no references, otherwise on the core of the caller.
  ///
  /// - Complexity: O(steps) in time. In memory, at most one and a half strides of `State` and 28 bytes
  ///   for each state, one stride and 11 bytes more while the storage grows, and what states refer to.
  ///   ``Property/alwaysReachable(_:_:)`` and claims about runs also store at most 8 bytes for each step
  ///   and 16 for each state. To decide the first takes 12 bytes more for each step, and to decide the
  ///   others takes more time and memory, by the number of fair actions.
  /// - Throws: ``ModelError`` if the model cannot be explored.
  @inlinable
  public func explore(
    checking properties: [Property<State, Action>] = [], within bounds: Bounds = Bounds()
  ) throws(ModelError) -> Exploration<State, Action> {
    let start = ContinuousClock.now
    var search = Search(self, checking: properties, within: bounds)
    try search.run(checking: properties) { search throws(ModelError) in try search.run() }
    return try Exploration(search, checking: properties, since: start)
  }
}

extension Model where State: Sendable {
  /// The same search, on all cores if `State` holds no references.
  ///
  ///     let exploration = try model.explore(checking: [.noDeadEnd()])
  ///
  /// States with references, such as arrays and strings, are searched on one core: states share what they
  /// refer to, and cores that count references to one object slow each other down.
  ///
  /// - Throws: ``ModelError`` if the model cannot be explored.
  @inlinable
  public func explore(
    checking properties: [Property<State, Action>] = [], within bounds: Bounds = Bounds()
  ) throws(ModelError) -> Exploration<State, Action> {
    try explore(checking: properties, within: bounds, cores: _isPOD(State.self) ? activeCores() : 1)
  }

  /// The same search on the given number of cores, with the same results, numbers and traces.
  ///
  ///     try model.explore(checking: properties, cores: 1)
  ///
  /// The reducer is made once more for each core; its instances may share storage, and so may
  /// `actions` and properties. One core searches alone until a level has 64 states. The calling thread
  /// takes part and is blocked meanwhile.
  ///
  /// Steps run in parallel; the lookup of their successors runs on one core at a time. Further cores
  /// therefore help to the extent that a step takes longer than a lookup. See <doc:CairnModel>.
  ///
  /// - Throws: ``ModelError`` if the model cannot be explored.
  @inlinable
  public func explore(
    checking properties: [Property<State, Action>] = [], within bounds: Bounds = Bounds(),
    cores: Int
  ) throws(ModelError) -> Exploration<State, Action> {
    let start = ContinuousClock.now
    var search = Search(self, checking: properties, within: bounds)
    try search.run(checking: properties) { search throws(ModelError) in try search.run(on: cores) }
    return try Exploration(search, checking: properties, since: start)
  }
}

/// Bounds of a search.
///
///     try model.explore(checking: properties, within: Bounds(depth: 20, time: .seconds(10)))
///
/// A search that reaches a bound reports it: a property that it did not decide is inconclusive.
public struct Bounds: Equatable, Sendable {
  /// The maximum number of steps from an initial state; with 0, only the initial states are checked.
  public var depth: Int?
  /// The maximum number of states.
  public var states: Int
  /// The maximum time. A search ends after the step that exceeds it; after quick steps, at most 256 steps later.
  /// A search that reaches it has different numbers in each run.
  public var time: Duration?

  /// Ten million states by default. The number of states is at most that of 32 bits.
  public init(depth: Int? = nil, states: Int = 10_000_000, time: Duration? = nil) {
    self.depth = depth
    self.states = min(max(1, states), IndexTable.maximum)
    self.time = time
  }
}

/// The bound that ended a search.
public enum Limit: Equatable, Sendable, CustomStringConvertible {
  /// The number of steps from the start.
  case depth(Int)
  /// The number of states.
  case states(Int)
  /// The wall-clock time.
  case time(Duration)
  /// The caller ended the search.
  case interrupted
  /// A property was refuted, and the caller asked for no more.
  case refuted
  /// A step of the app crashed, or did not end.
  case crash
  /// Not every outcome of a step is known: the step and the reason.
  case unknown(String)
  /// A replay reached another state than the search.
  case difference
  /// A state does not equal itself, such as one with a NaN: the parts of it.
  case unequal(String)

  public var description: String {
    switch self {
    case .depth(let depth): "the depth of \(depth) was reached"
    case .states(let count): "the number of \(counted(count, "state")) was reached"
    case .time(let time): "the time of \(time.roundedIfLong.notation) was over"
    case .interrupted: "it was interrupted"
    case .refuted: "a property was refuted"
    case .crash: "a step crashed"
    case .unknown(let step): step
    case .difference: "a replay differs from the search"
    case .unequal(let parts): "a state does not equal itself: \(parts)"
    }
  }
}

extension Duration {
  /// From a second on, to the hundredth.
  fileprivate var roundedIfLong: Duration {
    self < .seconds(1) ? self : .milliseconds(10) * (self / .milliseconds(10)).rounded()
  }
}
