import CairnApp

/// An option of every app, and the commands that take it.
struct ProgramOption {
  let option: AppOption
  let verbs: [Command.Verb]

  init(_ name: String, value: String? = nil, for verbs: Command.Verb..., help: String) {
    option = AppOption(name, value: value, help: help)
    self.verbs = verbs.isEmpty ? Command.Verb.allCases : verbs
  }

  static let all: [ProgramOption] = [
    .init("--help", help: "print this help and exit"),
    .init("-h", help: "the same as --help"),
    .init("--version", help: "print the version and exit"),
    .init(
      "--keep-going", for: .run, .record,
      help: "continue after a refused line; the exit status is then 1"),
    .init(
      "--step", for: .replay, help: "wait at each line (Enter continues, b goes back, q quits)"),
    .init("--update", for: .replay, help: "rewrite the screens that do not match"),
    .init("--json", for: .run, .replay, .record, .explore, help: "print one JSON object per line"),
    .init(
      "--seed", value: "N", for: .replay, .explore,
      help: "replay: the seed of every trail; explore: that of the first walk (default: 1)"),
    .init("--real-time", for: .replay, help: "use the wall clock, and wait for external work"),
    .init(
      "--secrets", value: "FILE", for: .replay, .journal,
      help: "read the values of recorded secrets, in lines NAME VALUE"),
    .init("--port", value: "N", for: .web, help: "use this port (default: a free one)"),
    .init("--open", for: .web, help: "open the address in a browser"),
    .init("--inspect", for: .web, help: "show the state and the history too"),
    .init("--record", value: "FILE", for: .web, help: "write a trail, as \"record FILE\" does"),
    .init("--screens", for: .web, .record, help: "also write each screen"),
    .init(
      "--start", value: "NAME", for: .web, .record, .explore, .graph, .cover,
      help: "the world to start in"),
    .init(
      "--journal", value: "FILE", for: .run, .web, .replay, .record,
      help: "write every action to a new file; a sign-out may empty it"),
    .init(
      "--plain", for: .run, .record,
      help:
        "print words instead of columns, for a screen reader; Ctrl-R shows a half-typed line again"),
    .init(
      "--color", value: "WHEN", for: .run, .record, help: "auto, always or never (default: auto)"),
    .init("--no-animation", for: .run, .record, help: "change screens without animation"),
    .init("--every-screen", for: .run, .record, help: "print each screen below the one before"),
    .init(
      "--virtual-time", for: .run, .web, .record,
      help: "time passes only by :advance; in a script, at once"),
    .init(
      "--depth", value: "N", for: .explore, .graph, .cover, help: "stop N steps from the start"),
    .init(
      "--states", value: "N", for: .explore, .graph, .cover,
      help: "stop after N states (default: \(SearchDefaults.states))"),
    .init("--seconds", value: "S", for: .explore, .graph, .cover, help: "stop after S seconds"),
    .init(
      "--step-seconds", value: "S", for: .explore,
      help: "a step that takes longer is a crash (default: 10)"),
    .init(without.name, value: without.value, for: .explore, .graph, .cover, help: without.help),
    .init(
      "--restarts", for: .explore, .graph, .cover,
      help: "restart the program too; the default of explore"),
    .init("--hostile", for: .explore, help: "the default: send the actions of disabled inputs too"),
    .init(
      "--check", value: "AMOUNT", for: .explore,
      help: "replay none, some or all of the search (default: some)"),
    .init(
      "--fail-on-unused", for: .explore,
      help: "fail if samples, starts, options or properties are unused"),
    .init("--first", for: .explore, help: "stop at the first refuted property"),
    .init(
      "--resume", value: "FILE", for: .explore,
      help: "continue the search in FILE; write FILE at a bound or Ctrl-C"),
    .init(
      "--walks", value: "N", for: .explore,
      help: "after a bound, also try N random walks, which prove nothing"),
    .init("--shard", value: "I/N", for: .explore, help: "take only the part I of N of the walks"),
    .init("--save", value: "FILE", for: .explore, help: "write what was found, for a comparison"),
    .init(
      "--against", value: "FILE", for: .explore,
      help: "list what came, went or changed since a search was saved"),
    .init("--fail-on-change", for: .explore, help: "fail if something came, went or changed"),
    .init("--accept", for: .explore, help: "write the file of --against anew"),
    .init(
      "--html", value: "FILE", for: .explore, .replay, .journal, help: "write a page for a browser"),
    .init(
      "--trails", value: "FOLDER", for: .explore,
      help: "write a trail for each refuted property, once it is found"),
    .init(
      "--format", value: "FORMAT", for: .graph, help: "mermaid, dot, json or aut (default: mermaid)"
    ),
    .init(
      "--by", value: "PARTS", for: .graph, .cover,
      help: "graph: screen or state; cover: screen, input or edge (default: screen)"),
    .init("--swift", for: .cover, help: "also write each trail as a TestStore test"),
    .init("--to", value: "N", for: .journal, help: "stop after N entries"),
  ]

  static let without = AppOption(
    "--without", value: "PARTS", help: "leave out restarts, disabled, delays (with commas)")

  /// The options of the program of an app. An option of the app takes the place of one that only `web` has.
  static func all<A: App>(beside app: A.Type) -> [ProgramOption] {
    all.filter { option in
      option.verbs != [.web] || !A.options.contains { $0.name == option.option.name }
    }
  }

  /// The options that the short help lists, each under one name; `--help` of a command lists all that it
  /// takes.
  static var common: [AppOption] {
    all.map(\.option).filter { ["--help", "--version"].contains($0.name) }
  }
}

extension Command.Verb {
  /// The words after the name of the program, its purpose, and its operands in words; `nil` for none.
  var form: (usage: String, summary: String, operands: String?) {
    switch self {
    case .run: ("[run]", "run the app in this terminal", nil)
    case .web: ("web", "run the app in a browser", nil)
    case .replay: ("replay FILE…", "play trails and run their checks", "the files to play")
    case .record: ("record FILE", "run the app and write a trail", "one file to write")
    case .explore: ("explore", "try every input and prove the app's properties", nil)
    case .graph: ("graph", "draw the screens and the transitions between them", nil)
    case .cover: ("cover FOLDER", "write few trails that cover the app", "one folder for trails")
    case .journal: ("journal FILE", "replay a file that --journal wrote", "one file to replay")
    }
  }

  /// Examples and remarks, with the name of the program.
  func remarks(_ name: String) -> [String] {
    switch self {
    case .run:
      [
        "  \(name) < lines.txt             run the lines of a file as a script",
        "  \(name) --journal day.journal   also write every action to a file",
      ]
    case .web:
      [
        "  \(name) web --open              print an address of this machine, and open it",
        "  \(name) web --record new.trail  also write a trail",
      ]
    case .replay:
      [
        "  \(name) replay happy.trail      play one trail",
        "  \(name) replay Trails           play the *.trail files of a folder",
      ]
    case .record:
      [
        "  \(name) record new.trail        type; the lines and the screens become a trail",
        "  \(name) record new.trail < lines.txt",
      ]
    case .explore:
      [
        "  \(name) explore                 every input in every state",
        "  \(name) explore --trails found",
        "  \(name) explore --save explored.json",
        "  \(name) explore --against explored.json",
      ]
    case .graph:
      [
        "  \(name) graph                   a Mermaid diagram",
        "  \(name) graph --format dot | dot -Tsvg > graph.svg",
      ]
    case .cover:
      [
        "  \(name) cover Trails            every transition between screens",
        "  \(name) cover Trails --by input",
      ]
    case .journal:
      ["  \(name) journal day.journal     replay it, and stop at the first difference"]
    }
  }

  /// The exit statuses of the command.
  var statuses: String {
    switch self {
    case .run:
      "0 success; 1 an input failed, a script ended on an error or its :explore refuted a property, or"
        + " work was not finished; 2 wrong usage."
    case .record:
      "0 success; 1 an input failed, a script ended on an error or its :explore refuted a property, or"
        + " the recording does not replay; 2 wrong usage."
    case .web:
      "0 after :quit; 1 work was not finished, or the recording does not replay; 2 wrong usage."
    case .replay, .journal:
      "0 success; 1 a check failed; 2 wrong usage, or a file that cannot be played."
    case .explore:
      "0 all properties hold; 1 one is refuted, a replay differs, --fail-on-unused or --fail-on-change;"
        + " 2 wrong usage; 3 a bound was met, or an outcome is not known."
    case .cover:
      "0 all is covered; 1 an earlier trail broke, or something is not covered; 2 wrong usage;"
        + " 3 a bound was met, or an outcome is not known."
    case .graph: "0 success; 2 wrong usage; 3 a bound was met, or an outcome is not known."
    }
  }
}

extension App {
  /// The help that lists the options among the words of a command line.
  static func helpCommand(after words: [String]) -> String {
    let listed = (options + ProgramOption.common).map(\.name)
    let given = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0 != "-" }
    guard given.contains(where: { !listed.contains(String($0.prefix { $0 != "=" })) }) else {
      return "--help"
    }
    return "\(words.first.flatMap(Command.Verb.init)?.rawValue ?? "COMMAND") --help"
  }

  /// The output of `--help`: the commands and the common options. It fits into 24 lines.
  static func helpText(width: Int) -> String {
    let commands = Command.Verb.allCases.map { ("\(name) \($0.form.usage)", $0.form.summary) }
    let lines = [
      "\(name): \(summary)", "", "Commands:", rows(commands, width), "", "Options:",
      rows(described(options + ProgramOption.common), width),
      "\(name) COMMAND --help lists the options and the exit statuses of a command.",
    ]
    return lines.joined(separator: "\n")
  }

  /// The output of `COMMAND --help`: the command with all its options.
  static func helpText(of verb: Command.Verb, width: Int) -> String {
    let own = ProgramOption.all(beside: self).filter { $0.verbs.contains(verb) }.map(\.option)
    // An option of the app takes the place of one of `web`.
    let examples = verb.remarks(name).filter { example in
      let words = example.split(separator: " ").map(String.init)
      return !options.contains { words.contains($0.name) }
    }
    let lines = [
      "\(name) \(verb.form.usage) [OPTION…]: \(verb.form.summary)", "", "Examples:",
      examples.joined(separator: "\n"), "", "Options:",
      rows(described(own + options(for: verb)), width), "", "Exit status: \(verb.statuses)",
      "1 also if the output cannot be written, as standard error then says; 130 after Ctrl-C;"
        + " 143 after SIGTERM.",
    ]
    return lines.joined(separator: "\n")
  }

  private static func described(_ options: [AppOption]) -> [(String, String)] {
    let others = starts.dropFirst().map { ", \($0)" }.joined()
    let names = "\(starts.first ?? "") (default)\(others)"
    return options.map { option in
      let name = option.value.map { "\(option.name) \($0)" } ?? option.name
      return (name, option.name == "--start" ? "\(option.help): \(names)" : option.help)
    }
  }

  private static func rows(_ rows: [(String, String)], _ width: Int) -> String {
    aligned(rows, width: width).joined(separator: "\n")
  }
}
