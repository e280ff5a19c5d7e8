extension Screen {
  /// The screen in words, for whoever listens to it: an element a line, said in full.
  ///
  ///     Credentials, step 3 of 7
  ///     email, field: ada
  ///     Warning: this does not look like an e-mail address
  ///     password, secret field: 13 characters
  ///     next, button, disabled: email and password are required
  ///
  /// No columns, no markers and no line breaks of its own; all lines are safe for a terminal. What
  /// ``lines(width:)`` cuts is whole here. Pure, and O(n) in the length of the texts.
  public var plainLines: [String] {
    let heading = title.terminalSafe + (step.map { ", step \($0.number) of \($0.count)" } ?? "")
    return ([heading] + elements.flatMap(\.plainLines)).filter { !$0.isEmpty }
  }
}

extension Screen.Element {
  fileprivate var plainLines: [String] {
    switch self {
    case .text(let text): text.text.terminalSafeLines
    case .note(let note): ["\(note.level.word): \(note.text.onOneLine)"]
    case .progress(let progress): ["In progress: \(progress.text.onOneLine)"]
    case .grid(let row): [row.cells.map(\.terminalSafe).joined(separator: ", ")]
    case .input(let input): [input.plainLine]
    }
  }
}

extension Input {
  fileprivate var plainLine: String {
    let disabled =
      switch disabledReason {
      case nil: ""
      case ""?: ", disabled"
      case let reason?: ", disabled: \(reason.terminalSafe)"
      }
    return "\(name), \(plainContent)\(disabled)"
  }

  private var plainContent: String {
    switch self {
    case .field:
      guard let value, !value.isEmpty else {
        return isSecure ? "secret field: empty" : "field: empty"
      }
      return isSecure ? "secret field: \(value.count) characters" : "field: \(value.terminalSafe)"
    case .toggle(let toggle):
      return "toggle, \(toggle.isOn ? "on" : "off"): \(toggle.label.terminalSafe)"
    case .picker(let picker):
      let value = picker.value.isEmpty ? "none" : picker.value.terminalSafe
      return "choice: \(value), of \(picker.options.map(\.terminalSafe).joined(separator: ", "))"
    case .row(let row): return "row: \(row.text.terminalSafe)"
    case .button: return "button"
    }
  }
}

extension Note.Level {
  fileprivate var word: String {
    switch self {
    case .info: "Note"
    case .warning: "Warning"
    case .error: "Error"
    }
  }
}

extension String {
  fileprivate var onOneLine: String { terminalSafeLines.joined(separator: " ") }
}
