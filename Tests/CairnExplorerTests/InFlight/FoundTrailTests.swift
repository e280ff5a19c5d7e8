import Cairn
import CairnExplorer
import CairnSimulation
import Testing

/// A trail that was found with effects in flight replays to the same finding.
@Suite struct FoundTrailTests {
  /// Asks a second later for an answer that may never come.
  private enum Late: Question {
    static let buttons = ["ask"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["ask"]
      return .run(name: "ask") { send in
        try await world.clock.sleep(for: .seconds(1))
        let answer = try await world.choices.answer(
          "answer", ["never": Answer<String>.never, "yes": .success("yes")])
        await send(.note(answer))
      }
    }
  }

  @Test func `a passing trail continues until effects end that might not`() throws {
    let exploration = try AppModel<Probe<Late>>.bare().explore(
      checking: [.reachable("asking") { $0.pressed == ["ask"] }])
    #expect(exploration.steps(of: "reachable: asking") == ["> ask", "@ 1s"])
    #expect(try exploration.playedTrail(of: "reachable: asking") == nil)
  }

  /// Waits for five seconds, then times out.
  private enum TimeOut: Question {
    static let buttons = ["ask"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["ask"]
      return .run(name: "ask") { send in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { _ = try? await world.choices.answer("", ["": Answer<String>.never]) }
          group.addTask { try? await world.clock.sleep(for: .seconds(5)) }
          await group.next()
          group.cancelAll()
        }
        await send(.note("nothing came"))
      }
    }
  }

  @Test func `a passing trail waits for a time-out`() throws {
    let exploration = try AppModel<Probe<TimeOut>>.bare().explore(
      checking: [.reachable("asking") { $0.pressed == ["ask"] }])
    #expect(exploration.steps(of: "reachable: asking") == ["> ask", "@ idle"])
    #expect(try exploration.playedTrail(of: "reachable: asking") == nil)
  }

  /// Sixty frames a second: no whole number of nanoseconds.
  private enum Film: Question {
    static let buttons = ["start"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["start"]
      return .run(name: "film") { send in
        for frame in 1...3 {
          try await world.clock.sleep(for: .seconds(1) / 60)
          await send(.note("\(frame)"))
        }
      }
    }
  }

  @Test func `a trail waits for a timer between two nanoseconds`() throws {
    let exploration = try AppModel<Probe<Film>>.bare().explore(
      checking: [.reachable("the end") { $0.noted == ["1", "2", "3"] }])
    let wait = "@ 0.016666667s"
    #expect(exploration.steps(of: "reachable: the end") == ["> start", wait, wait, wait])
    #expect(try exploration.playedTrail(of: "reachable: the end") == nil)
  }
}
