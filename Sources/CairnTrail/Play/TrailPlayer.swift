import Cairn
import CairnScreen
import CairnSimulation
import Synchronization

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
  /// The inputs so far, as messages may show them.
  private var inputs: [String] = []

  /// Plays a trail to its end; `nil` if every line holds.
  ///
  /// - Parameter options: options of the app's own, beside those of the trail.
  /// - Throws: settings that are not for this app.
  public static func play(
    _ trail: Trail, options: [String] = []
  ) throws(TrailSyntaxErrors) -> TrailFailure? {
    let mistakes = Mutex<[Mistake]>([])
    let report: @Sendable (Mistake) -> Void = { mistake in
      mistakes.withLock { $0.append(mistake) }
    }
    let result = Mistake.$report.withValue(report) {
      () -> Result<TrailFailure?, TrailSyntaxErrors> in
      Result { () throws(TrailSyntaxErrors) in
        var player = try TrailPlayer(trail, options: options)
        return player.play(takingMistakes: { mistakes.withLock { $0.takeAll() } })
      }
    }
    return try result.get()
  }

  private init(_ trail: Trail, options: [String]) throws(TrailSyntaxErrors) {
    self.trail = trail
    let simulation = Simulation()
    let app: A = try trail.launch(clock: simulation.clock, options: options)
    driver = Driver(app, in: simulation)
  }

  private mutating func play(takingMistakes mistakes: () -> [Mistake]) -> TrailFailure? {
    for line in trail.lines {
      let shown = visible(line)
      let problem = run(line.step) ?? mistakes().first?.description
      if let problem { return failure(at: line.number, shown, problem) }
    }
    guard !driver.effects.isEmpty else { return nil }
    let problem = """
      effects are in flight at the end of the trail: \(list(driver.effects))
      add the line "@ idle" to let them finish
      """
    return failure(at: trail.lastLineNumber, "the end of the trail", problem)
  }

  /// Does what a step says; what is wrong with it, or `nil`.
  private mutating func run(_ step: TrailStep) -> String? {
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
        return "effects are in flight, and however much time passes none of them can finish: "
          + list(error.effects)
      }
    case .restart:
      driver.restart()
      return nil
    }
  }

  private mutating func input(_ line: String) -> String? {
    inputs.append(driver.screen.visible(line))
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
    case .refused(let refusal) where refusal.name == nil:
      return "refused, but not by the app: \(refusal.message)"
    case .refused(let refusal):
      guard let action = refusal.action, !driver.refuses(action) else { return nil }
      return """
        the screen refuses it (\(refusal.message)), but the reducer does not: the action, sent \
        anyway, changed the state or the effects
        guards belong to the reducer; the screen only mirrors them
        """
    }
  }

  private func failure(at line: Int, _ source: String, _ problem: String) -> TrailFailure {
    TrailFailure(
      file: trail.file, line: line, source: source, problem: problem, inputs: inputs,
      screen: driver.screen.lines(width: trail.settings.width))
  }

  /// A line as messages may show it: what is typed into a secure field is bullets.
  private func visible(_ line: TrailLine) -> String {
    switch line.step {
    case .input(let text): "> " + driver.screen.visible(text)
    case .refusedInput(let text): "! " + driver.screen.visible(text)
    case .check(.field(let name, equals: let value))
    where driver.screen.input(named: name)?.isSecure == true:
      "? \(name) is \"\(Secret(value).bullets)\""
    case .comment, .screen, .check, .time, .idle, .restart:
      line.text.split(separator: "\n").first.map { String($0).terminalSafe } ?? ""
    }
  }

  private func list(_ effects: [RunningEffect<A.Root.Action>]) -> String {
    effects.map { "\"\($0.name)\" (started by action \($0.actionNumber))" }
      .joined(separator: ", ")
  }
}

extension Array {
  fileprivate mutating func takeAll() -> [Element] {
    defer { self = [] }
    return self
  }
}
