import CairnSimulation
import CairnTrail

/// Where a run begins, and how it goes on to where a step is to be tried.
struct AppPrefix<State> {
  /// `nil` for the start of the app.
  var beginning: AppBeginning<State>?
  var steps: [TrailStep] = []
  var choices: [Int] = []
}

/// A situation at rest, to go on from by copying it.
@usableFromInline
struct AppBeginning<State> {
  let state: State
  let memory: Memory.Snapshot
  let time: Duration
}
