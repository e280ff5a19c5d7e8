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
