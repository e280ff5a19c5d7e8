import Cairn

/// A reducer and what can be done in each of its states: all that there is to explore.
///
///     let model = Model(Jugs.State(), reducer: Jugs()) { _ in Jugs.Action.allCases }
///     let exploration = try model.explore(checking: [
///       .reachable("four litres") { $0.large == 4 },
///       .never("spilled") { $0.large > 5 },
///     ])
///     print(exploration)
///
/// It needs no app and no screens. Follow-ups (`.send`) are part of the action that they follow, as
/// they are in a store; a model whose reducer returns asynchronous work is refused
/// (``ModelError``), because what that work does cannot be known here.
///
/// Promised: states are found breadth first, in the order of `actions`, so that the same model has
/// the same states, numbers and traces every time. This needs a reducer without side effects and
/// an `actions` that depends on its state alone.
public struct Model<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline let initial: State
  @usableFromInline let makeReducer: @Sendable () -> AnyReducer<State, Action>
  @usableFromInline let actions: @Sendable (State) -> [Action]
  @usableFromInline let canonicalState: (@Sendable (State) -> State)?

  /// - Parameters:
  ///   - initial: the state that it begins in.
  ///   - reducer: is made for the search, and once more for each core that takes part.
  ///   - actions: what can be done in a state, in the order in which it is tried.
  @inlinable
  public init<Base: Reducer<State, Action> & SendableMetatype>(
    _ initial: State, reducer: @autoclosure @escaping @Sendable () -> Base,
    actions: @escaping @Sendable (State) -> [Action]
  ) {
    self.init(
      initial, makeReducer: { reducer().resolved() }, actions: actions, canonicalState: nil)
  }

  @inlinable
  init(
    _ initial: State, makeReducer: @escaping @Sendable () -> AnyReducer<State, Action>,
    actions: @escaping @Sendable (State) -> [Action],
    canonicalState: (@Sendable (State) -> State)?
  ) {
    self.initial = initial
    self.makeReducer = makeReducer
    self.actions = actions
    self.canonicalState = canonicalState
  }

  /// The same model, in which states count as one where `representative` is the same for them.
  ///
  ///     model.canonicalized { state in
  ///       var state = state
  ///       state.lastMessage = nil  // what does not matter
  ///       state.guests.sort()      // what is alike
  ///       return state
  ///     }
  ///
  /// Of the states that count as one, the one that is found first is kept as it is, so every trace
  /// is a real run. The answers hold for all of them if a step from one of them has, for each other,
  /// a step that leads to what counts as the same state again, and if properties do not tell them
  /// apart; neither can be checked here.
  @inlinable
  public func canonicalized(
    by canonicalState: @escaping @Sendable (State) -> State
  ) -> Model {
    Model(
      initial, makeReducer: makeReducer, actions: actions, canonicalState: canonicalState)
  }
}

extension Model: Sendable where State: Sendable {}

extension Model {
  /// Visits every state that can be reached, breadth first.
  ///
  ///     let exploration = try model.explore(checking: [.noDeadEnd()], within: Bounds(depth: 20))
  ///
  /// A property is decided by the first state or step that decides it, and the search goes on: the
  /// numbers are those of the whole model. States and their hashes are compared, not their
  /// description: `State` must be equal where it is to be the same.
  ///
  /// It takes all cores if `State` is `Sendable`, and else the one of the caller.
  ///
  /// - Complexity: O(steps) in time; in memory, at most one and a half strides of `State` and 28
  ///   bytes for each state, what it refers to left out. ``Property/alwaysReachable(_:_:)`` goes
  ///   all steps twice and needs 12 bytes more for each step meanwhile.
  /// - Throws: what cannot be explored; see ``ModelError``.
  @inlinable
  public func explore(
    checking properties: [Property<State, Action>] = [], within bounds: Bounds = Bounds()
  ) throws(ModelError) -> Exploration<State, Action> {
    let start = ContinuousClock.now
    var search = Search(self, checking: properties, within: bounds)
    try search.run()
    search.finish()
    return try Exploration(search, checking: properties, since: start)
  }
}

extension Model where State: Sendable {
  /// The same on all cores that there are.
  ///
  ///     let exploration = try model.explore(checking: [.noDeadEnd()])
  ///
  /// - Throws: what cannot be explored; see ``ModelError``.
  @inlinable
  public func explore(
    checking properties: [Property<State, Action>] = [], within bounds: Bounds = Bounds()
  ) throws(ModelError) -> Exploration<State, Action> {
    try explore(checking: properties, within: bounds, cores: activeCores())
  }

  /// The same on that many cores, with the same answers, numbers and traces.
  ///
  ///     try model.explore(checking: properties, cores: 1)
  ///
  /// The reducer is made once more for each core; what it holds may be shared by them, and so may
  /// what `actions` and properties refer to. The first states are left to one core, until a level
  /// has 64 of them. The thread of the caller takes part and is blocked meanwhile.
  ///
  /// Cores make steps at once, and look up their ends one core at a time: more of them help as far
  /// as making a step takes longer. See <doc:CairnExplorer>.
  ///
  /// - Throws: what cannot be explored; see ``ModelError``.
  @inlinable
  public func explore(
    checking properties: [Property<State, Action>] = [], within bounds: Bounds = Bounds(),
    cores: Int
  ) throws(ModelError) -> Exploration<State, Action> {
    let start = ContinuousClock.now
    var search = Search(self, checking: properties, within: bounds)
    try search.run(on: cores)
    search.finish()
    return try Exploration(search, checking: properties, since: start)
  }
}
