import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation
import Testing

/// Effects that were cancelled and go on are part of a state: they can still change memory.
@Suite struct CancelledEffectTests {
  @Test(arguments: [false, true])
  func `a cancelled effect that sleeps on is not one in flight`(_ isBackground: Bool) throws {
    let question = Self.saving { world in
      let save = Effect<ProbeAction>.run(name: "save") {
        [choices = world.choices, box = world.box] _ in
        try? await choices.sleep(for: .zero ... .seconds(1))
        box.withLock { $0 = Task.isCancelled ? "cancelled" : "finished" }
      }
      return isBackground ? save.background : save
    }
    let texts = ["empty", "cancelled", "finished"]
    #expect(try question.found(among: texts) == texts)
  }

  @Test func `effects that were cancelled after different parts are told apart`() throws {
    let question = Self.saving { world in
      .run(name: "save") { [choices = world.choices, box = world.box] _ in
        try? await choices.sleep(for: .zero ... .seconds(1))
        let isEarly = Task.isCancelled
        try? await choices.sleep(for: .zero ... .seconds(1))
        let text = isEarly ? "early" : Task.isCancelled ? "late" : "whole"
        box.withLock { $0 = text }
      }
    }
    let texts = ["empty", "early", "late", "whole"]
    #expect(try question.found(among: texts) == texts)
  }

  /// A save that can be cancelled at any time, and a look at the saved text that ends in the notes.
  private static func saving(
    _ save: @escaping @Sendable (ProbeWorld) -> Effect<ProbeAction>
  ) -> Question {
    Question("go cancel read") { button, state, world in
      if button == "cancel" { return .cancel(id: "save") }
      state.pressed.insert(button)
      if button == "go" { return save(world).cancellable(id: "save") }
      state.noted = [world.box.withLock { $0 }]
      return .none
    }
  }

  @Test(arguments: ["start stop", "stop start"])
  func `an effect that cancels others does so before and after they begin`(_ order: String) throws {
    let question = Question("go") { button, state, world in
      guard button == "go" else {
        return world.note("done").cancellable(id: "work")
      }
      state.pressed = ["go"]
      let effects = order.split(separator: " ").map { name in
        Effect<ProbeAction>.run(name: "\(name)") { [clock = world.clock] send in
          try await clock.sleep(for: .seconds(1))
          if name == "stop" { await send.cancel(id: "work") } else { await send(.press("work")) }
        }
      }
      return .merge(effects)
    }
    // Whether the work is done.
    try question.asked { model in
      let exploration = try model.explore(
        checking: [.atRest("done") { $0.pressed.isEmpty || $0.noted == ["done"] }])
      #expect(exploration.refuted == ["at rest: done"], "\(exploration)")
    }
  }

  @Test func `an effect that cancels others does so before and after its action is reduced`() throws
  {
    let question = Question("go") { button, state, world in
      state.pressed = ["go"]
      return .merge(
        .run(name: "stop") { [clock = world.clock] send in
          try await clock.sleep(for: .seconds(1))
          await send.cancel(id: "save")
        },
        .run(name: "save") { [clock = world.clock, box = world.box] send in
          try await clock.sleep(for: .seconds(1))
          try Task.checkCancellation()
          box.withLock { $0 = "saved" }
          await send(.note("saved"))
        }.cancellable(id: "save"))
    }
    try question.asked { model in
      let exploration = try model.explore(
        checking: [
          .everyMoment("known") {
            $0.state.noted == ["saved"] || $0.remembered(String.self) == ["empty"]
          }
        ])
      #expect(exploration.refuted == ["every moment: known"], "\(exploration)")
    }
  }

  @Test func `a cancelled effect that waits for another one is part of a state`() throws {
    // Starts an effect that waits at a gate, cancels it, and opens the gate.
    let question = Question("save cancel open read") { _ in
      let gate = Gate()
      return { button, state, world in
        if button == "read" {
          state.noted = [world.box.withLock { $0 }]
          return .none
        }
        guard button == ["save", "cancel", "open"][state.pressed.count] else { return .none }
        state.pressed.insert(button)
        switch button {
        case "save":
          return .run(name: "save") { _ in
            await gate.wait()
            world.box.withLock { $0 = "written" }
          }.cancellable(id: "save")
        case "cancel": return .cancel(id: "save")
        default: return .run(name: "open") { _ in gate.open() }
        }
      }
    }
    try question.asked { model in
      let written = AppProperty<ProbeState>.reachable("written") { $0.text == "written" }
      let exploration = try model.explore(checking: [written])
      #expect(exploration.verdicts.map(\.result) == [.proved], "\(exploration)")
      #expect(try exploration.playedTrail(of: written.name, checking: [written]) == nil)
    }
  }
}
