import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import TestSupport
import Testing

@testable import CairnExplorer
@testable import searches

/// Runs continue at a node in place of repeating the path to it, and no outcome changes.
@Suite(.timeLimit(.minutes(10))) struct ForkTests {
  @Test func `a step with effects in flight does not repeat its path`() throws {
    /// The number of presses.
    func explored(forks: Bool) throws -> Int {
      let presses = Counter()
      let question = Question("load ping") { button, state, world in
        _ = presses.next()
        if button == "ping" { return state.noted.count < 60 ? .send(.note("pong")) : .none }
        guard state.noted.isEmpty else { return .none }
        state.pressed = ["load"]
        return world.pause(60_000).background
      }
      try question.asked { model in
        var model = model
        (model.check, model.reductions.forks) = (.none, forks)
        // With up to 60 pings: before the load, during it and after it.
        let found = try model.explore(checking: [])
        #expect(found.states == 3 * 61)
      }
      return presses.value
    }
    let (forked, repeated) = (try explored(forks: true), try explored(forks: false))
    // A path during the load has up to 61 steps; the first 32 steps are compared.
    #expect(forked < repeated / 3, "\(forked) and \(repeated) presses")
  }

  private func expectSameByPaths(
    _ question: Question, checking properties: [AppProperty<ProbeState>]
  ) throws {
    try question.asked { model in
      var model = model
      let found = try model.explore(checking: properties)
      model.reductions.forks = false
      let expected = try model.explore(checking: properties)
      #expect([found.states, found.transitions] == [expected.states, expected.transitions])
      #expect(found.isProved, "\(found)")
    }
  }

  @Test func `an app whose effects cannot begin again is searched by its paths`() throws {
    // The mails of a stream that is made when the app is launched. A stream ends with its first reader.
    let question = Question("open close") { _ in
      let mails = AsyncStream<String> { continuation in
        continuation.yield("one")
        continuation.yield("two")
      }
      return { button, state, _ in
        if button == "open" {
          state.pressed = ["open"]
          return .stream(of: mails, name: "mails") { .note($0) }.background
            .cancellable(id: "mails")
        }
        guard state.pressed == ["open"] else { return .none }
        state = ProbeState(pressed: ["open", "close"])
        return .cancel(id: "mails")
      }
    }
    try expectSameByPaths(
      question,
      checking: [
        .noRuntimeIssue,
        .always("an open inbox has its mails") {
          $0.pressed != ["open"] || $0.noted == ["one", "two"]
        },
      ])
  }

  @Test func `effects that meet outside the memory are searched by their paths`() throws {
    // Two effects wait for others, of which each resumes the first one that waits.
    let order = ["wait", "wait-too", "open", "open-too"]
    let question = Question(order.joined(separator: " ")) { _ in
      let gate = Gate()
      return { button, state, world in
        guard button == order[state.pressed.count] else { return .none }
        state.pressed.insert(button)
        if button.hasPrefix("open") {
          return .run(name: "open") { _ in
            try await world.clock.sleep(for: .seconds(1))
            gate.open()
          }
        }
        return .run(name: "wait") { send in
          await gate.wait()
          await send(.note("met"))
        }
      }
    }
    try expectSameByPaths(
      question, checking: [.reachable("both have met") { $0.noted == ["met", "met"] }])
  }

  @Test(arguments: [false, true])
  func `a refutation by an effect that began again is searched by its path`(
    stopsAtFirst: Bool
  ) throws {
    // A load that counts, outside the memory of stand-ins, how many of them have begun.
    let question = Question("load") { _ in
      let begun = Counter()
      return { _, state, world in
        state.pressed = ["load"]
        return .run(name: "load") { send in
          let count = begun.next()
          try await world.clock.sleep(for: .seconds(1))
          await send(.note("\(count)"))
        }
      }
    }
    try question.asked { model in
      var model = model
      model.stopsAtFirst = stopsAtFirst
      let found = try model.explore(
        checking: [.always("one load has begun") { ["", "1"].contains($0.text) }])
      #expect(found.isProved, "\(found)")
    }
  }

  @Test func `an interruption after a difference keeps no verdicts of the searches before it`()
    throws
  {
    var model = AppModel<Timers>.bare(options: ["--table=together"])
    // The search that leaves out no times differs from its replay.
    var differences = 0
    model.replay = { question in
      guard case .play(let play) = question else { return CheckAnswer() }
      defer { differences += 1 }
      return differences == 0
        ? CheckAnswer(problem: "the state is another one") : CheckAnswer(claims: play.claims.count)
    }
    let found = try model.explore(
      checking: [.noDeadEnd(), .always("true") { _ in true }]
    ) { _ in differences == 0 }
    #expect(differences == 1 && found.limit == .interrupted, "\(found)")
    #expect(found.verdicts.allSatisfy { $0.result == .inconclusive(.interrupted) }, "\(found)")
  }

  @Test func `no run continues with an effect that ends when it begins again`() throws {
    let waits = Counter()
    // Waits without end. Each second wait ends at once.
    let question = Question("wait") { _, state, _ in
      state.pressed = ["wait"]
      return .run(name: "wait") { _ in
        guard !waits.next().isMultiple(of: 2) else { return }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        continuation.finish()
      }
    }
    try question.asked { model in
      let world = try AppWorld(model.setting) { $0.store(resuming: $1) }
      let reductions = ReductionInterner<ProbeState, ProbeAction>(
        canonicalState: nil, collectingBy: StackGenerations())
      func point() throws -> ForkPoint<ProbeState, ProbeAction> {
        let run = AppRun(in: world, from: nil, ScriptedChoices([]), reductions)
        run.start()
        run.take(.input("wait"))
        return try #require(run.forkPoint(run.inFlight))
      }
      func continues(at point: ForkPoint<ProbeState, ProbeAction>) -> Bool {
        let run = AppRun(
          in: world, from: point, NodeSchedule().departure(waking: []), remembering: world.memory,
          ScriptedChoices([]), reductions)
        return run != nil
      }
      let waiting = try point()
      for expected in [false, true] {
        try #require(world.endRun())
        #expect(continues(at: waiting) == expected)
      }
    }
  }
}
