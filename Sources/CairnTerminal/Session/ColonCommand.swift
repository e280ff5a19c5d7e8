import CairnApp

/// A command to the tool and not input of the app.
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
  case event = ":event"
  case more = ":more"
  case less = ":less"
  case find = ":find"
  case save = ":save"
  case load = ":load"
  case explore = ":explore"
  case graph = ":graph"
  case quit = ":quit"

  static var names: [String] { allCases.map(\.rawValue) }

  /// Parses a line that begins with a colon.
  ///
  /// - Throws: if the name is unknown, or if a value is missing or superfluous.
  static func parse(
    _ line: String
  ) throws(UsageError) -> (command: ColonCommand, argument: String?) {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let command = try named(words.first.map(String.init) ?? line)
    var rest = words.dropFirst().first.map { String($0).trimmed } ?? ""
    if command.takesText, rest.hasPrefix("\"") {
      do throws(MalformedValue) {
        var quoted = rest.unicodeScalars[...]
        rest = try quoted.takeQuoted()
      } catch {
        throw UsageError("\(command.rawValue) has a malformed value: \(error.message)")
      }
    }
    guard !rest.isEmpty else {
      guard command.value?.hasPrefix("[") != false else {
        throw UsageError("\(command.rawValue) needs a value: \(command.usage)")
      }
      return (command, nil)
    }
    guard command.value != nil else {
      throw UsageError("\(command.rawValue) takes no value")
    }
    return (command, rest)
  }

  /// The first command of a line with semicolons, and the text after it; `nil` for one command.
  ///
  /// - Parameter names: those of the inputs of the screen.
  /// - Throws: if the value, which is the rest of the line, contains another input or command.
  static func firstOfSeveral(
    in line: String, before names: [String]
  ) throws(UsageError) -> (first: String, rest: String?)? {
    let text = line.drop(while: \.isWhitespace)
    let name = text.prefix { !$0.isWhitespace && $0 != ";" }
    let value = text[name.endIndex...].drop(while: \.isWhitespace)
    guard let end = value.endOfFirstPart else { return nil }
    let others = value.split(separator: ";").dropFirst().compactMap {
      $0.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
    let isFollowed = others.contains { $0.hasPrefix(":") || !names.meant(by: $0).isEmpty }
    let command = try? named(String(name))
    // The value of an event contains its semicolons, unless an input or a command follows one of them.
    if command == .event, !isFollowed, !others.isEmpty,
      value[..<end].contains(where: \.isWhitespace),
      !value[..<end].contains("\"")
    {
      return nil
    }
    if let command, command.takesText, value.first != "\"", end > value.startIndex {
      guard isFollowed else { return nil }
      throw UsageError(
        "the value of \(command.rawValue) is the rest of the line; before another input, put it in quotes:"
          + " \(command.rawValue) \"…\"; …")
    }
    return (String(text[..<end]).trimmed, String(value[end...].dropFirst()).trimmed)
  }

  /// Whether its value is any text, in quotes or not.
  var takesText: Bool { [.find, .save, .load].contains(self) }

  /// Whether the value ends before a semicolon and is no text of a person, which may be a secret.
  var hasWholeValue: Bool { !takesText && self != .event }

  /// - Throws: if no command has this name. The message suggests one.
  static func named(_ name: String) throws(UsageError) -> ColonCommand {
    let known = names
    let meant = known.meant(by: name)
    if meant.count == 1, let command = ColonCommand(rawValue: meant[0]) { return command }
    guard meant.isEmpty || name == ":" else { throw UsageError(ambiguous(name, meant)) }
    let suggestion =
      name[..<name.endOfName].closest(of: known).map { "did you mean \"\($0)\"?" }
      ?? "the commands are: \(known.joined(separator: ", "))"
    throw UsageError("there is no command \(name.quotedName); \(suggestion)")
  }

  /// The command of a line without its colon, `help` or `exit`; `nil` if the line is none.
  static func meant(by line: String) -> ColonCommand? {
    switch line.trimmed {
    case "exit", "q": .quit
    case "?": .help
    case let word: ColonCommand(rawValue: ":\(word)")
    }
  }

  /// The value after the name, in brackets if it can be left out.
  var value: String? { form.value }

  /// Whether it is refused in a sealed state: it would show the state, or leave it.
  var isSealable: Bool {
    switch self {
    case .state, .diff, .stack, .effects, .undo, .redo, .goto, .history, .event, .save, .explore,
      .graph:
      true
    case .help, .actions, .advance, .more, .less, .find, .load, .quit: false
    }
  }

  /// Whether a line only selects the shown rows of a list.
  static func movesList(_ line: String) -> Bool {
    guard line.isColonCommand, let command = try? parse(line).command else { return false }
    return [.more, .less, .find].contains(command)
  }

  /// The form in which it is typed.
  var usage: String { value.map { "\(rawValue) \($0)" } ?? rawValue }
}

/// The message for a word with which several names begin.
func ambiguous(_ word: String, _ names: [String]) -> String {
  "\(word.inQuotes) is the beginning of several names: \(names.listed)"
}

extension Substring {
  /// The first semicolon outside quotes.
  var endOfFirstPart: Index? {
    var (index, isQuoted) = (startIndex, false)
    while index < endIndex {
      switch self[index] {
      case ";" where !isQuoted: return index
      case "\"": isQuoted.toggle()
      case "\\" where isQuoted: formIndex(after: &index)
      default: break
      }
      if index < endIndex { formIndex(after: &index) }
    }
    return nil
  }
}

extension ColonCommand {
  /// Its value, and its purpose in a few words.
  var form: (value: String?, summary: String) {
    switch self {
    case .help: ("[NAME]", "list all inputs and commands, or explain one")
    case .state: ("[PATH]", "print the state or a part of it, with secrets as bullets")
    case .diff: ("[N]", "print the change of state by the last input, or by input N")
    case .stack: (nil, "list the live screens, from the root up")
    case .actions: (nil, "list the inputs, and why some are disabled")
    case .effects: (nil, "list the effects in flight, their start and their cause")
    case .undo: ("[N]", "undo the last input, or N inputs, and all that they caused")
    case .redo: (nil, "redo the last undone input")
    case .goto: ("N", "go to the state after N inputs; 0 is the start")
    case .history: (nil, "list the inputs so far")
    case .advance: ("TIME", "move time ahead, as in 1.5s, 200ms or 2m")
    case .event: ("NAME", "send an event from outside the app")
    case .more: (nil, "show the next rows of a long list")
    case .less: (nil, "show the previous rows of a long list")
    case .find: ("[TEXT]", "show only the rows that contain TEXT")
    case .save: ("FILE", "write the inputs so far to a new trail")
    case .load: ("FILE", "type the inputs of a trail, up to the first refused one")
    case .explore: (nil, "check the app's properties from this state on")
    case .graph: (nil, "draw the screens from here on as a Mermaid flow chart")
    case .quit: (nil, "quit, as Ctrl-D on an empty line does")
    }
  }

  /// Further explanations, in sentences.
  var details: [String] {
    switch self {
    case .help:
      ["\":help undo\" and \":help :undo\" are the same, unless the screen has an input undo."]
    case .state:
      [
        "PATH is that of \":diff\", such as meetings[2].title. Tests print the same text: equal states"
          + " give equal texts.",
        "On a screen that the app has sealed, such as a lock screen, it is refused.",
      ]
    case .diff:
      [
        "The change includes the actions of effects and the time that passed up to the next input.",
        "A line with - is the old value, a line with + the new one.",
      ]
    case .stack:
      ["The last screen is shown and receives the input."]
    case .actions:
      ["The app's reducer must refuse the action of a disabled input too."]
    case .effects:
      ["A background effect lasts as long as its screen. Nothing waits for its end."]
    case .undo, .redo, .goto:
      [
        "Only the state changes: files and services stay as they are. The next action may save the "
          + "restored state. Effects in flight are dropped; "
          + "those of the other state begin again if an input caused them. The answer names both, and "
          + "those that do not.",
        "\":history\" lists the numbers.",
      ]
    case .history:
      [
        "Secrets are shown as bullets. Undone inputs are marked, until a new input removes them.",
        "A screen that the app has sealed ends the history: it begins anew after that screen.",
      ]
    case .advance:
      ["Each timer up to then fires at its own time. The command does not wait. Ctrl-C ends it."]
    case .event:
      ["A value follows the name, as for an input. The line of a trail is \"@ event LINE\"."]
    case .more, .less:
      ["An empty line shows all rows, and each can be typed in or out of sight."]
    case .find:
      [
        "\":find\" alone shows all rows again. An empty line prints each that contains TEXT, and each can be"
          + " typed in or out of sight."
      ]
    case .save:
      [
        "\"replay FILE\" plays the trail. An existing file is not overwritten.",
        "The value of a secure field is replaced by a placeholder. A trail begins without the files of this"
          + " session: the answer names an input that a replay refuses for that reason.",
      ]
    case .load:
      [
        "The inputs are typed in this session, from the current screen on. Time passes as in the "
          + "trail. Checks are not run; \"replay\" runs them. A placeholder of a secret is not typed."
      ]
    case .explore:
      [
        "The search runs in a simulated world and stops after "
          + "\(SearchDefaults.statesInSession) states or \(SearchDefaults.timeInSession.inSeconds), "
          + "or at Ctrl-C. The files, the state and the time of this session do not change.",
        "A printed trail begins at the current state. Effects in flight are left out: the "
          + "answer names them, and decides nothing.",
      ]
    case .graph:
      [
        "It searches as \":explore\" does. Steps that stay on one screen are left out.",
        "The command \"graph\" draws the whole app, and has other formats.",
      ]
    case .quit:
      [
        "It waits for the effects in flight, except background effects. Ctrl-C leaves without them, "
          + "and the program says which."
      ]
    }
  }
}
