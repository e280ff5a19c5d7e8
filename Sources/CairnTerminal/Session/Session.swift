import Cairn
import CairnApp
import CairnDump
import CairnPage
import CairnTrail
import Foundation

/// One run of an app, at a terminal or from a pipe: takes typed lines and answers each.
final class Session<A: App> {
  enum Answer: Equatable {
    /// The screen is to be shown, after the remark if there is one.
    case screen(remark: String?)
    case text([String])
    /// Sentences, which a terminal wraps, and indented trails, which it does not.
    case report([String])
    case written(String, file: String)
    case refused(String)
    case quit

    /// The output of a command; `nil` if it is none.
    var output: [String]? {
      switch self {
      case .text(let lines), .report(let lines): lines
      case .written(let text, file: _): [text]
      case .screen, .refused, .quit: nil
      }
    }
  }

  let driver: Driver<A.Root>
  let clock: WallClock
  let searcher: AppSearcher<A>
  /// The moments for a page; `nil` if none shows them.
  let moments: PageHistory<A>?
  /// The world in which the app was started, and the app's own options.
  let launch: (world: Launch.World, options: [String])
  let loadPicture: (@Sendable (WebAddress) async -> [UInt8]?)?
  /// The width of answers in columns.
  var width = 80
  /// The part of a long list that a window shows, and whether there is a window.
  var listPart = ListPart()
  /// The screen whose part it is.
  var listPlace: String?
  var showsPages = false
  /// The rows of the window for the screen, at the last drawing; `nil` if it has room for no page.
  var rowsForScreen: Int?
  var travel = TimeTravel<Driver<A.Root>.Checkpoint>()
  /// The number of inputs that can always be undone. Of a tenth more, the first are forgotten.
  private let stepLimit: Int
  /// The accepted lines as a trail: for `:save`, and for the file of the command `record`.
  var recorder: Recorder<A.Root>
  /// The number of times that sealed states have ended the history.
  private(set) var sealings = 0
  /// Whether the history was discarded in the sealed state that is still current.
  private var wasSealed = false
  /// Whether a sealed state has made lines of the recording inaccessible.
  private(set) var hasSealedLines = false
  /// The number of choices of the simulation that the history has taken in.
  private var knownDecisions = 0
  /// Changes at every event of the store and at every restored state.
  private(set) var revision = 0
  /// Whether a state since the last look was sealed.
  private var hasPassedSeal = false
  /// Whether a state since then was not sealed.
  private var wasOpened = false
  /// Of the effects in flight, by number.
  private(set) var startTimes: [Int: Duration] = [:]
  private var observation: StoreObservation?
  /// Whether Ctrl-C has ended the last command: what was typed behind it is not run.
  var wasInterrupted = false
  var hasRefuted = false
  var hasToldForgetting = false
  /// The remarks of the inputs of a line whose screen was not shown; `nil` if none is to be shown.
  var owed: [String]?
  /// The names of the secure fields of all screens so far.
  private var secretNames: Set<String> = []
  let events = A.eventScreen
  /// Reads the events of the real world, until the session is released.
  private(set) var incoming: Task<Void, Never>?
  private var screenCache: (revision: Int, screens: [Screen<A.Root.Action>], LineContext)?

  init(
    _ app: A, in world: Launch.World = .real, options: [String] = [], clock: WallClock,
    journal: JournalWriter<A.Root>? = nil, searcher: AppSearcher<A> = AppSearcher(),
    moments: PageHistory<A>? = nil, stepLimit: Int = 10_000
  ) {
    (self.clock, self.moments) = (clock, moments)
    self.searcher = searcher
    launch = (world, options)
    loadPicture = app.loadPicture
    driver = Driver(app, in: clock.simulation, journal: journal, follower: moments)
    self.stepLimit = stepLimit
    recorder = Recorder(of: A.self, in: driver, upTo: FileLimit.trail) { _ in }
    for effect in driver.allEffects { startTimes[effect.number] = clock.now }
    hasPassedSeal = A.isSealed(driver.state)
    observation = driver.store.observe { [weak self] event in self?.take(event) }
    if world == .real, let events = app.incomingEvents { incoming = follow(events) }
  }

  deinit { incoming?.cancel() }

  private func take(_ event: StoreEvent<A.Root.Action>) {
    revision += 1
    if isSealed { hasPassedSeal = true } else { wasOpened = true }
    for effect in event.changes.started { startTimes[effect.number] = clock.now }
    for number in event.changes.cancelled { startTimes[number] = nil }
    if case .finished(let effect, _) = event { startTimes[effect.number] = nil }
  }

  /// Runs the session to its end: interactively at a terminal, else as a script.
  func run(_ options: RunOptions) -> ExitStatus {
    let environment = Surroundings.current.environment
    guard Descriptor.standardInput.isTerminal, options.presentation != .json else {
      return Script(self, keepsGoing: options.keepsGoing, options.presentation).run()
    }
    if Descriptor.standardOutput.isTerminal { width = WindowSize.current.columns }
    guard case .lines = options.presentation, RawTerminal.isAvailable(environment) else {
      return LineREPL(self, options.presentation).run()
    }
    return REPL(self, options, HistoryFile(of: A.name, environment: environment)).run()
  }

  /// - Parameter written: the recorded line.
  func take(_ written: String, shownAs redacted: String, _ send: () -> Void) -> Answer {
    let before = driver.checkpoint
    moments?.take(
      written, after: travel.position, haveEnded: driver.allEffects.isEmpty, at: clock.now)
    send()
    recorder.recordScreen(of: driver)
    travel.record(redacted, before: before, after: driver.checkpoint)
    return .screen(remark: forgetFirstSteps())
  }

  /// Takes in the time that has passed, and adds the answers that stand-ins have given to the last input.
  func catchUp() {
    clock.catchUp()
    forgetSealed()
    let choices = driver.simulation.choices
    guard choices.decisionCount > knownDecisions else { return }
    let answers = choices.answers(after: knownDecisions)
    knownDecisions = choices.decisionCount
    travel.add(answers: answers.compactMap { DrawnChoice($0).words?.terminalSafe })
  }

  /// Forgets the first inputs if there are too many; a remark the first time.
  private func forgetFirstSteps() -> String? {
    if travel.steps.count > stepLimit + stepLimit / 10 {
      let count = travel.steps.count - stepLimit
      travel.forget(first: count)
      recorder.forget(first: count)
      moments?.forgetInputs(count)
    }
    guard travel.forgottenCount > 0, !hasToldForgetting else { return nil }
    hasToldForgetting = true
    return "from here on only the last \(counted(stepLimit, "input")) can be undone; the first are"
      + " forgotten"
  }
}

// MARK: - Sealed states

extension Session {
  /// Whether the app has sealed its current state, of which tools show nothing.
  var isSealed: Bool { A.isSealed(driver.state) }

  /// Discards the history, and in the real world the typed secrets, if the app was in a sealed state since
  /// the last call. The current state counts for the next call too, because the next line is typed in it.
  func forgetSealed() {
    guard hasPassedSeal else { return }
    hasPassedSeal = isSealed
    let wasOpened = wasOpened
    self.wasOpened = false
    let isQuiet = travel.steps.isEmpty && !recorder.hasLines
    if wasSealed, isSealed, !wasOpened, isQuiet { return }
    wasSealed = hasPassedSeal
    hasSealedLines = hasSealedLines || recorder.hasLines
    travel.forget()
    recorder.forget(keepingSecrets: launch.world != .real)
    sealings += 1
  }

  /// The reason why time cannot be moved ahead: in a sealed state of the real world, a wait must take
  /// its time.
  var refusalOfTime: String? {
    guard isSealed, !clock.isVirtual, launch.world == .real else { return nil }
    return "time cannot be moved ahead: the app has sealed this screen"
  }
}

// MARK: - Values derived from the store

extension Session {
  var screen: Screen<A.Root.Action> { screens.last ?? driver.screen }

  /// The live screens, from the root up; built once per revision.
  var screens: [Screen<A.Root.Action>] { cachedScreens.screens }

  /// The editor's knowledge of the screen; built once per revision.
  var lineContext: LineContext { cachedScreens.context }

  private var cachedScreens: (screens: [Screen<A.Root.Action>], context: LineContext) {
    if let (revision, screens, context) = screenCache, revision == self.revision {
      return (screens, context)
    }
    let screens = driver.screens
    secretNames.formUnion(screens.flatMap(\.outline.secureNames))
    let context = LineContext(
      of: screens.last, secrets: secretNames, events: events.inputs
    ) { [weak driver] path in
      guard let state = driver?.state, !A.isSealed(state) else { return [] }
      return Array(paths(in: state, completing: path).prefix(200))
    }
    screenCache = (revision, screens, context)
    return (screens, context)
  }

  /// Waits for new effects that end at once, such as the save of a small file: the screen that they replace
  /// is then not shown.
  ///
  /// It ends when no effect is younger than the limit, or when one of the descriptors is readable.
  func waitForNewEffects(unless inputs: [Int32], upTo limit: Duration = WallClock.patience) {
    guard !clock.isVirtual else { return }
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end, hasEffect(startedAfter: clock.now - limit) {
      guard clock.wait(for: inputs, upTo: end - .now).isEmpty else { return }
    }
  }

  private func hasEffect(startedAfter time: Duration) -> Bool {
    driver.effects.contains { effect in
      startTimes[effect.number].map { $0 > time } ?? false
    }
  }

  /// Puts a former state in place of the current one. Returns the effects that were in flight and are dropped.
  func restore(_ checkpoint: Driver<A.Root>.Checkpoint) -> [RunningEffect<A.Root.Action>] {
    revision += 1
    return driver.restore(checkpoint)
  }
}

extension String {
  /// Whether the line is a command to the tool and not input of the app.
  var isColonCommand: Bool {
    unicodeScalars.first { !$0.properties.isWhitespace } == ":"
  }

  /// The names of inputs and commands with semicolons between them, up to one with a value that may contain one.
  var inputNames: [String] {
    var names: [String] = []
    var rest: Substring? = self[...]
    while let parts = rest {
      let end = parts.endOfFirstPart
      let words = parts[..<(end ?? parts.endIndex)].split(whereSeparator: \.isWhitespace)
      if let name = words.first {
        names.append(name[..<name.endOfName].excerpt + (words.count > 1 ? " …" : ""))
        let isCommand = (try? ColonCommand.named(String(name)))?.hasWholeValue ?? false
        if words.count > 1, !isCommand { break }
      }
      rest = end.map { parts[$0...].dropFirst() }
    }
    return names
  }
}

// MARK: - Leaving

extension Session {
  /// Waits until every effect but background effects has ended, and says so first. Ctrl-C and SIGTERM end the wait.
  ///
  /// In a simulated world nothing is lost, and there is no wait.
  ///
  /// - Parameter status: the status of the run. After two Ctrl-C at a prompt there is no wait.
  /// - Returns: the status of the program: ``ExitStatus/failed`` if an effect was not finished, or if something
  ///   could not be saved.
  func leave(_ status: ExitStatus) -> ExitStatus {
    clock.catchUp()
    guard launch.world == .real else { return status }
    let status = finishEffects(status)
    let lost = A.unsavedWork(in: driver.state)
    guard !lost.isEmpty else { return status }
    Output.error.print("not saved: \(lost.joined(separator: ", "))")
    return .failed
  }

  private func finishEffects(_ status: ExitStatus) -> ExitStatus {
    guard !driver.effects.isEmpty else { return status }
    if status == .interrupted { return leaveUnfinished() }
    // Ctrl-C is handled before the message offers it.
    return InterruptWatch.run(withTermination: true) { _ in
      Output.error.print("waiting for \(effectNames); press Ctrl-C to leave now")
      if waitForEffects() { return status }
      // The terminal has shown what was typed meanwhile, and ^C.
      if Output.error.isTerminal { Output.error.write(TerminalText(.lineFeed)) }
      return leaveUnfinished()
    }
  }

  /// Waits until every effect but background effects has ended; `false` if Ctrl-C ended the wait.
  ///
  /// - Parameter skipsTime: whether timers fire at once, also where time follows the wall clock.
  func waitForEffects(skippingTime skipsTime: Bool = false) -> Bool {
    clock.catchUp()
    guard !driver.effects.isEmpty else { return true }
    return InterruptWatch.run { isInterrupted in
      while !driver.effects.isEmpty {
        if isInterrupted() {
          wasInterrupted = true
          return false
        }
        if skipsTime || clock.isVirtual, clock.skipToNext() { continue }
        _ = clock.wait(for: [InterruptWatch.eventDescriptor])
      }
      return true
    }
  }

  /// Says which effects are in flight, because the program ends without them.
  func leaveUnfinished() -> ExitStatus {
    Output.error.print("not finished: \(effectNames)")
    return .failed
  }

  var effectNames: String {
    driver.effects.map(\.name.inQuotes).joined(separator: ", ")
  }
}
