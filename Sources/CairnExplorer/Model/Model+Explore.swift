extension Model {
  /// Visits every state that can be reached, breadth first, on the core of the caller.
  ///
  ///     let exploration = try model.explore(checking: [.noDeadEnd()], within: Bounds(depth: 20))
  ///
  /// A property is decided by the first state or step that decides it, and the search goes on: the
  /// numbers are those of the whole model. States and their hashes are compared, not their
  /// description: `State` must be equal where it is to be the same.
  ///
  /// - Complexity: O(steps) in time; in memory, at most one and a half strides of `State` and 28
  ///   bytes for each state, what it refers to left out. ``Property/eventuallyPossible(_:_:)`` goes
  ///   all steps twice and needs 12 bytes more for each step meanwhile.
  /// - Throws: what cannot be explored; see ``ModelError``.
  @inlinable
  public func explore(
    checking properties: [Property<State, Action>] = [], within bounds: Bounds = Bounds()
  ) throws(ModelError) -> Exploration<State, Action> {
    let start = ContinuousClock.now
    var search = Search(self, checking: properties, within: bounds)
    try search.run { (search, level) throws(ModelError) in try search.expand(level) }
    return try Exploration(search, checking: properties, since: start)
  }
}

extension Model where State: Sendable {
  /// The same on several cores, with the same answers, numbers and traces.
  ///
  ///     try model.explore(checking: properties, cores: 2)
  ///
  /// The reducer is made once for each core; what it holds may be shared by them, and so may what
  /// `actions` and properties refer to. Small levels are left to one core. The thread of the caller
  /// takes part and is blocked meanwhile.
  @inlinable
  public func explore(
    checking properties: [Property<State, Action>] = [], within bounds: Bounds = Bounds(),
    cores: Int
  ) throws(ModelError) -> Exploration<State, Action> {
    let start = ContinuousClock.now
    var search = Search(self, checking: properties, within: bounds)
    try search.run(on: max(1, cores))
    return try Exploration(search, checking: properties, since: start)
  }
}
