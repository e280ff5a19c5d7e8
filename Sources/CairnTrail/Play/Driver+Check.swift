import Cairn
import CairnApp
import CairnDump

extension Driver {
  /// The result of a check that fails: expected and actual; `nil` if it passes.
  func problem(with check: Check, width: Int) -> String? {
    switch check {
    case .screen(let id):
      return mismatch(expected: id, actual: screen.id)
    case .text(let words):
      return text(width: width).contains(words) ? nil : "the screen does not show this text"
    case .noText(let words):
      return text(width: width).contains(words) ? "the screen shows this text" : nil
    case .noLoop:
      return nil  // about the lines before, which the player knows
    case .note(let words):
      let notes = screen.notes
      guard !notes.contains(where: { RunningText(lines: [$0]).contains(words) }) else { return nil }
      return notes.isEmpty
        ? "there is no note on the screen"
        : "no note shows this text; there is: " + notes.joined(separator: "; ")
    case .field(let name, equals: let expected):
      return with(name) { input in
        guard let actual = input.reveal() else { return "\(name) is a button and has no value" }
        guard input.isSecure else {
          return mismatch(expected: expected.quoted, actual: actual.quoted)
        }
        let secret = Secret(actual)
        return secret == Secret(expected) ? nil : "the value differs: \(secret.bullets)"
      }
    case .enabled(let name):
      return with(name) { input in
        input.disabledReason.map { RefusalReason.disabled($0).message(word: name, names: []) }
      }
    case .disabled(let name):
      return with(name) { $0.disabledReason == nil ? "\(name) is enabled" : nil }
    case .depth(let expected):
      return mismatch(expected: "\(expected)", actual: "\(screens.count)")
    case .effects(let expected):
      guard effects.count != expected else { return nil }
      let names = effects.map { "\n  " + $0.summary }.joined()
      return mismatch(expected: "\(expected)", actual: "\(effects.count)").map { $0 + names }
    }
  }

  private func text(width: Int) -> RunningText { RunningText(lines: screen.lines(width: width)) }

  private func mismatch(expected: String, actual: String) -> String? {
    guard expected != actual else { return nil }
    return """
      expected: \(expected.terminalSafe)
      actual:   \(actual.terminalSafe)
      """
  }

  private func with(_ name: String, _ judge: (Input<Action>) -> String?) -> String? {
    guard let input = screen.input(named: name) else {
      let names = screen.names
      return RefusalReason.unknownName(suggestion: name.closest(of: names))
        .message(word: name, names: names)
    }
    return judge(input)
  }
}
