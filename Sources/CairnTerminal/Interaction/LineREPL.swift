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
    var reader = LineReader(.standardInput)
    if output.isTerminal { output.print(A.greeting) }
    session.clock.catchUp()
    show()
    prompt()
    while true {
      if wasInterrupted() || InterruptWatch.wasTerminated { return .interrupted }
      if let line = reader.takeLine() {
        guard answer(line) else { return .done }
        prompt()
      } else if reader.isAtEnd {
        if output.isTerminal { output.write(TerminalText(.lineFeed)) }
        return .done
      } else if session.clock.wait(for: [
        Descriptor.standardInput.number, InterruptWatch.eventDescriptor,
      ]).contains(Descriptor.standardInput.number) {
        reader.readMore()
      } else {
        showChangesByEffects()
      }
    }
  }

  /// Answers a line; `false` if the line quits.
  private func answer(_ line: LineReader.Line) -> Bool {
    switch line {
    case .unusable(let reason):
      return show(.refused(reason))
    case .text(let typed):
      let text = session.screen.completingName(in: typed)
      guard let name = session.screen.secureField(alone: text) else {
        if output.isTerminal, let (name, _) = session.screen.secret(in: text) {
          output.print("the value was visible; \"\(name)\" alone asks for it without showing it")
        }
        return show(session.answer(to: text, wait: showAndWait))
      }
      switch SecretPrompt.ask(name) {
      case .text(let value)?: return show(session.answer(to: name, asked: value))
      case .unusable(let reason)?: return show(.refused(reason))
      case nil: return true
      }
    }
  }

  /// Shows the answer before another input of the same line, and waits for the effects in flight; `false` if
  /// Ctrl-C ended the wait.
  private func showAndWait(_ answer: Session<A>.Answer) -> Bool {
    if answer.output != nil { _ = show(answer) }
    return session.clock.isVirtual || session.waitForEffects()
  }

  func show(_ answer: Session<A>.Answer) -> Bool {
    switch answer {
    case .text, .report, .written: if session.hasRunInputs { show() }
    case .screen, .refused, .quit: break
    }
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
      if session.hasRunInputs { show() }
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
  /// The first line of an interactive session.
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
  static func ask(_ name: String) -> LineReader.Line? {
    guard (try? RawTerminal.enterSilent()) != nil else { return nil }
    defer { RawTerminal.leave() }
    show("\(name): ")
    defer { show("\n") }
    return readLine(name)
  }

  /// Ignores failures: here, with echo off, the program must not end. The next output reports them.
  private static func show(_ text: String) {
    let output = Descriptor.standardOutput
    if output.isTerminal { try? output.write(TerminalText(lines: text).text) }
  }

  /// Reads once: a terminal returns one line at a time.
  private static func readLine(_ name: String) -> LineReader.Line? {
    while true {
      // While this program was stopped, the shell may have switched echo on.
      RawTerminal.renew()
      var descriptors = [
        Descriptor.standardInput.number, RawTerminal.eventDescriptor,
        InterruptWatch.eventDescriptor,
      ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard unsafe poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 || errno == EINTR else {
        return nil
      }
      // The signal has ended the silent mode, and ends the session.
      if descriptors[2].revents != 0 { return nil }
      if RawTerminal.poll().isResumed { show("\n\(name): ") }
      guard descriptors[0].revents != 0 else { continue }
      guard let line = try? Descriptor.standardInput.read(), let last = line.last, last != controlC
      else { return nil }
      return LineReader.line(line.prefix { $0 != UInt8(ascii: "\n") })
    }
  }
}
