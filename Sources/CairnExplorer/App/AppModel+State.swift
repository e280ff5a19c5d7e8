import Cairn
import CairnSimulation
import CairnTrail

extension AppModel {
  /// Visits every situation that can be reached from a state with nothing under way.
  ///
  ///     let exploration = try model.explore(from: session.state, within: Bounds(states: 100_000))
  ///
  /// A trail that it finds begins at that state, which no trail can name, and says so in a comment.
  ///
  /// - Parameters:
  ///   - world: whose stand-ins remember what they are to remember here, in a world that was made
  ///     from the same start. If it is left out, they remember what they do before the app starts.
  ///   - properties: those of the app, if this is left out.
  ///   - goesOn: is told now and then how far the search has come; `false` ends it.
  /// - Throws: a start that the app does not have, and options that it does not take.
  public func explore(
    from state: A.Root.State, remembering world: Simulation? = nil,
    checking properties: [AppProperty<A.Root.State>]? = nil, within bounds: Bounds = Bounds(),
    _ goesOn: @escaping (AppProgress) -> Bool = { _ in true }
  ) throws(UsageError) -> AppExploration<A> {
    let remembered = world ?? Simulation()
    if world == nil { _ = try setting.launch(in: remembered) }
    var model = self
    model.origin = AppBeginning(state: state, memory: remembered.memory.snapshot, time: .zero)
    return try model.explore(checking: properties, within: bounds, goesOn)
  }
}
