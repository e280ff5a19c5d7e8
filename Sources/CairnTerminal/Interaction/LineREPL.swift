import Cairn
import CairnScreen
import CairnTrail
import Foundation

/// A person at a terminal that knows lines and no more: a screen, a prompt, a line, and again.
///
/// The terminal itself edits the line; nothing is drawn twice, nothing coloured or moved.
final class LineREPL<A: App> {
  private let session: Session<A>
  private let output = Output.standard
  private var shown: [String] = []

  private let presentation: Presentation

  init(_ session: Session<A>, _ presentation: Presentation) {
    self.session = session
    self.presentation = presentation
  }

  func run() -> ExitStatus {
    var reader = LineReader(.standardInput)
    if output.isTerminal {
      output.print("\(A.name): type what the screen offers, :help for help, :quit to leave.")
    }
    session.clock.catchUp()
    show()
    prompt()
    while true {
      if let line = reader.takeLine() {
        guard answer(line) else { return .done }
        prompt()
      } else if reader.isAtEnd {
        if output.isTerminal { output.write("\n") }
        return .done
      } else if !session.clock.wait(for: [STDIN_FILENO]).isEmpty {
        reader.readMore()
      } else {
        showWhatEffectsChanged()
      }
    }
  }

  /// Answers a line; `false` if it was to leave.
  private func answer(_ line: LineReader.Line) -> Bool {
    switch line {
    case .unusable(let reason):
      return show(.refused(reason))
    case .text(let text):
      guard let name = session.screen.secureField(alone: text) else {
        return show(session.answer(to: text))
      }
      switch SecretPrompt.ask(name) {
      case .text(let secret)?: return show(session.answer(to: name, secret: Secret(secret)))
      case .unusable(let reason)?: return show(.refused(reason))
      case nil: return true
      }
    }
  }

  private func show(_ answer: Session<A>.Answer) -> Bool {
    switch answer {
    case .screen(let remark):
      if let remark { output.print(remark) }
      show()
    case .text(let lines):
      output.print(lines)
    case .refused(let reason):
      output.print(reason)
    case .quit:
      return false
    }
    return true
  }

  private var lines: [String] {
    presentation.lines(of: session.screen, width: session.width)
  }

  private func show() {
    shown = lines
    output.print([""] + shown + [""])
  }

  private func showWhatEffectsChanged() {
    guard lines != shown else { return }
    if output.isTerminal { output.write("\n") }
    show()
    prompt()
  }

  private func prompt() {
    if output.isTerminal { output.write("> ") }
  }
}

extension Screen {
  /// The name of an enabled secure field, if a line is that and no more.
  func secureField(alone line: String) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let input = input(named: String(words[0])), input.isSecure,
      input.disabledReason == nil
    else { return nil }
    return input.name
  }
}

/// Asks for a secret at the terminal with echo off.
enum SecretPrompt {
  private static let controlC: UInt8 = 3

  /// What was typed; `nil` if the line was given up with Ctrl-C or Ctrl-D.
  static func ask(_ name: String) -> LineReader.Line? {
    TerminationSignals.putOff { arrival in
      var saved = termios()
      guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return nil }
      var silent = saved
      // Ctrl-C ends the line instead of the program.
      silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
      withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = controlC }
      tcsetattr(STDIN_FILENO, TCSANOW, &silent)
      defer { tcsetattr(STDIN_FILENO, TCSANOW, &saved) }

      show("\(name): ")
      defer { show("\n") }
      return readLine(unless: arrival)
    }
  }

  /// A failure may not end the program here, with echo off; the next output meets it again.
  private static func show(_ text: String) {
    let output = Descriptor.standardOutput
    if output.isTerminal { try? output.write(text) }
  }

  /// A terminal gives one line at a time.
  private static func readLine(unless arrival: Int32) -> LineReader.Line? {
    var descriptors = [STDIN_FILENO, arrival]
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&descriptors, nfds_t(descriptors.count), -1) < 0, errno == EINTR {}
    guard descriptors[1].revents == 0, let line = try? Descriptor.standardInput.read(),
      let last = line.last, last != controlC
    else { return nil }
    return LineReader.line(line.prefix { $0 != UInt8(ascii: "\n") })
  }
}
