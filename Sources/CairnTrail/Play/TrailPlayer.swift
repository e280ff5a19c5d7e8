import Cairn
import CairnApp
import CairnSimulation

/// Plays a trail on an app, in a simulated world and in virtual time.
///
///     let trail = try Trail.parse(text, file: "happy.trail")
///     let failure = try TrailPlayer<Onboarding>.play(trail)
///     print(failure?.description ?? "passed")
///
/// Ready effects run at the start and after every input; only `@` lines advance time. The first line
/// that fails ends the trail. The same trail has the same result in every run.
///
/// To stop between lines, make a player and call ``step()``:
///
///     var player = try TrailPlayer<Onboarding>(trail)
///     while let line = player.next, player.failure == nil {
///       print(line.text)
///       player.step()
///     }
///
/// A line fails if more than 100,000 parts of effects run at one instant, or more than 100,000 actions in one turn.
///
/// Not guaranteed: that a line ends. A loop without end in a reducer or a screen never returns, and neither does an
/// effect that does nothing but send in such a loop.
public struct TrailPlayer<A: App> {
  /// The trail.
  public let trail: Trail
  /// The number of played lines, comments included.
  public private(set) var position = 0
  /// The first failed line, which ends the trail.
  public private(set) var failure: TrailFailure?

  let options: PlayOptions
  let driver: Driver<A.Root>
  let events: Screen<A.Root.Action>
  /// Whether an unexpected screen replaces the expected one.
  let isUpdating: Bool
  /// The unexpected screens, by the index of their line.
  var updates: [Int: [String]] = [:]
  var route: TrailRoute
  var watch: PropertyWatch<A>
  /// Whether a placeholder in a played line had an invented value.
  var hasInvented = false
  /// Whether a played line had a placeholder.
  var hasPlaceholder = false
  /// The number of instants of the last line at which timers fired.
  package internal(set) var instants = 0

  /// Runtime issues of the app; they fail the current line.
  private let issues: RuntimeIssueLog
  private let failsOnIssues: Bool
  private let keepsJournal: Bool
  /// The choices of the trail; `nil` if it has none, or a seed takes their place.
  private let choices: DrawnChoices?
  private var hasEnded = false
  /// The live screens after the last line that may have changed them. ``step()`` makes them anew: the simulation may
  /// have been advanced since the line before. ``playOn(upTo:)`` does not.
  private var lastScreens: [Screen<A.Root.Action>]?

  /// Starts the app.
  ///
  /// - Parameter journal: receives every event.
  /// - Throws: settings that do not fit this app.
  public init(
    _ trail: Trail, under options: PlayOptions = PlayOptions(),
    journal: JournalWriter<A.Root>? = nil
  ) throws(TrailSyntaxErrors) {
    try self.init(trail, under: options, journal: journal, checking: A.properties)
  }

  /// - Parameters:
  ///   - properties: the properties that each line is checked against; by default, those of the app.
  ///   - failsOnIssues: whether a line fails if it reports a runtime issue.
  ///   - point: a state, a memory and a time in place of those at the start of the app.
  ///   - follower: follows the driver, unless there is a point.
  package init(
    _ trail: Trail, under options: PlayOptions, journal: JournalWriter<A.Root>? = nil,
    isUpdating: Bool = false, checking properties: [AppProperty<A.Root.State>],
    failsOnIssues: Bool = true,
    from point: (state: A.Root.State, memory: WorldMemory.Snapshot, time: Duration)? = nil,
    follower: (any DriverFollower<A.Root.State, A.Root.Action>)? = nil
  ) throws(TrailSyntaxErrors) {
    watch = PropertyWatch(properties, canEnd: !options.isRealTime)
    self.failsOnIssues = failsOnIssues
    keepsJournal = journal != nil
    self.trail = trail
    self.options = options
    self.isUpdating = isUpdating
    route = TrailRoute(of: trail)
    let issues = RuntimeIssueLog()
    self.issues = issues
    events = issues.collect { A.eventScreen }
    let seed = options.seed ?? trail.settings.seed
    let (drawn, delays) = (trail.settings.choices, trail.settings.delays)
    let isDrawn = seed == nil && !(drawn.isEmpty && delays.isEmpty)
    let choices = isDrawn ? DrawnChoices(drawn, delays: delays) : nil
    self.choices = choices
    let simulation =
      choices.map { Simulation(choices: $0) } ?? seed.map { Simulation(seed: $0) }
      ?? Simulation()
    simulation.partLimit = 100_000
    let app: A = try issues.collect {
      Result { () throws(TrailSyntaxErrors) in
        try trail.launch(in: simulation, under: options)
      }
    }.get()
    journal?.begin(
      JournalHeader(
        of: A.self, world: .simulated(start: trail.settings.start ?? A.starts.first ?? ""),
        options: trail.settings.options + options.options))
    let visit = watch.visit
    driver = issues.collect {
      guard let point else {
        return Driver(
          app, in: simulation, journal: journal, follower: follower, visit: visit)
      }
      simulation.memory.restore(point.memory)
      simulation.advance(by: point.time)
      var machine = Machine(app.state, reducer: app.reducer)
      machine.current = point.state
      let resume: (Simulation, Machine<A.Root.State, A.Root.Action>) -> _ = {
        $0.store(resuming: $1)
      }
      return Driver(
        app, in: simulation, from: machine, resume: resume, eventObserver: { _, _ in }, visit: visit
      )
    }
    _ = issues.collect { driver.screen }
    let (mismatch, startIssues) = (choices?.takeMismatch(), takenIssues)
    let hasIssue = mismatch == nil && startIssues != nil
    if let problem = mismatch ?? startIssues ?? watch.problem(atStartOf: driver) {
      fail(at: 0, number: 1, "the start of the app", problem)
      failure?.property = watch.violation ?? (hasIssue ? Self.noIssue : nil)
    }
  }

  /// Plays a trail to its end; `nil` if every line passes.
  ///
  /// - Throws: settings that do not fit this app.
  public static func play(
    _ trail: Trail, under options: PlayOptions = PlayOptions()
  ) throws(TrailSyntaxErrors) -> TrailFailure? {
    var player = try TrailPlayer(trail, under: options)
    player.playToEnd()
    return player.failure
  }

  /// The line that ``step()`` plays next; `nil` at the end, and after a failure.
  public var next: TrailLine? {
    failure == nil && position < trail.lines.count ? trail.lines[position] : nil
  }

  /// ``next`` with bullets in place of a possible secret.
  package var nextText: String? { next.map { redacted($0, on: driver.screen) } }

  /// The current screen.
  public var screen: [String] { screen(width: trail.settings.width) }

  package func screen(width: Int) -> [String] { driver.screen.lines(width: width) }

  package func failure(width: Int?) -> TrailFailure? {
    guard let width, var failure else { return failure }
    failure.screen = screen(width: width)
    return failure
  }

  package var state: A.Root.State { driver.state }

  package var time: Duration { driver.simulation.clock.time.offset }

  /// The live screens after the last line, from the root up.
  package var screens: [Screen<A.Root.Action>] { lastScreens ?? driver.screens }

  /// Whether the trail has ended or failed.
  public var isAtEnd: Bool { hasEnded || failure != nil }

  /// Plays the next line; after the last line, checks that no effect is in flight.
  public mutating func step() {
    play(upTo: 1)
  }

  /// Plays the remaining lines.
  public mutating func playToEnd() {
    play(upTo: .max)
  }

  /// Plays up to `count` lines.
  public mutating func play(upTo count: Int) {
    lastScreens = nil
    playOn(upTo: count)
  }

  /// Plays up to `count` lines, if nothing but this player has advanced the simulation: the screens after one line
  /// are those that the next one is read on.
  package mutating func playOn(upTo count: Int) {
    issues.collect {
      var rest = count
      while rest > 0, !isAtEnd {
        playNext()
        rest -= 1
      }
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
    // What other lines mean, and how they are redacted, does not depend on the screen.
    let screen: Screen<A.Root.Action>? =
      switch line.step {
      case .app(.input), .refusedInput, .check, .screen:
        Driver<A.Root>.top(of: lastScreens ?? driver.screens)
      case .comment, .app: nil
      }
    let step: AppStep? = if case .app(let step) = line.step { step } else { nil }
    if step != nil { watch.beginStep(of: driver, on: lastScreens) }
    instants = 0
    let problemOfLine = run(line.step, at: position, on: screen)
    var problem = watch.missed ?? problemOfLine
    if problem == nil, step != nil { problem = PropertyWatch<A>.inequality(of: driver.state) }
    if let step {
      // As a person sees it: an app that crashes in its screens fails here.
      // The next line is read on the top one.
      let screens = driver.screens
      _ = Driver<A.Root>.top(of: screens)
      if problem == nil {
        problem = watch.problem(by: step, hasFired: instants > 0, in: driver, on: screens)
      }
      lastScreens = screens
    }
    let (mismatch, issues) = (choices?.takeMismatch(), takenIssues)
    if mismatch != nil || problem != nil || issues != nil {
      fail(
        at: position, number: line.number, redacted(line, on: screen),
        [mismatch, problem, issues].compactMap(\.self).joined(separator: "\n"))
      // With other choices the line is another one.
      if mismatch == nil {
        failure?.property = watch.violation ?? (issues == nil ? nil : Self.noIssue)
      }
    }
    position += 1
  }

  private static var noIssue: String { AppProperty<A.Root.State>.noRuntimeIssue.name }

  /// The issues since the last call, as text; `nil` if there are none, or none counts.
  private var takenIssues: String? {
    let taken = issues.takeAll()
    return taken.isEmpty || !failsOnIssues
      ? nil : taken.map(\.description).joined(separator: "\n")
  }

  private mutating func fail(at index: Int, number: Int, _ source: String, _ problem: String) {
    failure = TrailFailure(
      file: trail.file, line: number, source: source,
      problem: hasInvented ? "\(problem)\n\(TrailSecrets.inventedHint(for: "trail"))" : problem,
      phases: route.phases(before: index), route: route.moves(inPhaseOf: index), screen: screen,
      seed: driver.simulation.seed)
    // A journal without an end tells of a crash.
    if keepsJournal, !hasEnded { driver.end() }
  }

  /// A line with bullets in place of a possible secret.
  private func redacted(_ line: TrailLine, on screen: Screen<A.Root.Action>?) -> String {
    switch (line.step, screen) {
    case (.app(.input(let text)), let screen?):
      "> " + screen.redactedInTrail(text)
    case (.refusedInput(let text), let screen?):
      "! " + screen.redactedInTrail(text)
    case (.app(.event(let text)), _):
      "@ event " + events.redactedInTrail(text)
    case (.check(.field(let name, equals: let value)), let screen?)
    where screen.mayHoldSecret(name):
      "? \(name.terminalSafe) is \"\(Secret(value).bullets)\""
    case (.comment, _), (.screen, _), (.check, _), (.app, _), (.refusedInput, nil):
      line.text.split(separator: "\n").first.map { String($0).terminalSafe } ?? ""
    }
  }
}

extension RuntimeIssueLog {
  fileprivate func collect<Result>(_ body: () -> Result) -> Result {
    RuntimeIssue.$reporter.withValue(.init(append)) { body() }
  }
}

/// A trail with its expected screens updated.
///
///     let update = try TrailPlayer<Onboarding>.update(trail)
///     update.text  // the file with updated `|` blocks
///
/// Each block that does not match is rewritten as a whole, with the line ends of its first line; every
/// other byte stays. A trail that fails for another reason is not rewritten.
public struct TrailUpdate: Equatable, Sendable {
  /// The trail after the update.
  public let text: String
  /// The first line numbers of the rewritten blocks, before the update.
  public let rewritten: [Int]
  /// The failure of the trail, if it has one besides its screens.
  public let failure: TrailFailure?
}

extension TrailPlayer {
  /// Plays a trail and updates its screens.
  ///
  /// - Throws: settings that do not fit this app.
  public static func update(
    _ trail: Trail, under options: PlayOptions = PlayOptions()
  ) throws(TrailSyntaxErrors) -> TrailUpdate {
    var player = try TrailPlayer(
      trail, under: options, isUpdating: true, checking: A.properties)
    player.playToEnd()
    let updates = player.failure == nil ? player.updates : [:]
    let blocks = updates.sorted { $0.key < $1.key }.map { (trail.lines[$0.key], $0.value) }
    return TrailUpdate(
      text: trail.text.rewriting(blocks), rewritten: blocks.map(\.0.number),
      failure: player.failure)
  }
}

extension String {
  /// The text with the lines of each block, in order, replaced by the lines of a screen.
  fileprivate func rewriting(_ blocks: [(line: TrailLine, screen: [String])]) -> String {
    guard !blocks.isEmpty else { return self }
    // By bytes, because a carriage return and the line feed after it are one character.
    let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The byte order mark before the first line is no part of a block.
    let mark = blocks[0].line.number == 1 && unicodeScalars.first == "\u{FEFF}" ? "\u{FEFF}" : ""
    var result: [Substring] = []
    var next = 0
    for (line, screen) in blocks {
      let start = line.number - 1
      let end = start + line.text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      result += lines[next..<start].map { Substring($0) }
      let lineEnd = lines[start].last == UInt8(ascii: "\r") ? "\r" : ""
      result += screen.map { row in
        let row = row.isEmpty ? "|" : "| \(row)"
        return Substring(row + lineEnd)
      }
      // The last line of a file may have no line end. It is an earlier one if the screen has no lines.
      let isAtEnd = end == lines.count && lines[end - 1].last != UInt8(ascii: "\r")
      if isAtEnd, result.last?.last == "\r" { result[result.count - 1].removeLast() }
      next = end
    }
    result += lines[next...].map { Substring($0) }
    return mark + result.joined(separator: "\n")
  }
}
