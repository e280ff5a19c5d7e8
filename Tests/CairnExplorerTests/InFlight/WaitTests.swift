import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Testing

@testable import CairnExplorer

/// Effects with several waits: which of them ended first, and deadlines that were computed before another wait.
@Suite struct WaitTests {
  @Test func `an effect that waits in one order only can be resumed then`() throws {
    let question = Question("go") { _, state, world in
      state.pressed = ["go"]
      let (clock, box) = (world.clock, world.box)
      let listener = Guarded<AsyncStream<Void>.Continuation?>(nil)
      return .merge(
        .run(name: "give") { _ in
          try await clock.sleep(for: .seconds(1))
          listener.withLock { _ = $0?.yield() }
        },
        .run(name: "fill") { _ in
          try await clock.sleep(for: .seconds(1))
          box.withLock { $0 = "full" }
        },
        .run(name: "take") { send in
          try await clock.sleep(for: .seconds(1))
          guard box.withLock({ $0 }) == "empty" else { return await send(.note("full")) }
          let gifts = AsyncStream<Void> { continuation in listener.withLock { $0 = continuation } }
          for await _ in gifts { return await send(.note("given")) }
        })
    }
    try question.expectFound(["full", "given"])
  }

  @Test func `the part after which a task was chosen belongs to an effect`() throws {
    let question = Question("go") { button, state, world in
      guard button == "go" else { return .send(.nothing) }
      state.pressed = ["go"]
      return .run(name: "both") { [clock = world.clock] send in
        let log = Guarded("")
        await withDiscardingTaskGroup { group in
          group.addTask {
            await send(.press("mark"))
            log.withLock { $0 += "a" }
          }
          group.addTask {
            log.withLock { $0 += "b" }
            await send(.press("mark"))
            log.withLock { $0 += "c" }
          }
        }
        try await clock.sleep(for: .seconds(1))
        await send(.note(log.withLock { $0 }))
      }
    }
    try question.expectFound(["abc", "bac", "bca"])
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
    try question.expectFound(["a", "b"])
  }

  @Test func `whether an effect was cancelled belongs to what it has handed over`() throws {
    // A limit of a second cancels an effect that gives a text after a second.
    let stream = Guarded<AsyncStream<String>.Continuation?>(nil)
    let question = Question("go") { button, state, world in
      guard button == "go" else { return .cancel(id: "give") }
      state.pressed = ["go"]
      return .merge(
        .run(name: "take") { [clock = world.clock] send in
          let texts = AsyncStream { continuation in stream.withLock { $0 = continuation } }
          for await text in texts {
            try await clock.sleep(for: .seconds(1))
            return await send(.note(text))
          }
        },
        .run(name: "give") { [clock = world.clock] _ in
          var text = "whole"
          do { try await clock.sleep(for: .seconds(1)) } catch { text = "half" }
          stream.withLock { [text] in _ = $0?.yield(text) }
        }
        .cancellable(id: "give"),
        .later(.press("stop"), "limit", on: world.clock))
    }
    try question.expectFound(["half", "whole"])
  }

  @Test func `an effect that hands over is named the same before and after its end`() throws {
    let stream = Guarded<AsyncStream<String>.Continuation?>(nil)
    // With the third button, the search repeats the path on which "say" has ended.
    let question = Question("listen say wait") { button, state, _ in
      guard button == "listen" || state.pressed.contains("listen") else { return .none }
      state.pressed.insert(button)
      switch button {
      case "listen":
        return .run(name: "listen") { send in
          let texts = AsyncStream { continuation in stream.withLock { $0 = continuation } }
          for await text in texts { await send(.note(text)) }
        }
      case "say":
        return .concatenate(
          .run(name: "say", input: 1) { _, send in
            stream.withLock { _ = $0?.yield("hello") }
            await send(.nothing)
          }, .send(.note("said")))
      default:
        return .none
      }
    }
    try question.expect(.proved, of: .noRuntimeIssue)
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
    try question.expectFound(["done"])
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
    try question.expect(.refuted, of: .settles)
  }

  @Test(arguments: ["retry", "retry refresh"])
  func `a dead end is found behind requests that change nothing`(_ buttons: String) throws {
    let question = Question(buttons) { button, _, world in
      world.pause(button == "retry" ? 1_000 : 700).cancellable(id: button, cancelInFlight: true)
    }
    try question.expect(.refuted, of: .noDeadEnd(), isPlayed: true)
  }
}

/// Stand-ins that answer after a range of time.
@Suite struct RangeTests {
  /// A search field whose answers can overtake each other. A result is the length of its query. Without a bound, any number
  /// of requests would be in flight.
  private let finder = Flaw(
    "An answer overtakes another one.",
    .always("the result belongs to the query") { $0.other == 0 || $0.other == $0.text.count },
    elements: { state, _ in
      Field("text", state.text, disabledBecause: state.count < 3 ? nil : "it is enough") {
        .type($0)
      }
    },
    reduce: { state, action, world in
      switch action {
      case .type(let query):
        state = FlawedState(count: state.count + 1, text: query)
        return .run(name: "find") { send in
          let found = try await world.choices.answer(
            "find", ["found": .slow(.zero ... .seconds(5), .success(query.count))])
          await send(.number(found))
        }
      case .number(let result): state.other = result
      default: break
      }
      return .none
    })

  @Test func `a stale answer is found, by a trail with its delays`() throws {
    try FlawedApp.$flaw.withValue(finder) {
      let exploration = try AppModel<FlawedApp>.bare().explore()
      #expect(exploration.refuted == [finder.violated])
      #expect(exploration.coverage.instantEffects == [])
      #expect(
        exploration[finder.violated]?.trail == """
          % app flawed
          % delays 2.5s 5s
          # This does not hold: always the result belongs to the query
          > text a
          > text bc
          @ 2.5s

          """)
      let failure = try #require(try exploration.playedTrail(of: finder.violated))
      #expect(failure.description.contains("the result belongs to the query"), "\(failure)")
    }
  }

  @Test func `a delay of a trail that is out of range is explained`() throws {
    func failure(_ delays: String) throws -> String? {
      let trail = try Trail.parse("% delays \(delays)\n> text a\n@ 1s\n", file: "a.trail")
      return try FlawedApp.$flaw.withValue(finder) {
        try TrailPlayer<FlawedApp>.play(trail)?.description
      }
    }
    let outOfRange = """
        the trail has a delay of 9s, and the app now answers after 0s to 5s
        the app has changed since the trail was written; remove "% delays", or find a trail again
      """
    #expect(try failure("9s")?.contains(outOfRange) == true)
    #expect(try failure("2s")?.contains("effects are in flight at the end") == true)
    #expect(try failure("1s 3s") == nil)
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

  @Test func `an answer that may take very long may also come soon`() throws {
    let question = Question("ask") { _, state, world in
      state.pressed = ["ask"]
      return .run(name: "ask") { [choices = world.choices] send in
        try await choices.sleep(for: .zero ... .seconds(Int64.max))
        await send(.note("x"))
      }
    }
    try question.expectFound(["x"])
  }

  @Test func `whether its timer or another effect came first belongs to an effect`() throws {
    let stream = Guarded<AsyncStream<Void>.Continuation?>(nil)
    let question = Question("go tell") { button, state, world in
      if button == "tell" {
        guard state.pressed == ["go"] else { return .none }
        state.pressed.insert("tell")
        return .run(name: "tell") { _ in stream.withLock { _ = $0?.yield() } }
      }
      state.pressed = ["go"]
      return .run(name: "wait") { [clock = world.clock] send in
        let texts = AsyncStream<Void> { continuation in stream.withLock { $0 = continuation } }
        let order = await withTaskGroup(of: String.self) { group in
          group.addTask {
            try? await clock.sleep(for: .seconds(1))
            return "timer"
          }
          group.addTask {
            for await _ in texts { break }
            return "stream"
          }
          return await group.reduce(into: [String]()) { $0.append($1) }
        }
        try await clock.sleep(for: .seconds(1))
        await send(.note(order.joined(separator: " ")))
      }
    }
    try question.expectFound(["stream timer", "timer stream"])
  }
}
