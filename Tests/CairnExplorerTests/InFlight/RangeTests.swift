import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

@testable import CairnExplorer

/// Stand-ins that answer after a range of time.
@Suite struct RangeTests {
  /// A search field whose answers can overtake each other.
  private struct Finder: App {
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

    static let name = "finder"
    static let summary = "Finds what is typed."
    static let options = [
      AppOption("--cancels", help: "a new query cancels the one before")
    ]
    static let samples = ["query": ["a", "b"]]

    let state = State()
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) throws(UsageError) {
      let (choices, cancels) = (launch.choices, launch.options["--cancels"] != nil)
      reducer = Reduce { state, action in
        switch action {
        case .find(let query):
          state.query = query
          state.result = ""
          state.queries += 1
          return .run(name: "find") { send in
            let found = try await choices.answer(
              "find",
              ["found": .slow(.zero ... .seconds(5), .success(query))])
            await send(.found(found))
          }
          .cancellable(id: "find", cancelInFlight: cancels)
        case .found(let result):
          state.result = result
          return .none
        }
      }
    }

    func screens(of state: State) -> [Screen<Action>] {
      [
        Screen("finder", "Finder") {
          Field("query", state.query, disabledBecause: state.queries < 3 ? nil : "it is enough") {
            .find($0)
          }
        }
      ]
    }

    static var properties: [AppProperty<State>] {
      [.always("the result belongs to the query") { $0.result.isEmpty || $0.result == $0.query }]
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
    func failure(_ delays: String) throws -> String {
      let trail = try Trail.parse("% delays \(delays)\n> query a\n@ 1s\n", file: "a.trail")
      return try #require(try TrailPlayer<Finder>.play(trail)).description
    }
    #expect(
      try failure("9s").contains(
        """
          the trail has a delay of 9s, and the app now answers after 0s to 5s
          the app has changed since the trail was written; remove "% delays", or find a trail again
        """))
    #expect(try failure("2s").contains("effects are in flight at the end"))
    let trail = try Trail.parse("% delays 1s 3s\n> query a\n@ 1s\n", file: "a.trail")
    #expect(try TrailPlayer<Finder>.play(trail) == nil)
  }

  @Test func `a query that cancels the one before is proved`() throws {
    let exploration = try AppModel<Finder>.bare(options: ["--cancels"]).explore()
    #expect(exploration.isProved)
    #expect(exploration.limit == nil)
  }

  /// An order that is possible only if two of the delays differ, and neither is a bound of its range.
  private enum Between: Question {
    static let buttons = ["go"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["go"]
      func request(_ name: String) -> Effect<Action> {
        .run(name: name) { [choices = world.choices] send in
          try await choices.answer(
            name, ["late": .slow(.seconds(1) ... .seconds(4), .success(()))])
          await send(.note(name))
        }
      }
      return .merge(
        request("a"), request("b"), world.note("2", after: 2_000), world.note("3", after: 3_000))
    }
  }

  @Test func `a delay is any of its range`() throws {
    let logs = ["2 a b 3", "2 b a 3", "a 2 3 b", "a 2 b 3", "2 3 a b", "a b 2 3", "3 2 a b"]
    #expect(try Probe<Between>.found(among: logs) == Array(logs.dropLast()))
  }

  /// An effect with two child tasks: `a` sleeps for a range and then for three seconds, `b` for five. At five
  /// and a half seconds, another effect separates them.
  private enum Children: Question {
    static let buttons = ["go"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["go"]
      let children = Effect<Action>.run(name: "children") {
        [choices = world.choices, clock = world.clock] send in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            try await choices.sleep(for: .seconds(1) ... .seconds(3))
            try await clock.sleep(for: .seconds(3))
            await send(.note("a"))
          }
          group.addTask {
            try await clock.sleep(for: .seconds(5))
            await send(.note("b"))
          }
          try await group.waitForAll()
        }
      }
      return children.merged(with: world.note("x", after: 5_500))
    }
  }

  @Test func `the deadlines of two tasks of an effect come in either order`() throws {
    let logs = ["a b x", "b a x", "b x a", "x a b", "a x b"]
    #expect(try Probe<Children>.found(among: logs) == ["a b x", "b a x", "b x a"])
  }
}
