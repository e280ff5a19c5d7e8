import CairnApp
import CairnModel
import CairnSimulation

/// Where a run begins, and how it goes on from there.
struct RunPrefix<State> {
  /// `nil` for the start of the app.
  var beginning: RunStart<State>?
  var choices: [Int] = []
  private(set) var steps: [AppStep] = []
  private(set) var schedule = Schedule()

  init(beginning: RunStart<State>? = nil) {
    self.beginning = beginning
  }

  /// - Parameter step: `nil` for the start of the app.
  mutating func take(_ step: AppStep?, _ circumstances: Nondeterminism) {
    choices += circumstances.draws.map(\.index)
    guard let step else {
      schedule = Schedule(circumstances.timing)
      return
    }
    steps.append(step)
    schedule.take(circumstances.timing)
  }

  /// The steps, and time between them where the schedule asks for it.
  var timedSteps: [AppStep] {
    zip(steps, schedule.waits).flatMap { step, wait -> [AppStep] in
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

/// How things went that a step leaves open, and what it did with those who sleep.
@usableFromInline
struct Nondeterminism: Hashable {
  let draws: [Decision]
  let timing: Timing

  init(draws: [Decision] = [], timing: Timing) {
    self.draws = draws
    self.timing = timing
  }

  /// Those of a step that leaves nothing open.
  @usableFromInline
  init() {
    self.init(timing: Timing())
  }
}

/// A seed of a simulation.
enum Seed {
  /// The first seed under which a simulation draws these choices; `nil` if none of the first
  /// million does.
  static func drawing(_ draws: [Decision]) -> UInt64? {
    (0..<(1 << 20)).first { seed in
      var source = SeededChoices(seed: seed)
      return draws.allSatisfy { source.index(for: $0.choice) == $0.index }
    }
  }
}
