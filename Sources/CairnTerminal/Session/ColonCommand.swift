import CairnScreen
import CairnTrail

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

extension ColonCommand {
  /// What it does, in a few words.
  var summary: String {
    switch self {
    case .help: "what can be typed here, or what a command does"
    case .state: "the whole state, secrets as bullets"
    case .diff: "what the last input changed, or input N"
    case .stack: "the screens that are live, from the root up"
    case .actions: "what can be done now, and why the rest cannot"
    case .effects: "what is in flight, since when, and what started it"
    case .undo: "take the last input back, with all it caused in the state"
    case .redo: "do what was undone again"
    case .goto: "go to where N inputs are done; 0 is the start"
    case .history: "what was typed so far"
    case .advance: "move time ahead, as in 1.5s, 200ms or 2m"
    case .save: "write what was typed to a trail"
    case .load: "type the inputs of a trail, up to the first that is refused"
    case .explore: "go every way from here, and say which properties hold"
    case .graph: "the screens and the ways from here, as a Mermaid flow chart"
    case .quit: "leave; so does Ctrl-D on an empty line"
    }
  }

  /// What else is to be known, in sentences.
  var details: [String] {
    switch self {
    case .help:
      ["\":help undo\" and \":help :undo\" are the same."]
    case .state:
      ["It is printed as tests print it: the same state gives the same text."]
    case .diff:
      [
        "An input is taken with all that it caused: the actions of its effects, and the time that "
          + "has passed up to the next input.",
        "Lines with - show what was, lines with + what is.",
      ]
    case .stack:
      ["The last screen is the one that is shown; what is typed goes to it."]
    case .actions:
      ["What a screen refuses, the app's reducer refuses too."]
    case .effects:
      ["Background effects last as long as their screen: nothing waits for them."]
    case .undo, .redo, .goto:
      [
        "State goes back and forth; files and services stay as they are, and effects in flight are "
          + "dropped, which it says.",
        "\":history\" has the numbers.",
      ]
    case .history:
      ["Secrets are bullets. What was undone is marked until something else is typed."]
    case .advance:
      ["Whatever falls due on the way happens at its own time; nothing waits on the wall."]
    case .save:
      [
        "\"replay FILE\" plays it again. A file that is there already is not written over.",
        "The value of a secure field is not written: a placeholder stands for each.",
      ]
    case .load:
      [
        "Its inputs are typed here and now, on the screen that is shown; its checks are left to "
          + "\"replay\".",
        "Where it says that time passes, time does.",
      ]
    case .explore:
      [
        "It searches in a simulated world, for \(SearchDefaults.statesInSession) states or "
          + "\(SearchDefaults.timeInSession.inSeconds) at most; Ctrl-C ends it. Nothing is done "
          + "here: no file, no state and no time of this session is touched.",
        "A trail that it shows begins where you are. Effects in flight are left out, which it says.",
      ]
    case .graph:
      [
        "It searches as \":explore\" does. A step that stays on its screen is left out.",
        "\"graph\" on the command line draws the whole app, and in other forms.",
      ]
    case .quit:
      ["Effects in flight are cancelled."]
    }
  }
}
