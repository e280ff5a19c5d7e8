import Foundation
import TestSupport
import Testing

/// Compiles generated code in a target whose default isolation is the main actor, as that of a new app of Xcode 26.
@Suite(.blocking, .gate) struct DefaultIsolationTests {
  private static let source = """
    import Cairn

    nonisolated struct Toy: Reducer {
      struct State: Hashable { var taps = 0 }
      enum Action: Equatable, CasePathable { case left(Int), pair(Int, x: String), tapped }

      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }

    nonisolated struct Shelf: Reducer {
      struct State: Hashable { var toy = Toy.State() }
      enum Action: Equatable, CasePathable { case toy(Toy.Action) }

      var body: some Reducer<State, Action> { Scope(\\.toy, .toy) { Toy() } }
    }

    nonisolated struct Path: FeatureEnum { let toy = Toy(), shelf = Shelf() }

    struct Isolated: Reducer {
      struct State: Hashable {}
      enum Action: Equatable, CasePathable { case left(Int) }

      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }

    struct IsolatedPath: FeatureEnum { let first = Isolated() }
    """

  @Test(arguments: [
    ["-default-isolation", "MainActor"],
    [
      "-default-isolation", "MainActor", "-enable-upcoming-feature",
      "NonisolatedNonsendingByDefault",
    ],
    ["-default-isolation", "nonisolated"],
    ["-swift-version", "5"],
  ])
  func `generated code compiles with every default isolation`(options: [String]) throws {
    let generated = try CasePathsTool(["Toy.swift": Self.source]).text
    let diagnostics = try Compiler.withTemporaryFolder { folder in
      let files = [folder.appending(path: "Toy.swift"), folder.appending(path: "Paths.swift")]
      for (file, text) in zip(files, [Self.source, generated]) {
        try Data(text.utf8).write(to: file)
      }
      let check = ["-typecheck", "-parse-as-library", "-warnings-as-errors"]
      return try Compiler.compile(check + options + files.map(\.path))
    }
    #expect(diagnostics == "")
  }
}
