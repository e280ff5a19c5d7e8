import Cairn
import CairnApp
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
///
/// To stop between two lines, make a player and call ``step()``:
///
///     var player = try TrailPlayer<Onboarding>(trail)
///     while let line = player.next, player.failure == nil {
///       print(line.text)
///       player.step()
///     }
public struct TrailPlayer<A: App> {
  /// The trail.
  public let trail: Trail
  /// How many of its lines, comments included, have been played.
  public private(set) var position = 0
  /// The first line that did not hold; after it nothing is played.
  public private(set) var failure: TrailFailure?

  let conditions: PlayOptions
  let driver: Driver<A.Root>
  /// Whether a screen that is not as expected is taken as it is.
  let isUpdating: Bool
  /// The screens that were not as expected, by the indices of their lines.
  var updates: [Int: [String]] = [:]
  var route: TrailRoute
  var watch = PropertyWatch<A>()
  /// Whether a line so far had a placeholder whose value was invented.
  var hasInvented = false

  /// What the engine finds wrong with the app; it fails the line under way.
  private let issues: RuntimeIssueLog
  private var hasEnded = false

  /// Starts the app.
  ///
  /// - Parameter journal: where everything that happens is written.
  /// - Throws: settings that are not for this app.
  public init(
    _ trail: Trail, under conditions: PlayOptions = PlayOptions(),
    journal: JournalWriter<A.Root>? = nil
  ) throws(TrailSyntaxErrors) {
    try self.init(trail, under: conditions, journal: journal, isUpdating: false)
  }

  init(
    _ trail: Trail, under conditions: PlayOptions, journal: JournalWriter<A.Root>? = nil,
    isUpdating: Bool
  ) throws(TrailSyntaxErrors) {
    self.trail = trail
    self.conditions = conditions
    self.isUpdating = isUpdating
    route = TrailRoute(of: trail)
    let issues = RuntimeIssueLog()
    self.issues = issues
    let seed = conditions.seed ?? trail.settings.seed
    let simulation = seed.map { Simulation(seed: $0) } ?? Simulation()
    let app: A = try trail.launch(in: simulation, options: conditions.options)
    journal?.begin(
      JournalHeader(
        of: A.self, world: .simulated(start: trail.settings.start ?? A.starts.first ?? ""),
        options: trail.settings.options + conditions.options))
    driver = issues.collect { Driver(app, in: simulation, journal: journal) }
    if let problem = issues.taken ?? watch.problem(atStartOf: driver) {
      fail(at: 0, number: 1, "the start of the app", problem)
    }
  }

  /// Plays a trail to its end; `nil` if every line holds.
  ///
  /// - Throws: settings that are not for this app.
  public static func play(
    _ trail: Trail, under conditions: PlayOptions = PlayOptions()
  ) throws(TrailSyntaxErrors) -> TrailFailure? {
    var player = try TrailPlayer(trail, under: conditions)
    player.playToEnd()
    return player.failure
  }

  /// The line that ``step()`` plays; `nil` at the end, and after a failure.
  public var next: TrailLine? {
    failure == nil && position < trail.lines.count ? trail.lines[position] : nil
  }

  /// ``next`` as messages may show it, with a value that could be a secret as bullets.
  public var nextText: String? { next.map { redacted($0, on: driver.screen) } }

  /// The screen as it is now.
  public var screen: [String] { driver.screen.lines(width: trail.settings.width) }

  /// Whether there is nothing left to play.
  public var isAtEnd: Bool { hasEnded || failure != nil }

  /// Plays the next line; behind the last one, sees whether the app has come to rest.
  public mutating func step() {
    guard !isAtEnd else { return }
    issues.collect { playNext() }
  }

  /// Plays all that is left.
  public mutating func playToEnd() {
    issues.collect { while !isAtEnd { playNext() } }
  }

  /// Plays so many lines, or those that are left if they are fewer.
  public mutating func play(upTo count: Int) {
    issues.collect {
      for _ in 0..<count where !isAtEnd { playNext() }
    }
  }

  private mutating func playNext() {
    guard position < trail.lines.count else {
      hasEnded = true
      driver.end()
      if let problem = effectsLeft {
        fail(
          at: position, number: trail.lines.last?.number ?? 1, "the end of the trail", problem)
      }
      return
    }
    let line = trail.lines[position]
    let screen = line.needsScreen ? driver.screen : nil
    let step = line.step.appStep
    let before = step == nil ? nil : watch.moment(of: driver)
    var problem = run(line.step, at: position, on: screen)
    if problem == nil, let before, let step {
      problem = watch.problem(from: before, by: step, in: driver)
    }
    if problem != nil || !issues.isEmpty {
      let problems = [problem, issues.taken].compactMap(\.self)
      fail(
        at: position, number: line.number, redacted(line, on: screen),
        problems.joined(separator: "\n"))
    }
    position += 1
  }

  private mutating func fail(at index: Int, number: Int, _ source: String, _ problem: String) {
    failure = TrailFailure(
      file: trail.file, line: number, source: source,
      problem: hasInvented ? "\(problem)\n\(Self.inventedHint)" : problem,
      phases: route.phases(before: index), route: route.moves(inPhaseOf: index), screen: screen,
      seed: driver.simulation.seed)
  }

  private static var inventedHint: String {
    "the values of its secrets are invented; if it matters what they are, give them with --secrets"
  }

  /// A line as messages may show it: a value that could be a secret is bullets.
  private func redacted(_ line: TrailLine, on screen: Screen<A.Root.Action>?) -> String {
    switch (line.step, screen) {
    case (.input(let text), let screen?):
      "> " + (SecretPlaceholder.line(text) ?? screen.redacted(text))
    case (.refusedInput(let text), let screen?):
      "! " + (SecretPlaceholder.line(text) ?? screen.redacted(text))
    case (.check(.field(let name, equals: let value)), let screen?)
    where screen.mayHoldSecret(name):
      "? \(name.terminalSafe) is \"\(Secret(value).bullets)\""
    case (.comment, _), (.screen, _), (.check, _), (.time, _), (.idle, _), (.restart, _),
      (.input, nil), (.refusedInput, nil):
      line.text.split(separator: "\n").first.map { String($0).terminalSafe } ?? ""
    }
  }
}

extension TrailLine {
  /// Whether what it says, or how it may be shown, depends on the screen that it finds.
  fileprivate var needsScreen: Bool {
    switch step {
    case .input, .refusedInput, .check, .screen: true
    case .comment, .time, .idle, .restart: false
    }
  }
}

extension RuntimeIssueLog {
  /// Runs `body` and keeps what is reported in it.
  fileprivate func collect<Result>(_ body: () -> Result) -> Result {
    RuntimeIssue.$reporter.withValue(.init(append)) { body() }
  }

  /// What was reported since the last time, as a text; `nil` for nothing.
  fileprivate var taken: String? {
    let issues = takeAll()
    return issues.isEmpty ? nil : issues.map(\.description).joined(separator: "\n")
  }
}
