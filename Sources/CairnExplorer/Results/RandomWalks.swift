import Cairn
import CairnApp
import CairnDump
import CairnModel
import CairnSimulation
import CairnTrail

/// Random walks after a search that met a bound.
///
///     var model = AppModel<Onboarding>()
///     model.walks = RandomWalks(count: 1_000, seed: 7)
///     print(try model.explore(within: Bounds(states: 10_000)))
///
/// Half of them begin at the start, half with the steps of a shortest path to a state that the search did not
/// expand. Each takes random steps under a seed of its own, and is played as a trail that checks the properties. A
/// violation is shrunk: no line can be left out of the trail that is found. There may be a shorter one. The trail of a
/// crash is not shrunk.
///
/// Walks try, and prove nothing. The same numbers give the same walks, unless the search has a bound on its time. A search
/// that decides every property takes none.
public struct RandomWalks: Equatable, Sendable {
  /// The number of walks of all shards together.
  public var count: Int
  /// The seed of the first walk; each further one has the next number.
  public var seed: UInt64
  /// The number of random steps of a walk.
  public var length: Int
  /// The part of the walks that is taken, from 0.
  public var shard = 0
  /// The number of parts.
  public var shards = 1

  /// All walks, of a hundred steps each.
  public init(count: Int, seed: UInt64 = 1, length: Int = 100) {
    (self.count, self.seed, self.length) = (count, seed, length)
  }

  /// The walks that a search has taken.
  public struct Report: Equatable, Sendable, CustomStringConvertible {
    /// Their number.
    public let count: Int
    /// The number of their steps.
    public let steps: Int
    /// The seed of the first walk of all shards.
    public let seed: UInt64

    public var description: String {
      "walks: \(count), \(counted(steps, "step")), seed \(seed): tried, and nothing is proved by them"
    }
  }
}

extension AppExploration {
  /// The same results, with what random walks refute; unchanged if every property is decided.
  @usableFromInline
  func withWalks(
    by model: AppModel<A>, checking properties: [AppProperty<A.Root.State>],
    _ shouldContinue: (AppProgress) -> Bool
  ) throws(UsageError) -> AppExploration {
    let isOpen = verdicts.contains { if case .inconclusive = $0.result { true } else { false } }
    guard let walks = model.walks, model.origin == nil, isOpen else { return self }
    // The properties of paths are checked after the search.
    if model.stopsAtFirst, verdicts.contains(where: { $0.result == .refuted }) { return self }
    switch limit {
    case .interrupted, .refuted, .crash, .difference, .unequal: return self
    case .depth, .states, .time, .unknown, nil: break
    }
    var result = self
    var walker = RandomWalker(model)
    var (count, steps) = (0, 0)
    let open = Array(map.graph.expanded..<states)
    all: for number in 0..<max(walks.count, 0) where number % max(walks.shards, 1) == walks.shard {
      let progress = result.progress(waiting: open.count)
      guard shouldContinue(progress) else { break }
      let refuted = Set(result.verdicts.filter { $0.result == .refuted }.map(\.property))
      walker.properties = properties.filter { !refuted.contains($0.name) }
      let seed = walks.seed &+ UInt64(number)
      var random = SplitMix64(seed: seed)
      let isFromStart = open.isEmpty || number.isMultiple(of: 2)
      let path =
        isFromStart
        ? []
        : lines(along: map.edges(to: open[random.number(below: open.count)])).steps.flatMap(\.self)
      let walk = try walker.walk(seed, along: path, upTo: walks.length, &random)
      (count, steps) = (count + 1, steps + walk.lines.count)
      // A walk violates the same properties whether other walks come before it or not.
      while true {
        let violations = walker.violations(in: walk, seed) { shouldContinue(progress) }
        for found in violations {
          let verdict = Verdict(
            property: found.property, result: .refuted, trail: found.trail,
            remark: (found.remark.map { $0 + "\n" } ?? "")
              + "found by a random walk: there may be a shorter trail")
          // A crash is always a finding.
          if let index = result.verdicts.firstIndex(where: { $0.property == found.property }) {
            result.verdicts[index] = verdict
          } else {
            result.verdicts.insert(verdict, at: 0)
          }
          model.didRefute?(verdict)
        }
        guard let last = violations.last else { break }
        if last.isCrash || model.stopsAtFirst { break all }
        walker.properties.removeAll { $0.name == last.property }
        if walker.properties.isEmpty { break }
      }
    }
    model.didEndSteps?()
    result.walks = RandomWalks.Report(count: count, steps: steps, seed: walks.seed)
    return result
  }
}

/// Walks through an app, and plays the walks.
private struct RandomWalker<A: App> {
  struct Walk {
    var lines: [String] = []
    /// Whether the program crashed in the last line when the same search ran before.
    var hasCrashed = false
  }

  private let model: AppModel<A>
  /// Those that are not refuted yet.
  var properties: [AppProperty<A.Root.State>] = []
  private let heading: [String]
  private var lines: TypedLines
  private var eventLines: TypedLines
  private var steps = NumberedValues<AppStep>()

  init(_ model: AppModel<A>) {
    self.model = model
    heading = model.setting.heading(answersLater: true)
    lines = TypedLines(model.samples)
    eventLines = TypedLines(model.samples, as: AppStep.event)
  }

  // MARK: Walks

  mutating func walk(
    _ seed: UInt64, along path: [AppStep], upTo length: Int, _ random: inout SplitMix64
  ) throws(UsageError) -> Walk {
    let simulation = Simulation(seed: seed)
    simulation.partLimit = 100_000
    // Issues are reported when the walk is played.
    let silent = RuntimeIssue.Reporter { _ in }
    let outcome: Result<Walk, UsageError> = RuntimeIssue.$reporter.withValue(silent) {
      Result { () throws(UsageError) in
        var walk = Walk()
        guard willStep() else { return Walk(hasCrashed: true) }
        let driver = Driver(try model.setting.launch(in: simulation), in: simulation)
        var (path, rest) = (path[...], length)
        while !simulation.isStopped {
          if path.isEmpty { rest -= 1 }
          guard rest >= 0, let step = path.popFirst() ?? nextStep(of: driver, &random) else {
            break
          }
          guard willStep() else {
            walk.lines.append(step.text)
            walk.hasCrashed = true
            break
          }
          if take(step, in: driver) { walk.lines.append(step.text) }
        }
        return walk
      }
    }
    return try outcome.get()
  }

  private func willStep() -> Bool { model.willStep?() ?? true }

  /// A random step that is possible now; `nil` if there is none.
  private mutating func nextStep(
    of driver: Driver<A.Root>, _ random: inout SplitMix64
  ) -> AppStep? {
    let inputs = driver.screen.inputs.filter { $0.disabledReason == nil }
    let events = A.eventScreen.inputs.filter { $0.disabledReason == nil }
    let restarts = !model.without.contains(.restarts) && random.number(below: 20) == 0
    if restarts { return .restart }
    let delay = driver.simulation.nextDeadline.map {
      driver.simulation.clock.time.duration(to: $0)
    }
    let typed =
      (inputs.map { lines.lines(for: $0, &steps) }
      + events.map { eventLines.lines(for: $0, &steps) }).filter { !$0.isEmpty }
    // Time passes as often as something is typed or comes from outside: with many inputs, no effect would end.
    if let delay, typed.isEmpty || random.number(below: 2) == 0 {
      let part = random.number(below: 4) == 0 ? 1 + random.number(below: 3) : 4
      let wait = Duration.milliseconds(max(1, Int(delay / .milliseconds(4)) * part))
      return .time(part == 4 ? delay : min(delay, wait))
    }
    guard !typed.isEmpty else { return nil }
    let samples = typed[random.number(below: typed.count)]
    return steps[samples[random.number(below: samples.count)].step]
  }

  /// Takes a step; `false` if it is not possible.
  private func take(_ step: AppStep, in driver: Driver<A.Root>) -> Bool {
    switch step {
    case .input(let text):
      guard case .action(let action, name: _) = driver.screen.parse(text) else { return false }
      driver.send(action)
    case .event(let text):
      guard case .action(let action, name: _) = A.eventScreen.parse(text) else { return false }
      driver.receive(action)
    case .time(let time): driver.simulation.advance(by: time)
    case .restart: driver.restart()
    case .idle: return false
    }
    return true
  }

  // MARK: Violations

  typealias Violation = (property: String, trail: String, remark: String?, isCrash: Bool)

  /// The first property that a walk violates, with a trail from which no line can be left out, and a crash in the
  /// walk or in a shorter one.
  func violations(
    in walk: Walk, _ seed: UInt64, while shouldContinue: () -> Bool
  ) -> [Violation] {
    switch walk.hasCrashed ? .crashes : play(walk.lines, seed) {
    case .passes: return []
    case .crashes: return [crash(walk.lines, seed)]
    case .violates(let property, let count, let issue):
      var found = (lines: Array(walk.lines.prefix(count)), issue: issue)
      let crashing = shrink(&found, property, seed, while: shouldContinue)
      let trail = text(found.lines, seed, showing: property)
      var violations: [Violation] = [(property, trail, found.issue, false)]
      if let crashing { violations.append(crash(crashing, seed)) }
      return violations
    }
  }

  private func crash(_ lines: [String], _ seed: UInt64) -> Violation {
    let name = "no step crashes"
    return (name, text(lines, seed, showing: name), model.crash, true)
  }

  private func text(_ lines: [String], _ seed: UInt64, showing property: String) -> String {
    // A trail without a line would not be played.
    let last = lines.last ?? "@ idle"
    let all =
      heading + ["% seed \(seed)"] + lines.dropLast() + ["# This does not hold: \(property)", last]
    return all.map { $0 + "\n" }.joined()
  }

  private enum Play {
    case passes
    /// A violated property, the number of lines up to it, and the runtime issue that violates it.
    case violates(String, count: Int, issue: String?)
    /// The program crashed in a line when the same search ran before.
    case crashes
  }

  private func play(_ lines: [String], _ seed: UInt64) -> Play {
    let head = heading + ["% seed \(seed)"]
    // At the comment, effects may be in flight, which is no violation.
    let text = (head + lines + ["# The end."]).map { $0 + "\n" }.joined()
    let noIssue = AppProperty<A.Root.State>.noRuntimeIssue.name
    guard willStep() else { return .crashes }
    guard let trail = try? Trail.parse(text, file: "walk"),
      var player = try? TrailPlayer<A>(
        trail, under: model.setting.playOptions, checking: properties,
        failsOnIssues: properties.contains { $0.name == noIssue })
    else { return .passes }
    while !player.isAtEnd {
      guard willStep() else { return .crashes }
      player.playOn(upTo: 1)
    }
    // Another failure is a line that a shorter walk cannot take.
    guard let failure = player.failure, failure.line <= head.count + lines.count,
      let property = failure.property
    else { return .passes }
    return .violates(
      property, count: max(0, failure.line - head.count),
      issue: property == noIssue ? failure.problem : nil)
  }

  /// Leaves out lines as long as the same property is violated: halves first, then single lines.
  ///
  /// - Returns: the lines that crashed when the same search ran before; `nil` if none did.
  private func shrink(
    _ found: inout (lines: [String], issue: String?), _ property: String, _ seed: UInt64,
    while shouldContinue: () -> Bool
  ) -> [String]? {
    var size = max(1, found.lines.count / 2)
    while true {
      var (start, hasShrunk) = (0, false)
      while start < found.lines.count {
        guard shouldContinue() else { return nil }
        var shorter = found.lines
        shorter.removeSubrange(start..<min(start + size, shorter.count))
        switch play(shorter, seed) {
        case .violates(property, let count, let issue):
          found = (Array(shorter.prefix(count)), issue)
          hasShrunk = true
        case .violates, .passes: start += size
        case .crashes: return shorter
        }
      }
      if size == 1, !hasShrunk { return nil }
      if size > 1 { size /= 2 }
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func number(below bound: Int) -> Int {
    Int(next() % UInt64(max(1, bound)))
  }
}
