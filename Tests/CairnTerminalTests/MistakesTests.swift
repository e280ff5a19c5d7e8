import Cairn
import CairnApp
import CairnSimulation
import Foundation
import TestSupport
import Testing

@testable import CairnTerminal

/// The messages of a running program, compared with the page "Frequent mistakes".
@Suite(.timeLimit(.minutes(10))) struct MistakesTests {
  private static let page = URL(filePath: #filePath)
    .appending(path: "../../../Sources/Cairn/Cairn.docc/Mistakes.md").standardizedFileURL

  /// The messages of the last table, in order.
  private func messages() throws -> [String] {
    let rows = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    return rows.dropFirst(2).map { $0[1] }
  }

  @Test func `the page has the messages of a running program`() async throws {
    let messages = try messages()
    try #require(messages.count == 4)
    let noScreen = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let simulation = Simulation()
      let launch = Launch(.simulated(start: "new"), in: simulation)
      _ = Driver(CounterApp(launch), in: simulation).screen
    }
    let text = String(decoding: noScreen?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(messages[0]))
    let issues = runtimeIssues {
      _ = Screen<Int>("home", "Home") { for number in 0...1 { Button("next", number) } }
      _ = Screen<Int>("home", "Home") { Button("go on", 1) }
    }
    let reported = issues.map { issue in
      issue.message.replacing(#/\(.*?\)/#, with: "(File.swift:1)")
    }
    #expect(reported == Array(messages[1...2]))
    let program = Program<CounterApp>(coding: nil, searcher: AppSearcher())
    #expect(program.cannotJournal.description == messages[3])
  }
}

/// Forgets its screens.
private struct CounterApp: App {
  struct Counter: Reducer {
    enum Action { case increment }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> { .none }
  }

  static let name = "counter"
  static let summary = "Counts."
  let state = 0
  let reducer = Counter()

  init(_ launch: Launch) {}

  func screens(of state: Int) -> [Screen<Counter.Action>] { [] }
}
