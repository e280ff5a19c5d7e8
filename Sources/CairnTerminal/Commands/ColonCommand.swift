import CairnApp

/// A command to the tool and not to the app.
enum ColonCommand: String, CaseIterable {
  case help = ":help"
  case state = ":state"
  case diff = ":diff"
  case stack = ":stack"
  case actions = ":actions"
  case effects = ":effects"
  case undo = ":undo"
  case redo = ":redo"
  case goto = ":goto"
  case history = ":history"
  case advance = ":advance"
  case save = ":save"
  case load = ":load"
  case explore = ":explore"
  case graph = ":graph"
  case quit = ":quit"

  /// What follows it.
  enum Argument: Equatable {
    case none
    case optional(String)
    case required(String)
  }

  /// Reads a line, from its colon on.
  ///
  /// - Throws: a name that is unknown, a value that is missing or superfluous.
  static func parse(
    _ line: String
  ) throws(UsageError) -> (command: ColonCommand, argument: String?) {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let command = try named(words.first.map(String.init) ?? line)
    let rest = words.dropFirst().first.map { $0.trimmingBlanks } ?? ""
    switch command.argument {
    case .none where !rest.isEmpty:
      throw UsageError("\(command.rawValue) takes no value")
    case .required where rest.isEmpty:
      throw UsageError("\(command.rawValue) needs a value: \(command.usage)")
    case .none, .optional, .required:
      return (command, rest.isEmpty ? nil : rest)
    }
  }

  /// - Throws: that there is none of that name, and what there is.
  static func named(_ name: String) throws(UsageError) -> ColonCommand {
    if let command = ColonCommand(rawValue: name) { return command }
    let known = allCases.map(\.rawValue)
    let suggestion =
      name.closest(of: known).map { "did you mean \"\($0)\"?" }
      ?? "there are: \(known.joined(separator: ", "))"
    throw UsageError("there is no command \(name.inQuotes); \(suggestion)")
  }

  var argument: Argument {
    switch self {
    case .help: .optional("COMMAND")
    case .diff: .optional("N")
    case .goto: .required("N")
    case .advance: .required("TIME")
    case .save, .load: .required("FILE")
    case .state, .stack, .actions, .effects, .undo, .redo, .history, .explore, .graph, .quit:
      .none
    }
  }

  /// How it is typed.
  var usage: String {
    switch argument {
    case .none: rawValue
    case .optional(let word): "\(rawValue) [\(word)]"
    case .required(let word): "\(rawValue) \(word)"
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
