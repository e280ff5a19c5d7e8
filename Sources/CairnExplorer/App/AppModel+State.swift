import Cairn
import CairnSimulation
import CairnTrail

extension AppModel {
  /// The same, beginning at a state, with nothing under way, instead of a start of the app.
  ///
  ///     try AppModel<Onboarding>().starting(at: session.state).explore()
  ///
  /// A trail that it finds begins at that state, which no trail can name, and says so in a comment.
  ///
  /// - Parameter world: whose stand-ins remember what they are to remember here, in a world that was
  ///   made from the same start. If it is left out, they remember what they do before the app
  ///   starts.
  /// - Throws: a start that the app does not have, and options that it does not take.
  public func starting(
    at state: A.Root.State, remembering world: Simulation? = nil
  ) throws(UsageError) -> AppModel {
    let remembered = world ?? Simulation()
    if world == nil { _ = try setting.launch(in: remembered) }
    var model = self
    model.origin = RunStart(state: state, memory: remembered.memory.snapshot, time: .zero)
    return model
  }
}
