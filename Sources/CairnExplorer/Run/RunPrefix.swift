import CairnApp
import CairnModel
import CairnSimulation

/// The start of a run and the steps after it.
struct RunPrefix<State> {
  /// `nil` for the start of the app.
  var start: RunStart<State>?
  private(set) var choices: [Int] = []
  private(set) var steps: [AppStep] = []
  private(set) var schedule = Schedule()

  init(start: RunStart<State>? = nil) {
    self.start = start
  }

  /// - Parameter step: `nil` for the start of the app.
  mutating func take(_ step: AppStep?, _ nondeterminism: Nondeterminism) {
    choices += nondeterminism.decisions.map(\.index)
    guard let step else {
      schedule = Schedule(nondeterminism.timing)
      return
    }
    steps.append(step)
    schedule.take(nondeterminism.timing)
  }

  /// The drawn delays of the steps.
  var delays: [Duration] { schedule.delays }

  /// The choices of the steps, followed by `others`, and the delays that the schedule requires.
  func script(with others: [Int] = []) -> ScriptedChoices {
    ScriptedChoices(choices + others, delays: schedule.delays)
  }

  /// The steps, with the waits between them that the schedule requires.
  var timedSteps: [AppStep] {
    zip(steps, schedule.waits).flatMap { step, wait -> [AppStep] in
      if case .time = step { return [.time(wait)] }
      return wait == .zero ? [step] : [.time(wait), step]
    }
  }
}

/// A node without effects in flight, from which a run can start.
@usableFromInline
struct RunStart<State> {
  let state: State
  let memory: WorldMemory.Snapshot
  let time: Duration
}

/// The decisions of a step that has several outcomes, and its effect on sleepers.
@usableFromInline
struct Nondeterminism: Hashable {
  let decisions: [Decision]
  let timing: Timing

  init(decisions: [Decision] = [], timing: Timing) {
    self.decisions = decisions
    self.timing = timing
  }

  /// A step with a single outcome.
  @usableFromInline
  init() {
    self.init(timing: Timing())
  }
}
