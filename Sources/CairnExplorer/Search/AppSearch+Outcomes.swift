import Cairn
import CairnApp
import CairnModel
import CairnSimulation

extension AppSearch {
  /// Where the app starts, in every way.
  @usableFromInline
  mutating func starts() throws(UsageError) -> [AppOutcome<State>] {
    try outcomes(of: nil, after: RunPrefix(beginning: model.origin), at: nil)
  }

  /// Where a step from a situation leads to, in every way.
  @usableFromInline
  mutating func outcomes(
    of step: AppStep, at index: Int
  ) throws(UsageError) -> [AppOutcome<State>] {
    try outcomes(of: step, after: map.prefix(to: index), at: index)
  }

  /// Lets time pass until somebody wakes, each time those that can be the next together; `false` if
  /// that would find more than may be.
  @usableFromInline
  mutating func wake(at index: Int) throws(UsageError) -> Bool {
    let prefix = map.prefix(to: index)
    for wakes in prefix.schedule.nextWakes {
      let wait = prefix.schedule.delay(until: wakes)
      let step = map.graph.steps.number(of: .time(wait))
      let outcomes = try outcomes(of: .time(wait), waking: wakes, after: prefix, at: index)
      for outcome in outcomes {
        guard follow(step, to: outcome, from: index) else { return false }
      }
    }
    return true
  }

  /// A run that has come to a situation.
  func run(to index: Int) throws(UsageError) -> AppRun<A> {
    let prefix = map.prefix(to: index)
    let run = try AppRun(model.setting, from: prefix.beginning, choices: prefix.choices)
    for step in prefix.timedSteps { run.take(step) }
    return run
  }

  /// Goes all the ways that what is left open can go, up to a limit of the search: each in a
  /// simulation of its own.
  ///
  /// - Parameter step: `nil` for the start.
  private mutating func outcomes(
    of step: AppStep?, waking wakes: [Int] = [], after prefix: RunPrefix<State>, at index: Int?
  ) throws(UsageError) -> [AppOutcome<State>] {
    var whole = prefix
    whole.take(step, Nondeterminism(timing: Timing(wakes: wakes)))
    let steps = whole.timedSteps
    var outcomes: [AppOutcome<State>] = []
    // What is still to be tried; behind its end, the first of the ways is taken.
    var scripts: [[Int]] = [[]]
    while limit == nil, let script = scripts.popLast() {
      let choices = prefix.choices + script
      let run = try AppRun(model.setting, from: prefix.beginning, choices: choices)
      if step != nil { steps.dropLast().forEach(run.take) }
      let before = run.flight(&names)
      if let index, !reproduces(run, before, to: index) { break }
      let startedEffects = run.startedEffects
      if step != nil {
        _ = issues.takeAll()
        steps.suffix(1).forEach(run.take)
      }
      let draws = Array(run.draws.dropFirst(prefix.choices.count))
      let taken = draws.map(\.index)
      for place in draws.indices.dropFirst(script.count) {
        let options = draws[place].choice.options.indices.dropFirst()
        scripts += options.reversed().map { taken[..<place] + [$0] }
      }
      let after = run.flight(&names)
      let sleepers = step == nil ? [] : before.sleepers
      let circumstances = Nondeterminism(
        draws: draws, timing: Timing(wakes: wakes, from: sleepers, to: after.sleepers))
      var reached = prefix
      reached.take(step, circumstances)
      outcomes.append(
        AppOutcome(
          situation: situation(of: run, after, in: reached.schedule.zone),
          circumstances: circumstances, startedEffects: run.startedEffects > startedEffects,
          issue: issues.takeAll().first, time: run.time))
      // There may be more ways for one step than time for them.
      limit = reachedLimit
    }
    return outcomes
  }

  private mutating func situation(
    of run: AppRun<A>, _ flight: AppRun<A>.Flight, in zone: [Bound?]
  ) -> Situation<State> {
    var key = flight.key
    key.zone = zone
    return Situation(
      state: run.driver.state, memory: map.memories.number(of: run.memory),
      flight: key.isEmpty ? 0 : map.flights.number(of: key))
  }

  /// A run that was repeated has to come to where it came first.
  private mutating func reproduces(
    _ run: AppRun<A>, _ flight: AppRun<A>.Flight, to index: Int
  ) -> Bool {
    let expected = map.space.states[index]
    let situation = situation(of: run, flight, in: map.flights[expected.flight].zone)
    guard !map.space.isSame(situation, expected) else { return true }
    findings.visit(.otherWorld(A.name), at: AppFinding(node: index))
    return false
  }
}

extension RuntimeIssue {
  fileprivate static func otherWorld(_ app: String) -> RuntimeIssue {
    RuntimeIssue(
      "\(app) came to another state when the same was done again.",
      causes: [
        "a stand-in keeps what it remembers to itself",
        "an effect or the reducer depends on time, chance or anything else outside",
      ],
      suggestion:
        "let stand-ins keep it with `launch.memory.keep(_:)`, and take time and answers from"
        + " `launch.clock` and `launch.choices`.")
  }
}

/// Where a step leads to, if what is left open goes one way.
@usableFromInline
struct AppOutcome<State: Hashable & SendableMetatype> {
  @usableFromInline let situation: Situation<State>
  @usableFromInline var circumstances: Nondeterminism?
  @usableFromInline var startedEffects: Bool
  @usableFromInline var issue: RuntimeIssue?
  /// What the clock shows then.
  @usableFromInline var time: Duration

  @inlinable
  init(
    situation: Situation<State>, circumstances: Nondeterminism? = nil,
    startedEffects: Bool = false, issue: RuntimeIssue? = nil, time: Duration = .zero
  ) {
    self.situation = situation
    self.circumstances = circumstances
    self.startedEffects = startedEffects
    self.issue = issue
    self.time = time
  }
}
