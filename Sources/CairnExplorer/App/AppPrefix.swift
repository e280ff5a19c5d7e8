import CairnSimulation
import CairnTrail

/// Where a run begins, and how it goes on from there.
struct RunPrefix<State> {
  /// `nil` for the start of the app.
  var beginning: RunStart<State>?
  var choices: [Int] = []
  private(set) var steps: [StepName] = []
  private(set) var schedule = Schedule()

  init(beginning: RunStart<State>? = nil) {
    self.beginning = beginning
  }

  /// - Parameter step: `nil` for the start of the app.
  mutating func take(_ step: StepName?, _ circumstances: Nondeterminism) {
    choices += circumstances.draws.map(\.index)
    guard let step else {
      schedule = Schedule(circumstances.timing)
      return
    }
    steps.append(step)
    schedule.take(circumstances.timing)
  }

  /// The steps, and time between them where the schedule asks for it.
  var timedSteps: [StepName] {
    zip(steps, schedule.waits).flatMap { step, wait -> [StepName] in
      if case .time = step { return [.time(wait)] }
      return wait == .zero ? [step] : [.time(wait), step]
    }
  }
}

/// A situation at rest, to go on from by copying it.
@usableFromInline
struct RunStart<State> {
  let state: State
  let memory: WorldMemory.Snapshot
  let time: Duration
}
