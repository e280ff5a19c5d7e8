import CairnScreen
import CairnTrail

/// An option that every app has, and the commands that take it.
struct ProgramOption {
  let option: AppOption
  let verbs: [Command.Verb]

  init(_ name: String, value: String? = nil, for verbs: Command.Verb..., help: String) {
    option = AppOption(name, value: value, help: help)
    self.verbs = verbs.isEmpty ? Command.Verb.allCases : verbs
  }

  static let all = [
    ProgramOption("--help", help: "print this and exit"),
    ProgramOption("-h", help: "the same"),
    ProgramOption("--version", help: "print the version and exit"),
    ProgramOption(
      "--keep-going", for: .run, .record,
      help: "go on after a refused line, and end with status 1"),
    ProgramOption(
      "--step", for: .replay, help: "wait at each line: Enter goes on, b goes back, q leaves"),
    ProgramOption("--update", for: .replay, help: "rewrite the screens that do not match"),
    ProgramOption(
      "--json", for: .run, .replay, .record, .explore, help: "print one JSON object a line"),
    ProgramOption(
      "--seed", value: "N", for: .replay, help: "play every trail under this seed"),
    ProgramOption(
      "--real-time", for: .replay, help: "let time pass on the wall, and wait for the outside"),
    ProgramOption(
      "--secrets", value: "FILE", for: .replay, .journal,
      help: "the values of recorded secrets, in lines NAME VALUE"),
    ProgramOption("--screens", for: .record, help: "write each screen too"),
    ProgramOption(
      "--start", value: "NAME", for: .record, .explore, .graph,
      help: "the world to start in; the app's first"),
    ProgramOption(
      "--journal", value: "FILE", for: .run, .replay, .record,
      help: "write every action to a new file"),
    ProgramOption(
      "--plain", for: .run, .record,
      help: "print words instead of columns, for a screen reader"),
    ProgramOption(
      "--color", value: "WHEN", for: .run, .record, help: "auto, always or never"),
    ProgramOption(
      "--no-animation", for: .run, .record, help: "go from screen to screen at once"),
    ProgramOption(
      "--virtual-time", for: .run, .record,
      help: "time passes by :advance alone, and at once in a script"),
    ProgramOption(
      "--depth", value: "N", for: .explore, .graph, help: "go at most so many steps"),
    ProgramOption(
      "--states", value: "N", for: .explore, .graph,
      help: "find at most so many states; \(SearchDefaults.states)"),
    ProgramOption(
      "--seconds", value: "S", for: .explore, .graph, help: "search for at most so long"),
    ProgramOption(
      "--restarts", for: .explore, .graph, help: "let the program end and start again anywhere"),
    ProgramOption(
      "--hostile", for: .explore, help: "send what screens refuse: it must change nothing"),
    ProgramOption(
      "--trails", value: "FOLDER", for: .explore,
      help: "write a trail for each property that is refuted"),
    ProgramOption(
      "--format", value: "FORMAT", for: .graph, help: "mermaid, dot, json or aut; mermaid"),
    ProgramOption("--by", value: "NODES", for: .graph, help: "screen or state; screen"),
    ProgramOption("--to", value: "N", for: .journal, help: "stop after so many entries"),
  ]

  /// The option as `--help` lists it: what takes it, unless everything does.
  var listed: AppOption {
    guard verbs.count < Command.Verb.allCases.count else { return option }
    let takers = verbs.map(\.rawValue).joined(separator: ", ")
    return AppOption(option.name, value: option.value, help: "\(takers): \(option.help)")
  }

  static var names: [AppOption] { all.map(\.option) }
}

extension App {
  /// What `--help` prints.
  static var helpText: String {
    let general = ProgramOption.all.map(\.listed)
    let lines = [
      "\(name): \(summary)",
      "",
      "Examples:",
      "  \(name)                       walk through it in this terminal",
      "  \(name) replay happy.trail    play a trail and check what it says",
      "  \(name) record new.trail      walk through it and write a trail",
      "  \(name) explore               go every way through it and prove its properties",
      "  \(name) graph                 draw its screens and the ways between them",
      "  \(name) < lines.txt           run the lines of a file as a script",
      "",
      "Usage:",
      "  \(name) [run] [OPTION…]",
      "  \(name) replay FILE… [OPTION…]    of a folder all *.trail in it",
      "  \(name) record FILE [OPTION…]",
      "  \(name) explore [OPTION…]",
      "  \(name) graph [OPTION…]",
      "  \(name) journal FILE [OPTION…]    replay what --journal has written",
      "",
      "Options:",
    ]
    let ends = [
      "",
      "Exit status: 0 done; 1 a check, an input or a property failed; 2 wrong usage, or a trail,",
      "journal or secrets file that cannot be read, does not parse or is for another app;",
      "3 a search met a bound, and refuted nothing; 130 interrupted.",
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
