import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation
import Testing

/// What begins or is cancelled while other effects of the same step run: later stages, throttled effects, effects that a
/// request cancels.
@Suite struct LaterStageTests {
  @Test func `an effect is cancelled before and after its first part by an effect that continues`()
    throws
  {
    let question = Question("go") { _, state, world in
      state.pressed = ["go"]
      return .merge(
        .run(name: "stop") { send in
          await Task.yield()
          await send.cancel(id: "save")
        },
        .run(name: "save") { [clock = world.clock, box = world.box] _ in
          do {
            try await clock.sleep(for: .seconds(1))
          } catch {
            box.withLock { $0 = "half" }
          }
        }
        .cancellable(id: "save"))
    }
    try question.asked { model in
      let found = try model.explore(checking: [
        .everyMoment("it begins") { $0.pressed.isEmpty || $0.remembered(String.self) == ["half"] },
        .everyMoment("it does not begin") { $0.remembered(String.self) == ["empty"] },
      ])
      #expect(found.verdicts.map(\.result) == [.refuted, .refuted], "\(found)")
    }
  }

  @Test(arguments: [false, true])
  func `an effect or a later stage that cancels others does so before and after their actions`(
    isStage: Bool
  ) throws {
    let question = Question("go") { _, state, world in
      state.pressed = ["go"]
      let stop = Effect<ProbeAction>.run(name: "stop") { [clock = world.clock] send in
        try await clock.sleep(for: .seconds(1))
        await send.cancel(id: "save")
      }
      return .merge(
        isStage ? .concatenate(world.pause(), .cancel(id: "save")) : stop,
        .run(name: "save") { [clock = world.clock, box = world.box] send in
          try await clock.sleep(for: .seconds(1))
          try Task.checkCancellation()
          box.withLock { $0 = "saved" }
          await send(.note("saved"))
        }
        .cancellable(id: "save"))
    }
    try question.expect(
      .refuted,
      of: .everyMoment("known") {
        $0.noted == ["saved"] || $0.remembered(String.self) == ["empty"]
      })
  }

  @Test func `an effect is resumed by another one before and after an action cancels it`() throws {
    typealias Stream = AsyncStream<Void>
    let streams = Guarded<[String: Stream.Continuation]>([:])
    @Sendable func stream(_ name: String) -> Stream {
      Stream { continuation in streams.withLock { $0[name] = continuation } }
    }
    @Sendable func resume(_ name: String) { streams.withLock { _ = $0[name]?.yield() } }
    let question = Question("go stop") { button, state, world in
      guard button == "go" else { return .cancel(id: "listen") }
      state.pressed = ["go"]
      return .merge(
        .run(name: "listen") { [box = world.box] _ in
          for await _ in stream("listen") {
            box.withLock { $0 = "heard" }
            return
          }
        }
        .cancellable(id: "listen"),
        .run(name: "relay") { _ in
          for await _ in stream("relay") { return resume("listen") }
        },
        .run(name: "tell") { [clock = world.clock] send in
          try await clock.sleep(for: .seconds(1))
          resume("relay")
          await send(.press("stop"))
        })
    }
    try question.expect(
      .refuted, of: .everyMoment("not heard") { $0.remembered(String.self) == ["empty"] })
  }

  @Test func `a write that is cancelled as its answer arrives takes place in every state`() throws {
    let question = Question("mark go") { button, state, world in
      switch (button, state.pressed) {
      case ("stop", _): return .cancel(id: "save")
      case ("mark", []): state.pressed = ["mark"]
      case ("go", _):
        state.pressed.insert("go")
        return .merge(
          .run(name: "save", input: 1) { [choices = world.choices, box = world.box] _, _ in
            try await choices.sleep(for: .seconds(1) ... .seconds(1))
            let isEarly = Task.isCancelled
            try await choices.sleep(for: .seconds(1) ... .seconds(1))
            box.withLock { $0 = isEarly ? "early" : "late" }
          }
          .cancellable(id: "save"),
          .later(.press("stop"), "limit", on: world.clock))
      default: break
      }
      return .none
    }
    try question.expect(
      .refuted,
      of: .everyMoment("not early") {
        $0.pressed != ["mark", "go"] || $0.remembered(String.self) != ["early"]
      })
  }

  @Test func `what a cancellation handler has read belongs to its effect`() throws {
    let question = Question("go fill stop clear") { button, state, world in
      let box = world.box
      switch (button, state.pressed.count) {
      case ("go", 0):
        state.pressed = ["go"]
        return .run(name: "save") { [choices = world.choices] _ in
          let kept = Guarded("")
          await withTaskCancellationHandler {
            try? await choices.sleep(for: .seconds(1) ... .seconds(1))
          } onCancel: {
            let text = box.withLock { $0 }
            kept.withLock { $0 = text }
          }
          let text = kept.withLock { $0 }
          box.withLock { $0 = "kept \(text)" }
        }
        .cancellable(id: "save")
      case ("fill", 1...2), ("clear", 3):
        state.pressed.insert(button)
        let text = button == "fill" ? "full" : "empty"
        return .run(name: button) { _ in box.withLock { $0 = text } }
      case ("stop", 1...2):
        state.pressed.insert(button)
        return .cancel(id: "save")
      default: return .none
      }
    }
    for text in ["kept full", "kept empty"] {
      try question.expect(
        .refuted,
        of: .everyMoment(text) {
          $0.pressed.count < 4 || $0.remembered(String.self) != [text]
        })
    }
  }

  /// Two effects that begin at one instant: "x", a later stage, and "y", of an action.
  private func meeting(
    _ effect: @escaping @Sendable (String, ProbeWorld) -> Effect<ProbeAction>
  ) -> Question {
    let stream = Guarded<AsyncStream<Void>.Continuation?>(nil)
    return Question("go") { button, state, world in
      guard button == "go" else { return effect("y", world) }
      state.pressed = ["go"]
      return .merge(
        .concatenate(
          .run(name: "listen") { _ in
            let texts = AsyncStream<Void> { continuation in stream.withLock { $0 = continuation } }
            for await _ in texts { return }
          }, effect("x", world)),
        .run(name: "tell") { [clock = world.clock] send in
          try await clock.sleep(for: .seconds(1))
          stream.withLock { _ = $0?.yield() }
          await send(.press("y"))
        })
    }
  }

  @Test func `a throttled stage begins before and after an action with the same throttle`() throws {
    let question = meeting { note, world in
      world.note(note).throttled(id: "note", for: .seconds(5), on: world.clock, latest: false)
    }
    try question.expectFound(["x", "y"])
  }

  @Test func `a later stage begins before and after an effect of an action`() throws {
    let question = meeting { name, world in
      .later(.note(name), name, after: .seconds(5), on: world.clock)
    }
    try question.expect(
      .refuted, of: .everyMoment("y first") { $0.effects.map(\.name) != ["x", "y"] })
  }

  @Test func `concatenations of one action are not those of two`() throws {
    let question = Question("one two") { button, state, world in
      func write(_ text: String, after time: Int) -> Effect<ProbeAction> {
        .run(name: text, input: time) { [clock = world.clock, box = world.box] time, _ in
          if time > 0 { try await clock.sleep(for: .seconds(time)) }
          box.withLock { $0 += " \(text)" }
        }
      }
      func stages(_ name: String) -> Effect<ProbeAction> {
        .concatenate(write(name, after: 1), write("after-\(name)", after: 0))
      }
      guard button != "b" else { return stages("b") }
      state.pressed = ["one", "two"]
      return .merge(stages("a"), button == "one" ? stages("b") : .send(.press("b")))
    }
    try question.expect(
      .refuted,
      of: .everyMoment("in order") {
        $0.remembered(String.self) != ["empty a b after-b after-a"]
      })
  }

  @Test func `later stages begin as their actions merged them`() throws {
    let question = Question("go") { button, state, world in
      func effect(_ name: String) -> Effect<ProbeAction> {
        .run(name: name, input: name) { name, send in
          await send(name == "t" ? .nothing : .note(name))
        }
      }
      let stages = Effect.concatenate(effect("t"), effect("s"))
      switch button {
      case "go":
        state.pressed = ["go"]
        return .run(name: "toss") { [choices = world.choices] send in
          await send(.press(choices.choose("toss", ["one": "one", "two": "two"])))
        }
      case "one": return .merge(stages, effect("u"))
      case "two": return .merge(stages, .send(.press("u")))
      default: return effect("u")
      }
    }
    try question.expectFound(["s u", "u s"])
  }

  @Test func `a part that was cancelled under one throttle stays so under the next`() throws {
    let question = Question("open again revoke") { button, state, world in
      func limited(_ effect: Effect<ProbeAction>) -> Effect<ProbeAction> {
        effect.throttled(id: "inner", for: .seconds(3), on: world.clock, latest: true)
          .throttled(id: "outer", for: .seconds(1), on: world.clock, latest: true)
      }
      switch (button, state.pressed) {
      case ("open", []):
        state.pressed = ["open"]
        return .merge(limited(.send(.note("open"))), world.note("closed"))
      case ("again", ["open"]) where state.noted == ["open"]:
        state.pressed.insert("again")
        return limited(
          .merge(world.note("one").cancellable(id: "one"), world.note("two", after: 2_000)))
      case ("revoke", ["open", "again"]) where state.noted == ["open"]:
        return .cancel(id: "one")
      default: return .none
      }
    }
    try question.expectFound(["open closed one two", "open closed two"])
  }

  /// A sheet that is closed by an effect of the action "close".
  private struct Closing: TestApp {
    struct State: Hashable {
      var sheet: Int? = 0
      var notes: [String] = []
    }

    enum SheetAction: Sendable {
      case close
    }

    enum Action: Sendable {
      case sheet(SheetAction)
      case note(String)
    }

    let state = State()
    let clock: any Clock<Duration>

    init(_ launch: Launch) { clock = launch.clock }

    var reducer: some Reducer<State, Action> {
      Reduce<State, Action> { [clock] state, action in
        switch action {
        case .sheet: return .later(.note("closing"), "closing", on: clock)
        case .note(let note): state.notes.append(note)
        }
        return .none
      }
      .ifLet(\.sheet, CasePath(Action.sheet) { if case .sheet(let x) = $0 { x } else { nil } }) {
        Reduce<Int, SheetAction> { _, _ in
          .run(name: "close") { send in await send.dismiss() }
        }
      }
      .onChange(of: \.sheet) { [clock] _, _ in
        Reduce<State, Action> { _, _ in .later(.note("closed"), "closed", on: clock) }
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      if state.sheet != nil { Button("close", .sheet(.close)) }
    }
  }

  @Test func `an effect of an action is not that of the dismissal that follows`() throws {
    let logs = [["closing", "closed"], ["closed", "closing"]]
    let found = try AppModel<Closing>.bare().explore(
      checking: logs.map { log in .reachable("\(log)") { $0.notes == log } })
    #expect(found.isProved, "\(found)")
  }

  /// A page and its sheet, which are closed by two effects of the action "close".
  private struct Leaving: TestApp {
    struct Page: Hashable {
      var sheet: Int? = 0
    }

    struct State: Hashable {
      var page: Page? = Page()
      var isClosing = false
      var notes: [String] = []
    }

    enum Action: Sendable {
      case close(Int)
      case note(String)
    }

    let state = State()
    let clock: any Clock<Duration>

    init(_ launch: Launch) { clock = launch.clock }

    var reducer: some Reducer<State, Action> {
      Reduce<State, Action> { state, action in
        switch action {
        case .close: state.isClosing = true
        case .note(let note): state.notes.append(note)
        }
        return .none
      }
      .ifLet(\.page, CasePath(Action.close) { if case .close(let x) = $0 { x } else { nil } }) {
        Reduce<Page, Int> { [clock] _, _ in
          .run(name: "close page") { send in
            try await clock.sleep(for: .seconds(1))
            await send.dismiss()
          }
        }
        .ifLet(\.sheet, CasePath<Int, Int>({ $0 }, extract: { $0 })) {
          Reduce<Int, Int> { [clock] _, _ in
            .run(name: "close sheet") { send in
              try await clock.sleep(for: .seconds(1))
              await send.dismiss()
            }
          }
        }
      }
      .onChange(of: \.page?.sheet) { [clock] _, _ in
        Reduce<State, Action> { state, _ in
          .later(.note(state.page == nil ? "page" : "sheet"), "left", on: clock)
        }
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      if !state.isClosing { Button("close", .close(0)) }
    }
  }

  @Test func `dismissals of two features by effects of one action are two`() throws {
    let found = try AppModel<Leaving>.bare().explore(
      checking: ["page", "sheet"].map { note in .reachable(note) { $0.notes == [note] } })
    #expect(found.isProved, "\(found)")
  }
}
