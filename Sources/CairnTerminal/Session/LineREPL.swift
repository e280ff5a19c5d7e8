import Cairn
import CairnApp
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
