import CairnApp

/// An option of every app, and the commands that take it.
struct ProgramOption {
  let option: AppOption
  let verbs: [Command.Verb]

  init(_ name: String, value: String? = nil, for verbs: Command.Verb..., help: String) {
    option = AppOption(name, value: value, help: help)
    self.verbs = verbs.isEmpty ? Command.Verb.allCases : verbs
  }

  static let all = [
    ProgramOption("--help", help: "print this help and exit"),
    ProgramOption("-h", help: "same as --help"),
    ProgramOption("--version", help: "print the version and exit"),
    ProgramOption(
      "--keep-going", for: .run, .record,
      help: "continue after a refused line; the exit status is then 1"),
    ProgramOption(
      "--step", for: .replay, help: "wait at each line (Enter continues, b goes back, q quits)"),
    ProgramOption("--update", for: .replay, help: "rewrite the screens that do not match"),
    ProgramOption(
      "--json", for: .run, .replay, .record, .explore, help: "print one JSON object per line"),
    ProgramOption(
      "--seed", value: "N", for: .replay, help: "play every trail with this seed"),
    ProgramOption(
      "--real-time", for: .replay, help: "use the wall clock, and wait for external work"),
    ProgramOption(
      "--secrets", value: "FILE", for: .replay, .journal,
      help: "read the values of recorded secrets, in lines NAME VALUE"),
    ProgramOption("--screens", for: .record, help: "also write each screen"),
    ProgramOption(
      "--start", value: "NAME", for: .record, .explore, .graph,
      help: "the world to start in (default: the app's first)"),
    ProgramOption(
      "--journal", value: "FILE", for: .run, .replay, .record,
      help: "write every action to a new file"),
    ProgramOption(
      "--plain", for: .run, .record,
      help: "print words instead of columns, for a screen reader"),
    ProgramOption(
      "--color", value: "WHEN", for: .run, .record, help: "auto, always or never (default: auto)"),
    ProgramOption(
      "--no-animation", for: .run, .record, help: "change screens without animation"),
    ProgramOption(
      "--virtual-time", for: .run, .record,
      help: "time passes only by :advance; in a script, at once"),
    ProgramOption(
      "--depth", value: "N", for: .explore, .graph, help: "stop N steps from the start"),
    ProgramOption(
      "--states", value: "N", for: .explore, .graph,
      help: "stop after N states (default: \(SearchDefaults.states))"),
    ProgramOption(
      "--seconds", value: "S", for: .explore, .graph, help: "stop after S seconds"),
    ProgramOption(
      "--restarts", for: .explore, .graph, help: "also end and restart the program in every state"),
    ProgramOption(
      "--hostile", for: .explore,
      help: "also send the actions of disabled inputs; they must change nothing"),
    ProgramOption(
      "--trails", value: "FOLDER", for: .explore,
      help: "write a trail for each refuted property"),
    ProgramOption(
      "--format", value: "FORMAT", for: .graph, help: "mermaid, dot, json or aut (default: mermaid)"
    ),
    ProgramOption("--by", value: "NODES", for: .graph, help: "screen or state (default: screen)"),
    ProgramOption("--to", value: "N", for: .journal, help: "stop after N entries"),
  ]

  /// The option as `--help` lists it: with the names of its commands, unless every command takes it.
  var listed: AppOption {
    guard verbs.count < Command.Verb.allCases.count else { return option }
    let commands = verbs.map(\.rawValue).joined(separator: ", ")
    return AppOption(option.name, value: option.value, help: "\(commands): \(option.help)")
  }

  static var names: [AppOption] { all.map(\.option) }
}

extension App {
  /// The output of `--help`.
  static var helpText: String {
    let general = ProgramOption.all.map(\.listed)
    let lines = [
      "\(name): \(summary)",
      "",
      "Examples:",
      "  \(name)                       run the app in this terminal",
      "  \(name) replay happy.trail    play a trail and run its checks",
      "  \(name) record new.trail      run the app and write a trail",
      "  \(name) explore               try every input and prove the app's properties",
      "  \(name) graph                 draw the screens and the transitions between them",
      "  \(name) < lines.txt           run the lines of a file as a script",
      "",
      "Usage:",
      "  \(name) [run] [OPTION…]",
      "  \(name) replay FILE… [OPTION…]    a folder stands for its *.trail files",
      "  \(name) record FILE [OPTION…]",
      "  \(name) explore [OPTION…]",
      "  \(name) graph [OPTION…]",
      "  \(name) journal FILE [OPTION…]    replay a file that --journal wrote",
      "",
      "Options:",
    ]
    let ends = [
      "",
      "Exit status: 0 success; 1 a check or an input failed, or a property was refuted; 2 wrong usage,",
      "or a trail, journal or secrets file that cannot be read, has syntax errors or belongs to",
      "another app; 3 a search met a bound and refuted nothing; 130 interrupted.",
    ]
    return (lines + rows(general + options) + ends).joined(separator: "\n")
  }

  private static func rows(_ options: [AppOption]) -> [String] {
    let names = options.map { option in
      option.value.map { "\(option.name) \($0)" } ?? option.name
    }
    let width = names.map(\.columns).max() ?? 0
    return zip(options, names).map { "  \($1.padded(to: width))  \($0.help)" }
  }
}
