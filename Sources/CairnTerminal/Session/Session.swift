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
    /// A text that names a file.
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
  /// The number of inputs that can be undone. Of more inputs, the first are forgotten.
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
  private let monitor = EventMonitor()
  private var observation: StoreObservation?
  /// Whether a search of the session has refuted a property.
  var hasRefuted = false
  /// Whether an answer has said that the first inputs are forgotten.
  var hasToldForgetting = false
  /// The remarks of the inputs of a line whose screen was not shown; `nil` if none is to be shown.
  private var owed: [String]?
  /// The names of the secure fields of all screens so far.
  private var secretNames: Set<String> = []
  /// The events of the app, as inputs.
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
    monitor.effectsStarted(driver.allEffects.map(\.number), at: clock.now)
    monitor.hasPassedSeal = A.isSealed(driver.state)
    observation = driver.observe { [monitor, clock, weak driver] event in
      monitor.revision += 1
      if let driver, A.isSealed(driver.state) {
        monitor.hasPassedSeal = true
      } else {
        monitor.wasOpened = true
      }
      monitor.effectsStarted(event.changes.started.map(\.number), at: clock.now)
      monitor.effectsEnded(event.changes.cancelled)
      if case .finished(let effect, _) = event { monitor.effectsEnded([effect.number]) }
    }
    if world == .real, let events = app.incomingEvents { incoming = follow(events) }
  }

  deinit { incoming?.cancel() }

  /// Runs the session to its end: interactively at a terminal, else as a script.
  func run(_ options: OptionValues) throws(UsageError) -> ExitStatus {
    let environment = Surroundings.current.environment
    let run = try RunOptions(
      options, environment: environment, outputIsTerminal: Descriptor.standardOutput.isTerminal)
    guard Descriptor.standardInput.isTerminal, run.presentation != .json else {
      return Script(self, keepsGoing: options.has("--keep-going"), run.presentation).run()
    }
    if Descriptor.standardOutput.isTerminal { width = WindowSize.current.columns }
    guard run.edits, RawTerminal.isAvailable(environment) else {
      return LineREPL(self, run.presentation).run()
    }
    return REPL(self, run, HistoryFile(of: A.name, environment: environment)).run()
  }

  /// Executes the first of the inputs and commands of a typed line, which have semicolons between them. A unique
  /// beginning stands for a name.
  ///
  /// - Returns: the answers to show, and the rest of the line; `nil` at its end, and after a refusal. The screen
  ///   after an input is not among them if another part follows: ``takeOwedScreen()`` gives it before.
  func answer(toFirstOf line: String) -> (answers: [Answer], rest: String?) {
    let (answer, rest) = answerFirst(of: line)
    return (showing(answer, beforeOthers: rest != nil), rest)
  }

  /// The screen after inputs of a line, with their remarks, if it was not among the answers.
  func takeOwedScreen() -> Answer? {
    defer { owed = nil }
    return owed.map { .screen(remark: $0.isEmpty ? nil : $0.joined(separator: "; ")) }
  }

  /// Whether a line can run that waits for the effects of the lines before it. Virtual time passes by commands
  /// alone, which do not wait.
  ///
  /// - Parameter isPart: whether it is the rest of a line. In virtual time it waits for no timer.
  func isReady(for line: String, isPart: Bool) -> Bool {
    if driver.effects.isEmpty { return true }
    return clock.isVirtual && (isPart ? clock.hasTimerAlone : line.isColonCommand)
  }

  /// Notes that the state has changed: its screen is shown before the next text or refusal.
  func oweScreen() { owed = owed ?? [] }

  private func showing(_ answer: Answer, beforeOthers: Bool) -> [Answer] {
    switch answer {
    case .screen(let remark):
      owed = (owed ?? []) + [remark].compactMap(\.self)
      return beforeOthers ? [] : [takeOwedScreen()].compactMap(\.self)
    case .text, .report, .written, .refused: return [takeOwedScreen(), answer].compactMap(\.self)
    case .quit:
      owed = nil
      return [.quit]
    }
  }

  private func answerFirst(of line: String) -> (answer: Answer, rest: String?) {
    catchUp()
    let line = screen.completingName(in: line)
    let parts: (first: String, rest: String?)?
    do throws(UsageError) {
      parts =
        try line.isColonCommand
        ? ColonCommand.firstOfSeveral(in: line, before: screen.names)
        : screen.firstOfSeveral(in: line)
    } catch {
      return (.refused(error.description), nil)
    }
    guard let (first, others) = parts else { return (answer(toLast: line), nil) }
    let names = others?.inputNames.joined(separator: ", ") ?? "the rest of the line"
    switch answer(exactly: first) {
    case .refused(let reason):
      return (.refused(reason + (names.isEmpty ? "" : "; not run: \(names)")), nil)
    case .quit: return (.quit, nil)
    case let answer: return (answer, names.isEmpty ? nil : others)
    }
  }

  /// Executes a line that is not split. If its value contains a semicolon, the answer tells it.
  private func answer(toLast line: String) -> Answer {
    guard let input = screen.fieldWithSemicolon(in: line) else { return answer(exactly: line) }
    let part = "\";\" is part of the value"
    let quotes = "put the value in quotes: \(input.name) \"…\"; …"
    guard input.isSecure || lineContext.secretNameEnd(in: line) == nil else {
      return .refused("\(part), and \(input.name) would show a secret; \(quotes)")
    }
    let answer = answer(exactly: line)
    guard case .screen(let remark) = answer else { return answer }
    let other = "\(part); before another input, \(quotes)"
    return .screen(remark: [other, remark].compactMap(\.self).joined(separator: "; "))
  }

  /// Executes a command or an input whose name is whole.
  func answer(exactly line: String) -> Answer {
    catchUp()
    defer { forgetSealed() }
    if line.isColonCommand {
      do throws(UsageError) {
        let (command, argument) = try ColonCommand.parse(line)
        return try answer(to: command, argument)
      } catch {
        return .refused(error.description)
      }
    }
    if let placeholder = screen.placeholder(in: line) {
      return .refused(
        "\(placeholder) stands for a secret that a trail does not contain; type the secret, or put this"
          + " value in quotes")
    }
    let (meaning, redacted, secret) = screen.interpret(line)
    return take(meaning, line, shownAs: redacted, secret: secret)
  }

  /// Executes the name of a secure field with a value that was asked for after it.
  func answer(to name: String, asked value: String) -> [Answer] {
    let isUnchanged = value.isBlank
    let answer: Answer =
      isUnchanged
      ? .refused("\(name) is unchanged; \"\" clears it") : answer(exactly: "\(name) \(value)")
    return showing(answer, beforeOthers: false)
  }

  private func take(
    _ meaning: TypedLine<A.Root.Action>, _ line: String, shownAs redacted: String, secret: Secret?
  ) -> Answer {
    switch meaning {
    case .blank: return .screen(remark: nil)
    case .refused(let refusal):
      guard case .unknownName = refusal.reason else { return .refused(refusal.message) }
      let word = String(line.split(maxSplits: 1, whereSeparator: \.isWhitespace).first ?? "")
      let names = screen.names.meant(by: word)
      guard names.count < 2 else { return .refused(ambiguous(word, names)) }
      guard let command = ColonCommand.meant(by: line) else {
        let isCut =
          refusal.reason == .unknownName(suggestion: nil)
          && screen.names.count > [String].listedCount
        return .refused(refusal.message + (isCut ? "; :actions lists all" : ""))
      }
      return .refused("commands begin with a colon: type \(command.rawValue)")
    case .action(let action, name: _):
      let written = recorder.record(line, secret: secret, on: screen, in: driver)
      return take(written, shownAs: redacted) { driver.send(action) }
    }
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
  private func catchUp() {
    clock.catchUp()
    forgetSealed()
    guard driver.simulation.choices.decisionCount > knownDecisions else { return }
    let decisions = driver.simulation.choices.decisions.dropFirst(knownDecisions)
    knownDecisions += decisions.count
    travel.add(
      answers: decisions.compactMap {
        if case .answer(let answer) = DrawnChoice($0) { answer.terminalSafe } else { nil }
      })
  }

  /// Forgets the first inputs if there are too many; a remark the first time.
  private func forgetFirstSteps() -> String? {
    if travel.steps.count > stepLimit {
      let count = stepLimit / 10 + 1
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
    guard monitor.hasPassedSeal else { return }
    monitor.hasPassedSeal = isSealed
    let wasOpened = monitor.wasOpened
    monitor.wasOpened = false
    let isQuiet = travel.steps.isEmpty && !recorder.hasLines
    if wasSealed, isSealed, !wasOpened, isQuiet { return }
    wasSealed = monitor.hasPassedSeal
    hasSealedLines = hasSealedLines || recorder.hasLines
    travel.forget()
    recorder.forget(keepingSecrets: launch.world != .real)
    sealings += 1
  }

  /// - Throws: if a command would show a sealed state, or go back to what is behind it.
  func checkSeal(of command: ColonCommand) throws(UsageError) {
    guard isSealed, command.isSealable else { return }
    throw UsageError("\(command.rawValue) is not available: the app has sealed this screen")
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
  /// Changes at every event of the store and at every restored state.
  var revision: Int { monitor.revision }

  /// The screen on top.
  var screen: Screen<A.Root.Action> { screens.last ?? driver.screen }

  /// The live screens, from the root up; built once per revision.
  var screens: [Screen<A.Root.Action>] { cachedScreens.screens }

  /// The editor's knowledge of the screen; built once per revision.
  var lineContext: LineContext { cachedScreens.context }

  private var cachedScreens: (screens: [Screen<A.Root.Action>], context: LineContext) {
    if let (revision, screens, context) = screenCache, revision == monitor.revision {
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
    screenCache = (monitor.revision, screens, context)
    return (screens, context)
  }

  /// The time at which an effect in flight was started.
  func startTime(ofEffect number: Int) -> Duration? { monitor.startTimes[number] }

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
      startTime(ofEffect: effect.number).map { $0 > time } ?? false
    }
  }

  /// Puts a former state in place of the current one.
  ///
  /// - Returns: the effects that were in flight and are dropped.
  func restore(_ checkpoint: Driver<A.Root>.Checkpoint) -> [RunningEffect<A.Root.Action>] {
    monitor.revision += 1
    return driver.restore(checkpoint)
  }
}

/// Follows a store's events. The observer captures this object and not the session, because the
/// session may be released before its effects end.
private final class EventMonitor {
  var revision = 0
  /// Whether a state since the last look was sealed.
  var hasPassedSeal = false
  /// Whether a state since then was not sealed.
  var wasOpened = false
  private(set) var startTimes: [Int: Duration] = [:]

  func effectsStarted(_ numbers: [Int], at time: Duration) {
    for number in numbers { startTimes[number] = time }
  }

  func effectsEnded(_ numbers: [Int]) {
    for number in numbers { startTimes[number] = nil }
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
