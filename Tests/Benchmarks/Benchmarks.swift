import CairnApp
import Foundation

/// Measures the cost of operations, and compares it with a floor: the lowest cost of the same work
/// without the engine.
@main
struct Benchmarks {
  static func main() async {
    do throws(UsageError) {
      exit(try await run(Command(Array(CommandLine.arguments.dropFirst()))))
    } catch {
      Output.complain("\(error.description)\nTry: benchmarks --help")
      exit(2)
    }
  }

  @MainActor
  private static func run(_ command: Command) async throws(UsageError) -> Int32 {
    switch command {
    case .help:
      Output.print(Command.helpText)
    case .measure(.table, let filter):
      try await Suite(filter: filter).printTables()
    case .measure(.json, let filter):
      try await Suite(filter: filter).printLines()
    case .check(let filter):
      let excesses = try await Suite(filter: filter).excesses()
      for excess in excesses { Output.complain(excess.description) }
      guard excesses.isEmpty else { return 1 }
      Output.print("allocations, growth, memory and copies are within their budgets")
    case .build:
      for line in try BuildCost.table(parents: 10) { Output.print(line) }
    }
    return 0
  }
}

/// A parsed command line.
enum Command {
  case help
  case measure(format: Format, filter: String)
  /// Checks the machine-independent budgets in a few seconds.
  case check(filter: String)
  /// Compiles generated apps.
  case build

  enum Format {
    case table
    case json
  }

  static let options = [
    AppOption("--filter", value: "NAME", help: "only benchmarks whose names begin with NAME"),
    AppOption("--json", help: "one JSON object per line, for programs"),
    AppOption("--short", help: "only check machine-independent budgets, in a few seconds"),
    AppOption("--build", help: "the seconds and the memory that a generated app takes to compile"),
    AppOption("--help", help: "print this help"),
  ]

  init(_ words: [String]) throws(UsageError) {
    let options = try OptionValues(words, among: Self.options)
    guard !options.has("--help") else {
      self = .help
      return
    }
    guard !options.has("--build") else {
      guard words == ["--build"] else { throw UsageError("--build takes no other option") }
      self = .build
      return
    }
    let filter = options["--filter"] ?? ""
    switch (options.has("--short"), options.has("--json")) {
    case (true, true):
      throw UsageError("--short measures no times and --json prints them; use one of the two")
    case (true, false): self = .check(filter: filter)
    case (false, true): self = .measure(format: .json, filter: filter)
    case (false, false): self = .measure(format: .table, filter: filter)
    }
  }

  static var helpText: String {
    """
    swift run -c release benchmarks             measure everything
    swift run -c release benchmarks --filter W3 measure the benchmarks named W3…
    swift run -c release benchmarks --short     check machine-independent budgets
    swift run -c release benchmarks --build     compile an app of 60 features

    Prints the cost of each operation and its floor: the lowest cost of the same work without the
    engine, measured alternately. Without "-c release" the debug build is measured.

    options:
    \(options.map { option in
      let name = option.value.map { "\(option.name) \($0)" } ?? option.name
      return "  " + name.padding(toLength: 15, withPad: " ", startingAt: 0) + option.help
    }.joined(separator: "\n"))

    exit status: 0 success; 1 with --short, a budget is exceeded; 2 wrong usage
    """
  }
}
