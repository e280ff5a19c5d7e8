import Cairn
import CairnDump
import CairnScreen
import CairnSimulation

/// Plays a trail on an app, against a simulated world and in virtual time.
///
///     let trail = try Trail.parse(text, file: "happy.trail")
///     let failure = try TrailPlayer<Onboarding>.play(trail)
///     print(failure?.description ?? "passed")
///
/// Effects that are ready run at the start and after every input; time moves only by `@` lines.
/// The first line that does not hold ends the trail. The same trail gives the same result every
/// time.
public struct TrailPlayer<A: App> {
  private let trail: Trail
  private let driver: Driver<A.Root>
  /// What the engine finds wrong with the app; it fails the line under way.
  private let mistakes: MistakeLog
  /// The lines so far that moved the app, as messages may show them.
  private var route: [String] = []

  /// Plays a trail to its end; `nil` if every line holds.
  ///
  /// - Parameter options: options of the app's own, beside those of the trail.
  /// - Throws: settings that are not for this app.
  public static func play(
    _ trail: Trail, options: [String] = []
  ) throws(TrailSyntaxErrors) -> TrailFailure? {
    let mistakes = MistakeLog()
    let result = Mistake.$reporter.withValue(.init(mistakes.append)) {
      Result { () throws(TrailSyntaxErrors) in
        var player = try TrailPlayer(trail, options: options, mistakes)
        return player.play()
      }
    }
    return try result.get()
  }

  private init(
    _ trail: Trail, options: [String], _ mistakes: MistakeLog
  ) throws(TrailSyntaxErrors) {
    self.trail = trail
    self.mistakes = mistakes
    let simulation = Simulation()
    let app: A = try trail.launch(clock: simulation.clock, options: options)
    driver = Driver(app, in: simulation)
  }

  private mutating func play() -> TrailFailure? {
    if let failure = failure(at: 1, "the start of the app", nil) { return failure }
    for line in trail.lines {
      let source = redacted(line)
      let problem = run(line.step)
      if let failure = failure(at: line.number, source, problem) { return failure }
      switch line.step {
      case .input, .time, .idle, .restart: route.append(source)
      case .comment, .refusedInput, .screen, .check: break
      }
    }
    return failure(at: trail.lines.last?.number ?? 1, "the end of the trail", effectsLeft)
  }

  /// The failure that a line is by its own problem and by what mistakes were made on the way.
  private func failure(at line: Int, _ source: String, _ problem: String?) -> TrailFailure? {
    let problems = [problem].compactMap(\.self) + mistakes.takeAll().map(\.description)
    guard !problems.isEmpty else { return nil }
    return TrailFailure(
      file: trail.file, line: line, source: source, problem: problems.joined(separator: "\n"),
      route: route, screen: driver.screen.lines(width: trail.settings.width))
  }

  /// Does what a step says; what is wrong with it, or `nil`.
  private func run(_ step: TrailStep) -> String? {
    switch step {
    case .comment: return nil
    case .input(let line): return input(line)
    case .refusedInput(let line): return refusedInput(line)
    case .screen(let pattern):
      return pattern.mismatch(against: driver.screen.lines(width: trail.settings.width))
    case .check(let check): return driver.problem(with: check, width: trail.settings.width)
    case .time(let duration):
      driver.simulation.advance(by: duration)
      return nil
    case .idle:
      do throws(NeverIdle<A.Root.Action>) {
        try driver.idle()
        return nil
      } catch {
        return """
          effects are in flight, and letting time pass does not finish them:
          \(list(error.effects))
          let the app cancel them, or mark those that last as long as their screen as `.background`
          """
      }
    case .restart:
      driver.restart()
      return nil
    }
  }

  private func input(_ line: String) -> String? {
    switch driver.screen.read(line) {
    case .blank: return nil
    case .refused(let refusal): return "refused: \(refusal.message)"
    case .action(let action, name: _):
      driver.send(action)
      return nil
    }
  }

  private func refusedInput(_ line: String) -> String? {
    switch driver.screen.read(line) {
    case .blank:
      return "an empty line is never refused"
    case .action:
      return "expected to be refused, but it is accepted on the screen \"\(driver.screen.id)\""
    case .refused(let refusal):
      switch refusal.reason {
      case .unknownName, .malformed:
        return "refused, but not by the app: \(refusal.message)"
      case .disabled, .missingValue, .missingOption, .notAnOption, .superfluousValue:
        guard let action = refusal.action, !driver.refuses(action) else { return nil }
        return """
          the screen refuses it (\(refusal.message)), but the reducer does not: the action, sent \
          anyway, changed the state or the effects
          guards belong to the reducer; the screen only mirrors them
          """
      }
    }
  }

  /// What is wrong with the end of the trail, if effects are in flight.
  private var effectsLeft: String? {
    guard !driver.effects.isEmpty else { return nil }
    return """
      effects are in flight at the end of the trail:
      \(list(driver.effects))
      add the line "@ idle" to let them finish
      """
  }

  /// A line as messages may show it: a value that could be a secret is bullets.
  private func redacted(_ line: TrailLine) -> String {
    switch line.step {
    case .input(let text): "> " + driver.screen.redacted(text)
    case .refusedInput(let text): "! " + driver.screen.redacted(text)
    case .check(.field(let name, equals: let value)) where driver.screen.mayHoldSecret(name):
      "? \(name.terminalSafe) is \"\(Secret(value).bullets)\""
    case .comment, .screen, .check, .time, .idle, .restart:
      line.text.split(separator: "\n").first.map { String($0).terminalSafe } ?? ""
    }
  }

  private func list(_ effects: [RunningEffect<A.Root.Action>]) -> String {
    effects.map { "  " + $0.summary }.joined(separator: "\n")
  }
}
