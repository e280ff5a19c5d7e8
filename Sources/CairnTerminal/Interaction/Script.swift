import CairnApp
import Foundation

/// A session whose lines come from a pipe or a file.
///
/// It waits until only background effects are in flight and prints the first screen. For each line it
/// executes the line, waits likewise, and prints the screen once. Ctrl-C ends the wait and the script. A
/// script that ends on a screen with an error has failed.
struct Script<A: App> {
  private let session: Session<A>
  private let keepsGoing: Bool
  private let presentation: Presentation

  init(_ session: Session<A>, keepsGoing: Bool, _ presentation: Presentation) {
    self.session = session
    self.keepsGoing = keepsGoing
    self.presentation = presentation
  }

  /// - Returns: ``ExitStatus/interrupted`` after Ctrl-C if effects are in flight, if work was not saved, or if a trail
  ///   is still to be ended. Otherwise Ctrl-C ends the program, after the current line.
  func run() -> ExitStatus {
    let status = InterruptWatch.run { answerLines(until: $0) }
    if status == .interrupted, session.driver.effects.isEmpty, session.launch.world == .real,
      A.unsavedWork(in: session.driver.state).isEmpty
    {
      InterruptWatch.endIfTerminated()
      raise(SIGINT)
    }
    return status
  }

  private func answerLines(until wasInterrupted: () -> Bool) -> ExitStatus {
    var reader = LineReader(.standardInput)
    var status = ExitStatus.done
    var number = 0
    guard session.waitForEffects() else { return .interrupted }
    Output.standard.print(presentation.lines(of: session.screen, width: session.width))
    while true {
      if wasInterrupted() { return .interrupted }
      guard let line = reader.takeLine() else {
        if reader.isAtEnd { return session.screen.hasError ? .failed : status }
        guard InterruptWatch.waitForInput(.standardInput) else { return .interrupted }
        reader.readMore()
        continue
      }
      number += 1
      var rest: String?
      var answers: [Session<A>.Answer]
      switch line {
      case .text(let text): (answers, rest) = session.answer(toFirstOf: text)
      case .unusable(let reason): answers = [.refused(reason)]
      }
      while true {
        for answer in answers {
          if case .quit = answer { return session.screen.hasError ? .failed : status }
          guard print(answer, line: number) else { return .interrupted }
          if case .refused = answer {
            if session.wasInterrupted { return .interrupted }
            status = .failed
            if !keepsGoing { return status }
          }
        }
        if session.hasRefuted { status = .failed }
        guard let others = rest else { break }
        guard session.waitForEffects() else { return .interrupted }
        (answers, rest) = session.answer(toFirstOf: others)
      }
      if session.wasInterrupted || InterruptWatch.wasTerminated { return .interrupted }
    }
  }

  /// Prints the answer to a line or a part of it; `false` if Ctrl-C ended the wait for the effects that a
  /// screen waits for. The screen of a command that Ctrl-C ended does not wait.
  private func print(_ answer: Session<A>.Answer, line: Int) -> Bool {
    if case .screen = answer {
      guard session.wasInterrupted || session.waitForEffects() else { return false }
    }
    if presentation == .json {
      if let record = record(of: answer, line: line) {
        Output.standard.print(JSONLine(record).text)
      }
      return true
    }
    switch answer {
    case .screen(let remark):
      let lines = presentation.lines(of: session.screen, width: session.width)
      let heading = ["", remark].compactMap(\.self).map { TerminalText(lines: $0) }
      Output.standard.print(heading + lines)
    case .text(let lines), .report(let lines): Output.standard.print([""] + lines)
    case .written(let text, let file):
      Output.standard.print([TerminalText(), presentation.text(text, naming: file)])
    case .refused(let reason): Output.error.print("line \(line): \(reason)")
    case .quit: break
    }
    return true
  }

  private func record(
    of answer: Session<A>.Answer, line: Int
  ) -> AnswerRecord<A.Root.Action>? {
    switch answer {
    case .screen(let remark):
      AnswerRecord(event: "screen", line: line, screen: session.screen, remark: remark)
    case .text, .report, .written: AnswerRecord(event: "text", line: line, lines: answer.output)
    case .refused(let reason): AnswerRecord(event: "refused", line: line, reason: reason)
    case .quit: nil
    }
  }
}

extension Screen {
  fileprivate var hasError: Bool {
    elements.contains { if case .note(let note) = $0 { note.level == .error } else { false } }
  }
}

/// An answer as a JSON object.
///
/// ```text
/// {"event":"screen","remark":"undone: next …","screen":{…}}
/// {"event":"text","line":3,"lines":["…"]}
/// {"event":"refused","line":4,"reason":"next is disabled: accept the terms first"}
/// ```
struct AnswerRecord<Action: Sendable>: Encodable {
  let event: String
  /// The number of the answered line; `nil` for the first screen.
  var line: Int?
  var screen: Screen<Action>?
  var remark: String?
  var lines: [String]?
  var reason: String?
}
