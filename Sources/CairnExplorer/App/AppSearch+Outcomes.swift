import Cairn
import CairnSimulation
import CairnTrail

extension AppSearch {
  /// Where a step from a situation leads to, or the start, in every way that what is left open can
  /// go, up to a limit of the search: each is run in a simulation of its own.
  @usableFromInline
  mutating func outcomes(
    of step: StepName?, at index: Int?
  ) throws(UsageError) -> [AppOutcome<State>] {
    let prefix = index.map { self.prefix(of: $0) } ?? AppPrefix(beginning: model.origin)
    var outcomes: [AppOutcome<State>] = []
    // What is still to be tried; behind its end, the first of the ways is taken.
    var scripts: [[Int]] = [[]]
    while limit == nil, let script = scripts.popLast() {
      let run = try run(prefix, then: script)
      if let index { check(run, against: index) }
      let started = run.startedEffects
      if let step {
        _ = mistakes.takeAll()
        run.take(step.trailStep)
      }
      let draws = Array(run.draws.dropFirst(prefix.choices.count))
      let taken = draws.map(\.index)
      for place in draws.indices.dropFirst(script.count) {
        let options = draws[place].choice.options.indices.dropFirst()
        scripts += options.reversed().map { taken[..<place] + [$0] }
      }
      outcomes.append(
        AppOutcome(
          situation: situation(of: run), draws: draws,
          startedEffects: run.startedEffects > started, mistake: mistakes.takeAll().first))
      // There may be more ways for one step than time for them.
      limit = reachedLimit
    }
    return outcomes
  }

  /// A run that has come to a situation.
  func run(to index: Int) throws(UsageError) -> AppRun<A> { try run(prefix(of: index)) }

  private func run(
    _ prefix: AppPrefix<State>, then choices: [Int] = []
  ) throws(UsageError) -> AppRun<A> {
    let run = try AppRun(model.setting, from: prefix.beginning, choices: prefix.choices + choices)
    for step in prefix.steps { run.take(step) }
    return run
  }

  private mutating func situation(of run: AppRun<A>) -> Situation<State> {
    let flight = run.flight(&names)
    return Situation(
      state: run.driver.state, memory: map.memories.number(of: run.memory),
      flight: flight.isEmpty ? 0 : map.flights.number(of: flight))
  }

  /// A run that was repeated has to come to where it came first.
  private mutating func check(_ run: AppRun<A>, against index: Int) {
    guard !map.space.isSame(situation(of: run), map.space.states[index]) else { return }
    findings.visit(.otherWorld(A.name), at: AppFinding(node: index))
  }

  /// The way to a situation from the last one before it that is at rest.
  private func prefix(of index: Int) -> AppPrefix<State> {
    let way = map.way(to: index)
    var prefix = AppPrefix<State>()
    var time = Duration.zero
    for node in way {
      let arrival = map.arrivals[node]
      let step = map.graph.steps[arrival.step]
      if case .time(let duration) = step { time += duration }
      if !map.isStart(node) { prefix.steps.append(step.trailStep) }
      prefix.choices += map.draws[arrival.draws].map(\.index)
      let situation = map.space.states[node]
      guard situation.isAtRest else { continue }
      prefix = AppPrefix(
        beginning: AppBeginning(
          state: situation.state, memory: map.memories[situation.memory], time: time))
    }
    return prefix
  }
}

extension Mistake {
  fileprivate static func otherWorld(_ app: String) -> Mistake {
    Mistake(
      "\(app) came to another state when the same was done again.",
      causes: [
        "a stand-in keeps what it remembers to itself",
        "an effect or the reducer depends on time, chance or anything else outside",
      ],
      mend: "let stand-ins keep it with `launch.memory.keep(_:)`, and take time and answers from"
        + " `launch.clock` and `launch.choices`.")
  }
}
