import Cairn
import CairnApp
import Foundation

/// An interactive session at a terminal: a screen, and below it a line that is edited.
///
/// Values make all decisions (`KeyDecoder`, `LineEditor`, `PromptArea`, `ScreenArea`). This class moves bytes
/// between them and the terminal, and runs effects while it waits for keys.
final class REPL<A: App> {
  /// The number of bytes after which the line is drawn and signals are handled.
  private static var keyLimit: Int { 1 << 18 }
  /// Longer than a slow line takes between the bytes of one key.
  private static var escapeLimit: Duration { .milliseconds(500) }

  let session: Session<A>
  let output: Output
  let theme: Theme
  let options: RunOptions
  private var historyFile: HistoryFile?

  var decoder = KeyDecoder()
  /// The end of the time in which a key belongs to the Escape before it.
  private var escapeEnd: ContinuousClock.Instant?
  var editor = LineEditor()
  var area = PromptArea()
  /// The size of the window for which it was drawn, and the present one.
  var window: WindowSize
  let size: () -> WindowSize
  /// A change of the size that was not drawn yet, and whether the terminal tells the place of the cursor.
  var resizing: Resizing?
  var tellsPlace = true
  /// The place of the shown screen in the window, and its facts and revision.
  var shown = ScreenArea()
  var facts: ScreenFacts?
  var revision = -1
  /// The shown screen without its bars.
  var barless: [StyledLine] = []
  /// The number of messages on standard error, and that at the last drawing.
  let messages: () -> Int
  var messageCount: Int
  /// Whether a list that does not fit the window is shown with all its rows: after an empty line.
  var showsAllRows = false
  /// The rest of a line with semicolons, which waits for the effects of its first part, and whether the line was
  /// pasted.
  private var rest: (line: String, isPasted: Bool)?
  /// Pasted lines, and those typed behind them, that wait for the effects of the lines before them.
  private var pasted: ArraySlice<String> = []
  /// The time for which waiting lines run before the next keys are read.
  var pasteSlice = Duration.milliseconds(50)
  private var wasInterrupted = false
  private var sealings = 0

  init(
    _ session: Session<A>, _ options: RunOptions, _ historyFile: HistoryFile?,
    to output: Output = .standard, size: @escaping () -> WindowSize = { .current },
    messages: @escaping () -> Int = { Output.errorCount }
  ) {
    self.session = session
    self.historyFile = historyFile
    self.output = output
    (self.size, window) = (size, size())
    (self.messages, messageCount) = (messages, messages())
    session.showsPages = true
    self.options = options
    theme = if case .lines(let theme) = options.presentation { theme } else { .none }
  }

  func run() -> ExitStatus {
    editor.history = LineHistory(historyFile?.read() ?? [])
    do throws(SystemError) {
      try RawTerminal.enter()
    } catch {
      Output.fail("cannot use the terminal: \(error)")
    }
    defer { RawTerminal.leave() }
    begin()
    while true {
      if let status = handleNextEvent() { return status }
    }
  }

  func begin() {
    output.print([A.greeting].wrapped(to: window.columns, limit: nil))
    session.clock.catchUp()
    show()
  }

  /// Waits for an event and handles it; the exit status if the event quits.
  private func handleNextEvent() -> ExitStatus? {
    if resizing == nil { draw() }
    // Another program may have switched echo on.
    if editor.isMasked(in: lineContext) { RawTerminal.renew() }
    let ready = session.clock.wait(
      for: [
        Descriptor.standardInput.number, RawTerminal.eventDescriptor,
        InterruptWatch.eventDescriptor,
      ],
      upTo: timeToNextEvent)
    if let escapeEnd, .now >= escapeEnd, !ready.contains(Descriptor.standardInput.number) {
      decoder.forgetEscape()
      self.escapeEnd = nil
    }
    if InterruptWatch.wasTerminated { return .interrupted }
    if let resizing, .now >= resizing.end, !ready.contains(Descriptor.standardInput.number) {
      tellsPlace = false
      if let status = endResizing(at: nil) { return status }
    }
    if let status = handleSignals() { return status }
    if ready.contains(Descriptor.standardInput.number), let status = handleKeys() { return status }
    return resizing == nil ? showChanges() : nil
  }

  private var timeToNextEvent: Duration? {
    let ends = [escapeEnd, resizing?.end].compactMap { $0.map { $0 - .now } }
    if resizing == nil, canRunWaiting { return .zero }
    return (ends + [resizing == nil ? timeToNextStatus : nil].compactMap(\.self)).min()
  }

  /// Runs waiting lines and shows what effects have changed; the exit status if a line quits.
  func showChanges() -> ExitStatus? {
    if let status = runWaiting() { return status }
    showChangesByEffects()
    forgetSealedLines()
    return nil
  }

  /// Handles the keys that have arrived; the exit status if one of them quits.
  ///
  /// The line is drawn after all of them, because a terminal returns pasted text in many portions.
  private func handleKeys() -> ExitStatus? {
    var count = 0
    repeat {
      let bytes = read()
      count += bytes.count
      if let status = handle(bytes) { return status }
    } while count < Self.keyLimit && Descriptor.standardInput.isReady()
    return nil
  }

  func handle(_ bytes: [UInt8]) -> ExitStatus? {
    let keys = decoder.keys(of: bytes)
    escapeEnd = decoder.isAfterEscape ? .now + Self.escapeLimit : nil
    return handle(keys)
  }

  func handle(_ keys: [Key]) -> ExitStatus? {
    for key in keys {
      if let status = handle(key) { return status }
    }
    return nil
  }

  /// What the line can be: behind the waiting name of a secure field, the secret.
  var lineContext: LineContext {
    var context = session.lineContext
    context.isValueOfSecret = isValueOfSecret
    return context
  }

  private var isValueOfSecret: Bool {
    (pasted.last ?? rest?.line).map(endsInNameOfSecret) ?? false
  }

  private func endsInNameOfSecret(_ line: String) -> Bool {
    let words = (line.split(separator: ";").last ?? "").split(whereSeparator: \.isWhitespace)
    return words.count == 1 && session.lineContext.isNameOfSecret(String(words[0]))
  }

  var hasWaiting: Bool { rest != nil || !pasted.isEmpty }

  private var canRunRest: Bool {
    rest.map { session.isReady(for: $0.line, isPart: true) } ?? false
  }

  var canRunWaiting: Bool {
    if rest != nil { return canRunRest }
    return pasted.first.map { session.isReady(for: $0, isPart: false) } ?? false
  }

  /// Runs waiting lines for a short time, at least one, so that Ctrl-C can discard the others.
  private func runWaiting() -> ExitStatus? {
    let end = ContinuousClock.now + pasteSlice
    if let status = runRest() { return status }
    while rest == nil, canRunWaiting, let line = pasted.popFirst() {
      if let status = take(line, isPasted: true) { return status }
      if ContinuousClock.now >= end { break }
    }
    return nil
  }

  /// Runs the parts of a line up to one that waits for effects.
  private func runRest() -> ExitStatus? {
    while canRunRest, let (line, isPasted) = rest {
      rest = nil
      if let status = takePart(line, isPasted: isPasted, isRest: true) { return status }
    }
    if let screen = session.takeOwedScreen() { _ = show(screen) }
    return nil
  }

  /// Whether a line that Enter ends runs after the waiting ones. Behind those that wait for an effect, a command
  /// runs at once: it may be the one that ends the effect.
  private func mustWait(_ line: String) -> Bool {
    isValueOfSecret || hasWaiting && (canRunWaiting || !line.isBlank && !line.isColonCommand)
  }

  /// Forgets the values of typed lines and the cut text if the app has sealed them.
  private func forgetSealedLines() {
    session.forgetSealed()
    guard session.sealings != sealings else { return }
    sealings = session.sealings
    shown.forgetRows()
    editor.replaceHistory(with: LineHistory(historyFile?.read() ?? []))
  }

  private func read() -> [UInt8] {
    do throws(SystemError) {
      let bytes = try Descriptor.standardInput.read()
      if bytes.isEmpty { Output.fail("the terminal was closed") }
      return bytes
    } catch {
      Output.fail("cannot read the input: \(error)")
    }
  }

  private func handleSignals() -> ExitStatus? {
    let events = RawTerminal.poll()
    if events.resumed {
      wasInterrupted = false
      if let status = resume() { return status }
    } else if events.resized {
      windowChanged()
    }
    return events.interrupts > 0 ? interrupt() : nil
  }

  /// Handles Ctrl-C. The terminal has dropped the keys before it that were not read, perhaps the end of a paste.
  func interrupt() -> ExitStatus? {
    decoder = KeyDecoder()
    return handle(.interrupt)
  }

  func handle(_ key: Key) -> ExitStatus? {
    if resizing != nil { return handleWhileResizing(key) }
    if case .place = key { return nil }
    let isSecondInterrupt = wasInterrupted && key == .interrupt
    wasInterrupted = false
    let question = editor.question
    // `^C` is written at the end of the line.
    if key == .interrupt, editor.search == nil {
      _ = editor.handle(.end, in: lineContext)
    }
    // The line stays in the window, so that the keys before this one must be drawn first.
    if key == .enter || key == .interrupt { draw() }
    switch editor.handle(key, in: lineContext) {
    case nil: return nil
    case .line(let line)? where mustWait(line): pasted.append(line)
    case .line(let line)?:
      leaveLine(showing: line)
      return take(line, isPasted: false)
    case .lines(let lines)?: pasted += lines
    case .secret(let secret)?:
      leaveLine()
      if case .secret(let name) = question {
        for answer in session.answer(to: name, asked: secret) { _ = show(answer) }
      }
    case .leftOut(let count)?:
      leaveLine()
      tell(notRun(count))
    case .interrupted?:
      leaveLine(after: key == .interrupt ? "^C" : "")
      discardWaiting()
      if isSecondInterrupt { return .interrupted }
      wasInterrupted = question == .line
      if wasInterrupted { tell("press Ctrl-C again to quit") }
    case .end?:
      leaveLine()
      discardWaiting()
      return .done
    case .clearScreen?: clear()
    case .candidates(let candidates)?: show(candidates: candidates)
    }
    return nil
  }

  /// Executes a line up to a part that waits for effects; the exit status if it quits.
  private func take(_ line: String, isPasted: Bool) -> ExitStatus? {
    if isPasted {
      showChangesByEffects()
      leaveLine(showing: line)
    }
    let line = session.screen.completingName(in: line)
    remember(line)
    showsAllRows = line.isBlank
    return takePart(line, isPasted: isPasted, isRest: false) ?? runRest()
  }

  /// Executes the first part of a line, or of the rest of one.
  private func takePart(_ line: String, isPasted: Bool, isRest: Bool) -> ExitStatus? {
    if isRest {
      if options.everyScreen { showChangesByEffects() }
      // A refusal is below the screen that effects have changed.
      if session.revision != revision { session.oweScreen() }
    }
    let line = session.screen.completingName(in: line)
    // The text after the last line break may be a secret, too.
    let hidesLine = isPasted || isRest && pasted.isEmpty && endsInNameOfSecret(line)
    let answers: [Session<A>.Answer]
    var others: String?
    if let name = session.screen.secureField(alone: line) {
      guard isPasted || isRest, let secret = pasted.popFirst() else {
        if let screen = session.takeOwedScreen() { _ = show(screen) }
        editor.askSecret(name, keepingLine: hidesLine)
        return nil
      }
      answers = session.answer(to: name, asked: secret)
    } else {
      (answers, others) = session.answer(toFirstOf: line)
    }
    var discarded = 0
    if isPasted || isRest, session.discardsLines(behind: answers) {
      discarded = pasted.count
      pasted = []
      if hidesLine, !editor.buffer.isEmpty {
        discarded += 1
        editor.discardLine()
      }
    }
    for answer in answers where !show(answer) {
      discardWaiting()
      return .done
    }
    if discarded > 0 { tell(notRun(discarded)) }
    guard let others else { return nil }
    // Behind a command that did not wait, it waits for the lines that did.
    let isBehind = hasWaiting && !isPasted && !isRest
    if isBehind { pasted.append(others) } else { rest = (others, isPasted) }
    session.waitForNewEffects(unless: [RawTerminal.eventDescriptor])
    if options.everyScreen, let screen = session.takeOwedScreen() { _ = show(screen) }
    return nil
  }

  private func discardWaiting() {
    if let (line, _) = rest {
      tell("not run: \(line.inputNames.joined(separator: ", "))")
    }
    if !pasted.isEmpty { tell(notRun(pasted.count)) }
    (rest, pasted) = (nil, [])
  }

  private func notRun(_ count: Int) -> String {
    "\(count) pasted line\(count == 1 ? " was" : "s were") not run"
  }

  /// Adds a line that cannot hold a secret to the history, and its name to the history file.
  private func remember(_ line: String) {
    guard let entry = HistoryEntry(line, on: session.screen, in: session.lineContext) else {
      return
    }
    editor.history.add(line)
    do throws(SystemError) {
      if let kept = entry.kept { try historyFile?.add(kept) }
    } catch {
      let path = historyFile?.path.terminalSafe ?? ""
      historyFile = nil
      tell("\(path): the history of this session is not saved: \(error)")
    }
  }
}
