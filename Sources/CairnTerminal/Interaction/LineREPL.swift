import Cairn
import CairnApp
import Foundation

/// An interactive session at a terminal without cursor control: prints a screen and a prompt, and
/// reads a line.
///
/// The terminal itself edits the line. Output is only appended.
final class LineREPL<A: App> {
  private let session: Session<A>
  private let output = Output.standard
  /// The id and the remarks of the last shown screen, its lines without its bars, and its revision.
  private var shown: (remarks: [String], lines: [TerminalText], revision: Int) = ([], [], -1)
  /// Whether the output of a command was printed last: only another screen or remark is printed below it.
  private var showsOutput = false

  private let presentation: Presentation
  private var reader = LineReader(.standardInput)
  /// The rest of a line with semicolons, and the lines that were typed behind it: they wait for its effects.
  private var waiting: ArraySlice<(line: String, isPart: Bool)> = []

  init(_ session: Session<A>, _ presentation: Presentation) {
    self.session = session
    self.presentation = presentation
  }

  func run() -> ExitStatus {
    let status = InterruptWatch.run { answerLines(until: $0) }
    if status == .interrupted, output.isTerminal { output.write(TerminalText(.lineFeed)) }
    return status
  }

  private func answerLines(until wasInterrupted: () -> Bool) -> ExitStatus {
    RawTerminal.watchStops()
    if output.isTerminal { output.tell(A.greeting) }
    session.clock.catchUp()
    show()
    prompt()
    while true {
      // Ctrl-C while lines wait is theirs, also before their watch has begun.
      let isInterrupted = waiting.isEmpty && wasInterrupted()
      if isInterrupted || InterruptWatch.wasTerminated { return .interrupted }
      guard waiting.isEmpty ? handleNextEvent() : runWaiting() else { return .done }
    }
  }

  /// Runs the waiting lines. Ctrl-C discards them, and does not end the session.
  private func runWaiting() -> Bool {
    InterruptWatch.run { wasInterrupted in
      while !waiting.isEmpty, !InterruptWatch.wasTerminated {
        if wasInterrupted() {
          if output.isTerminal { output.write(TerminalText(.lineFeed)) }
          discardWaiting()
          prompt()
        } else if !handleNextEvent() {
          return false
        }
      }
      return true
    }
  }

  private func discardWaiting() {
    guard !waiting.isEmpty else { return }
    output.print("not run: \(waiting.flatMap(\.line.inputNames).joined(separator: ", "))")
    waiting = []
  }

  private var canRunWaiting: Bool { waiting.first.map(session.isReady) ?? false }

  /// Answers a line, or waits for an event; `false` if the line quits, and at the end of the input.
  private func handleNextEvent() -> Bool {
    if canRunWaiting, let next = waiting.popFirst() {
      if session.revision != shown.revision { session.oweScreen() }
      return answer(.text(next.line), hasWaited: true)
    }
    if let line = reader.takeLine() {
      // A command may be the one that ends the effects.
      if case .text(let text) = line, !waiting.isEmpty, !text.isBlank, !text.isColonCommand {
        waiting.append((text, isPart: false))
        prompt()
        return true
      }
      return answer(line)
    }
    if reader.isAtEnd {
      if output.isTerminal { output.write(TerminalText(.lineFeed)) }
      discardWaiting()
      return false
    }
    let input = Descriptor.standardInput.number
    let ready = session.clock.wait(for: [
      input, RawTerminal.eventDescriptor, InterruptWatch.eventDescriptor,
    ])
    if RawTerminal.poll().resumed { prompt() }
    if ready.contains(input) {
      reader.readMore()
    } else if !canRunWaiting {
      showChangesByEffects()
    }
    return true
  }

  /// Answers a line up to its first semicolon; `false` if it quits.
  private func answer(_ line: LineReader.Line, hasWaited: Bool = false) -> Bool {
    let answers = answers(to: line, hasWaited: hasWaited)
    guard show(answers) else { return false }
    if hasWaited, session.discardsLines(behind: answers) { discardWaiting() }
    if canRunWaiting { return true }
    if let screen = session.takeOwedScreen() { _ = show(screen) }
    prompt()
    // During a question that was discarded, effects may have ended.
    if answers.isEmpty { showChangesByEffects() }
    return true
  }

  private func answers(to line: LineReader.Line, hasWaited: Bool) -> [Session<A>.Answer] {
    let typed: String
    switch line {
    case .unusable(let reason): return [.refused(reason)]
    case .text(let text): typed = session.screen.completingName(in: text)
    }
    guard let name = session.screen.secureField(alone: typed) else {
      if output.isTerminal, let (name, _) = session.screen.secret(in: typed) {
        output.print("the value was visible; \"\(name)\" alone asks for it without showing it")
      }
      let (answers, rest) = session.answer(toFirstOf: typed)
      if let rest {
        // Behind a command that did not wait, it waits for the lines that did.
        let index = hasWaited ? waiting.startIndex : waiting.endIndex
        waiting.insert((rest, isPart: true), at: index)
        session.waitForNewEffects(unless: [InterruptWatch.eventDescriptor])
      }
      return answers
    }
    if let screen = session.takeOwedScreen() { _ = show(screen) }
    switch SecretPrompt.ask(name, in: session.clock) {
    case .text(let value)?: return session.answer(to: name, asked: value)
    case .unusable(let reason)?: return [.refused(reason)]
    case nil: return []
    }
  }

  private func show(_ answers: [Session<A>.Answer]) -> Bool {
    for answer in answers where !show(answer) {
      discardWaiting()
      return false
    }
    return true
  }

  func show(_ answer: Session<A>.Answer) -> Bool {
    switch answer {
    case .screen(let remark):
      session.waitForNewEffects(unless: [Descriptor.standardInput.number])
      if let remark { output.print(remark) }
      show()
    case .text(let lines), .report(let lines):
      output.print(lines)
    case .written(let text, let file):
      output.print([presentation.text(text, naming: file)])
    case .refused(let reason):
      output.print(reason)
    case .quit:
      return false
    }
    showsOutput = answer.output != nil
    return true
  }

  private func lines(of screen: Screen<A.Root.Action>) -> [TerminalText] {
    presentation.lines(of: screen, width: session.width)
  }

  private func remarks(of screen: Screen<A.Root.Action>) -> [String] {
    [screen.id] + ScreenFacts(screen, depth: 0).remarks
  }

  private func show() {
    let screen = session.screen
    let lines = lines(of: screen)
    let withoutBars = screen.outline.hasBars ? self.lines(of: screen.withoutBars) : lines
    shown = (remarks(of: screen), withoutBars, session.revision)
    showsOutput = false
    output.print([TerminalText()] + lines + [TerminalText()])
  }

  func showChangesByEffects() {
    guard session.revision != shown.revision else { return }
    shown.revision = session.revision
    guard !showsOutput || shown.remarks != remarks(of: session.screen) else { return }
    // A change of bars alone prints nothing: output is only appended.
    guard lines(of: session.screen.withoutBars) != shown.lines else { return }
    if output.isTerminal { output.write(TerminalText(.lineFeed)) }
    show()
    prompt()
  }

  private func prompt() {
    if output.isTerminal { output.write(TerminalText("> ")) }
  }
}

extension App {
  static var greeting: String {
    "\(name): type a name from the screen, :help for help, :quit to exit."
  }
}

extension Screen {
  /// The name of an enabled secure field, if it is the whole line.
  func secureField(alone line: String) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let input = input(named: String(words[0])), input.isSecure,
      input.disabledReason == nil
    else { return nil }
    return input.name
  }
}

/// Asks for a secret at a terminal in line mode, without echo.
private enum SecretPrompt {
  private static let controlC: UInt8 = 3

  /// The typed line; `nil` if it was discarded with Ctrl-C or Ctrl-D.
  static func ask(_ name: String, in clock: WallClock) -> LineReader.Line? {
    guard (try? RawTerminal.enter(isSilent: true)) != nil else { return nil }
    defer { RawTerminal.leave() }
    show("\(name): ")
    defer { show("\n") }
    return readLine(name, in: clock)
  }

  /// Ignores failures: here, with echo off, the program must not end. The next output reports them.
  private static func show(_ text: String) {
    let outputs = [Descriptor.standardOutput, .standardError]
    if let output = outputs.first(where: \.isTerminal) {
      try? output.write(TerminalText(lines: text).text)
    }
  }

  /// Reads once: a terminal returns one line at a time.
  private static func readLine(_ name: String, in clock: WallClock) -> LineReader.Line? {
    let input = Descriptor.standardInput
    while true {
      // While this program was stopped, the shell may have switched echo on.
      RawTerminal.renew()
      let signal = InterruptWatch.eventDescriptor
      let ready = clock.wait(for: [input.number, RawTerminal.eventDescriptor, signal])
      // The signal has ended the silent mode, and ends the session.
      if ready.contains(signal) { return nil }
      if RawTerminal.poll().resumed { show("\n\(name): ") }
      guard ready.contains(input.number) else { continue }
      guard let line = try? input.read(), let last = line.last, last != controlC
      else { return nil }
      return LineReader.line(line.prefix { $0 != UInt8(ascii: "\n") })
    }
  }
}
