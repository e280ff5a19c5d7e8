import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import CairnTrail
import Testing

@testable import CairnExplorer

/// Stand-ins that answer after a range of time.
@Suite struct RangeTests {
  /// A search field whose answers can overtake each other.
  private struct Finder: TestApp {
    struct State: Hashable {
      var query = ""
      var result = ""
      /// Without a bound, any number of requests would be in flight.
      var queries = 0
    }

    enum Action: Sendable {
      case find(String)
      case found(String)
    }

    static let options = [AppOption("--cancels", help: "a new query cancels the one before")]
    static let samples = ["query": ["a", "b"]]
    static let properties: [AppProperty<State>] = [
      .always("the result belongs to the query") { $0.result.isEmpty || $0.result == $0.query }
    ]

    let state = State()
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) throws(UsageError) {
      let (choices, cancels) = (launch.choices, launch.options.has("--cancels"))
      reducer = Reduce { state, action in
        switch action {
        case .find(let query):
          state = State(query: query, queries: state.queries + 1)
          return .run(name: "find") { send in
            let found = try await choices.answer(
              "find", ["found": .slow(.zero ... .seconds(5), .success(query))])
            await send(.found(found))
          }
          .cancellable(id: "find", cancelInFlight: cancels)
        case .found(let result):
          state.result = result
          return .none
        }
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Field("query", state.query, disabledBecause: state.queries < 3 ? nil : "it is enough") {
        .find($0)
      }
    }
  }

  private let property = "always the result belongs to the query"

  @Test func `a stale answer is found, by a trail with its delays`() throws {
    let exploration = try AppModel<Finder>.bare().explore()
    #expect(exploration.refuted == [property])
    #expect(exploration.coverage.instantEffects == [])
    #expect(
      exploration[property]?.trail == """
        % app finder
        % delays 2.5s 5s
        # This does not hold: always the result belongs to the query
        > query a
        > query b
        @ 2.5s

        """)
    let failure = try #require(try exploration.playedTrail(of: property))
    #expect(failure.description.contains("the result belongs to the query"), "\(failure)")
  }

  @Test func `a delay of a trail that is out of range is explained`() throws {
    func failure(_ delays: String) throws -> String? {
      let trail = try Trail.parse("% delays \(delays)\n> query a\n@ 1s\n", file: "a.trail")
      return try TrailPlayer<Finder>.play(trail)?.description
    }
    let outOfRange = """
        the trail has a delay of 9s, and the app now answers after 0s to 5s
        the app has changed since the trail was written; remove "% delays", or find a trail again
      """
    #expect(try failure("9s")?.contains(outOfRange) == true)
    #expect(try failure("2s")?.contains("effects are in flight at the end") == true)
    #expect(try failure("1s 3s") == nil)
  }

  @Test func `a query that cancels the one before is proved`() throws {
    let exploration = try AppModel<Finder>.bare(options: ["--cancels"]).explore()
    #expect(exploration.isProved && exploration.limit == nil)
  }

  @Test func `a delay is any of its range`() throws {
    // An order that is possible only if two of the delays differ, and neither is a bound of its range.
    let question = Question("go") { _, state, world in
      state.pressed = ["go"]
      let requests = ["a", "b"].map { name in
        Effect<ProbeAction>.run(name: name) { send in
          try await world.choices.answer(
            name, ["late": .slow(.seconds(1) ... .seconds(4), .success(()))])
          await send(.note(name))
        }
      }
      return .merge(requests + [world.note("2", after: 2_000), world.note("3", after: 3_000)])
    }
    let logs = ["2 a b 3", "2 b a 3", "a 2 3 b", "a 2 b 3", "2 3 a b", "a b 2 3", "3 2 a b"]
    #expect(try question.found(among: logs) == Array(logs.dropLast()))
  }

  @Test func `the deadlines of two tasks of an effect come in either order`() throws {
    // An effect with two child tasks: `a` sleeps for a range and then for three seconds, `b` for five. At five
    // and a half seconds, another effect separates them.
    let question = Question("go") { _, state, world in
      state.pressed = ["go"]
      let children = Effect<ProbeAction>.run(name: "children") { send in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            try await world.choices.sleep(for: .seconds(1) ... .seconds(3))
            try await world.clock.sleep(for: .seconds(3))
            await send(.note("a"))
          }
          group.addTask {
            try await world.clock.sleep(for: .seconds(5))
            await send(.note("b"))
          }
          try await group.waitForAll()
        }
      }
      return children.merged(with: world.note("x", after: 5_500))
    }
    let logs = ["a b x", "b a x", "b x a", "x a b", "a x b"]
    #expect(try question.found(among: logs) == ["a b x", "b a x", "b x a"])
  }
}
