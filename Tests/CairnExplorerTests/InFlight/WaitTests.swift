import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

/// Effects with several waits: which of them ended first, and deadlines that were computed before another wait.
@Suite struct WaitTests {
  @Test func `which of its waits ended first belongs to an effect`() throws {
    let question = Question("go") { _, state, world in
      state.pressed = ["go"]
      return .run(name: "both") { [clock = world.clock, choices = world.choices] send in
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] {
            group.addTask {
              try? await choices.sleep(for: .zero ... .seconds(1))
              try? await clock.sleep(for: .seconds(2))
              await send(.note(name))
            }
          }
        }
      }
    }
    #expect(try question.found(among: ["a b", "b a"]) == ["a b", "b a"])
  }

  @Test func `what another effect has handed over belongs to an effect`() throws {
    let stream = Guarded<AsyncStream<String>.Continuation?>(nil)
    let question = Question("listen a b") { button, state, world in
      switch button {
      case "listen":
        state.pressed.insert(button)
        return .run(name: "listen") { [clock = world.clock] send in
          let texts = AsyncStream { continuation in stream.withLock { $0 = continuation } }
          for await text in texts {
            try await clock.sleep(for: .seconds(1))
            return await send(.note(text))
          }
        }
      case _ where state.pressed == ["listen"]:
        state.pressed = ["listen", "a", "b"]
        return .run(name: "give") { _ in stream.withLock { _ = $0?.yield(button) } }
      default:
        return .none
      }
    }
    #expect(try question.found(among: ["a", "b"]) == ["a", "b"])
  }

  @Test func `two effects that resume each other many times are one state`() throws {
    let question = Question("go") { _, state, _ in
      state.pressed = ["go"]
      let (here, toHere) = AsyncStream.makeStream(of: Int.self)
      let (there, toThere) = AsyncStream.makeStream(of: Int.self)
      return .merge(
        .run(name: "first") { send in
          var answers = here.makeAsyncIterator()
          for round in 0..<20 {
            toThere.yield(round)
            _ = await answers.next()
          }
          await send(.note("done"))
        },
        .run(name: "second") { _ in
          var rounds = there.makeAsyncIterator()
          for _ in 0..<20 {
            _ = await rounds.next()
            toHere.yield(0)
          }
        },
        .run(name: "other") { send in await send(.nothing) })
    }
    #expect(try question.found(among: ["done"]) == ["done"])
  }

  @Test func `a cancelled effect that was ready is not one that slept`() throws {
    // A limit of a second cancels a save that takes a second.
    let question = Question("", first: "start") { button, state, world in
      state.pressed.insert(button)
      guard button == "start" else { return .cancel(id: "save") }
      return .merge(
        .later(.press("over"), "limit", on: world.clock),
        .run(name: "save") { _ in
          try await world.clock.sleep(for: .seconds(1))
          world.box.withLock { $0 = Task.isCancelled ? "half" : "whole" }
        }.cancellable(id: "save"))
    }
    try question.asked { _ in
      let exploration = try AppModel<Probe>().explore(
        checking: [.everyMoment("nothing half") { $0.remembered(String.self) != ["half"] }])
      #expect(exploration.verdicts.first?.result == .refuted, "\(exploration)")
    }
  }

  @Test func `the time until a deadline of an earlier step depends on the waits since`() throws {
    // Polls without drift. The first poll rings a bell after 700 ms.
    let question = Question("", first: "start") { button, state, world in
      guard button == "poll" else {
        return .run(name: "poll") { send in
          try await Self.poll(world.clock, world.choices, send)
        }
      }
      state.noted.append("poll")
      return state.noted == ["poll"] ? world.note("bell", after: 700) : .none
    }
    let properties = ["poll poll", "poll bell"].map { text in
      AppProperty<ProbeState>.reachable(text) { $0.text == text }
    }
    try question.asked { _ in
      let exploration = try AppModel<Probe>().explore(checking: properties)
      #expect(exploration.verdicts.allSatisfy { $0.result == .proved }, "\(exploration)")
      let failure = try exploration.playedTrail(
        of: "reachable: poll poll", checking: properties)
      #expect(failure == nil)
    }
  }

  private static func poll(
    _ clock: some Clock<Duration>, _ choices: Choices, _ send: Send<ProbeAction>
  ) async throws {
    var next = clock.now
    for _ in 0..<2 {
      next = next.advanced(by: .seconds(1))
      try await clock.sleep(until: next, tolerance: nil)
      try await choices.sleep(for: .zero ... .milliseconds(500))
      await send(.press("poll"))
    }
  }

  @Test func `an answer that is shown for a second at least is no difference`() throws {
    let question = Question("load") { _, state, world in
      state.pressed = ["load"]
      return .run(name: "load") { [clock = world.clock, choices = world.choices] send in
        try await Self.load(clock, choices)
        await send(.note("loaded"))
      }
    }
    try question.asked { model in
      let exploration = try model.explore(
        checking: [.reachable("loaded") { $0.text == "loaded" }, .noRuntimeIssue])
      #expect(exploration.verdicts.map(\.result) == [.proved, .proved], "\(exploration)")
    }
  }

  private static func load(_ clock: some Clock<Duration>, _ choices: Choices) async throws {
    let least = clock.now.advanced(by: .seconds(1))
    try await choices.sleep(for: .zero ... .seconds(2))
    try await clock.sleep(until: least, tolerance: nil)
  }

  @Test func `a throttled effect that waits is not in the background`() throws {
    let question = Question("", first: "tick") { button, _, world in
      .send(.press(button)).throttled(id: "tick", for: .seconds(1), on: world.clock, latest: true)
    }
    let exploration = try question.asked { try $0.explore(checking: [.settles]) }
    #expect(exploration.verdicts.map(\.result) == [.refuted], "\(exploration)")
  }

  @Test(arguments: ["retry", "retry refresh"])
  func `a dead end is found behind requests that change nothing`(_ buttons: String) throws {
    let question = Question(buttons) { button, _, world in
      world.pause(button == "retry" ? 1_000 : 700).cancellable(id: button, cancelInFlight: true)
    }
    try question.asked { model in
      let exploration = try model.explore(checking: [.noDeadEnd()])
      #expect(exploration.refuted == ["no dead end"], "\(exploration)")
      #expect(try exploration.playedTrail(of: "no dead end", checking: []) != nil)
    }
  }
}
