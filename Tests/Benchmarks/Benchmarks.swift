import CairnApp
import Foundation

/// What the engine costs, beside the least that the same work can cost.
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
    }
    return 0
  }
}
