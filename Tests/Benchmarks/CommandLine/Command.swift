import CairnApp

/// What the command line asks for.
enum Command {
  case help
  case measure(format: Format, filter: String)
  /// To find out in a few seconds whether anything costs too much, wherever it is run.
  case check(filter: String)

  enum Format {
    case table
    case json
  }

  static let options = [
    AppOption("--filter", value: "NAME", help: "only what has a name that begins with NAME"),
    AppOption("--json", help: "one object a line, for programs"),
    AppOption("--short", help: "only check what is the same on every machine, in a few seconds"),
    AppOption("--help", help: "print this"),
  ]

  init(_ words: [String]) throws(UsageError) {
    let options = try OptionValues(words, among: Self.options)
    guard !options.has("--help") else {
      self = .help
      return
    }
    let filter = options["--filter"] ?? ""
    switch (options.has("--short"), options.has("--json")) {
    case (true, true):
      throw UsageError("--short measures no times, and --json prints them; give one of the two")
    case (true, false): self = .check(filter: filter)
    case (false, true): self = .measure(format: .json, filter: filter)
    case (false, false): self = .measure(format: .table, filter: filter)
    }
  }

  static var helpText: String {
    """
    swift run -c release benchmarks             measure everything
    swift run -c release benchmarks --filter W3 measure what is called W3…
    swift run -c release benchmarks --short     check what is the same on every machine

    Prints what an operation costs, beside its floor: the least that the same work can cost, measured
    in turns with it. Without "-c release" it is the debug build that is measured.

    options:
    \(options.map { option in
      let name = option.value.map { "\(option.name) \($0)" } ?? option.name
      return "  " + name.padding(toLength: 15, withPad: " ", startingAt: 0) + option.help
    }.joined(separator: "\n"))

    exit status: 0 done; 1 with --short, something costs too much; 2 wrong usage
    """
  }
}
