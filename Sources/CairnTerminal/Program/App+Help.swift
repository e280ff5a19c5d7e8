import CairnApp

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
