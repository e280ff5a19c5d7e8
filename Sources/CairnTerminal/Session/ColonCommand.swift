import CairnScreen
import CairnTrail

/// A command to the tool and not to the app.
enum ColonCommand: String, CaseIterable {
  case help = ":help"
  case state = ":state"
  case undo = ":undo"
  case redo = ":redo"
  case history = ":history"
  case quit = ":quit"

  init(_ line: String) throws(UsageError) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let name = words.first ?? ""
    guard let command = ColonCommand(rawValue: name) else {
      let shown = name.count > 40 ? name.prefix(39) + "…" : name
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("there is no command \"\(shown.terminalSafe)\"; there are: \(known)")
    }
    guard words.count == 1 else { throw UsageError("\(name) takes no value") }
    self = command
  }

  var help: String {
    switch self {
    case .help: "what can be typed here"
    case .state: "the whole state, secrets as bullets"
    case .undo: "take the last input back, with all it caused in the state"
    case .redo: "do what was undone again"
    case .history: "what was typed so far"
    case .quit: "leave; so does Ctrl-D"
    }
  }
}
