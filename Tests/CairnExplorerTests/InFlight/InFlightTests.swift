import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation
import Testing

/// A part of the identity of effects in flight, the notes that a search finds, and others that it does not find.
struct PartCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let logs: [String]
  let others: [String]
  let question: Question

  init(
    _ part: String, _ buttons: String, _ logs: [String], not others: [String] = [],
    _ press: @escaping Question.Press
  ) {
    (testDescription, self.logs, self.others) = (part, logs, others)
    question = Question(buttons, press)
  }

  func expectFound() throws {
    #expect(try question.found(among: logs + others) == logs)
  }
}

/// The identity of effects in flight: for each of its parts, two nodes that differ only in that
/// part and continue differently.
@Suite struct InFlightTests {
  static let cases: [PartCase] = [
    // Greets later the name that was chosen at the request, not a later choice.
    PartCase("the state that it was launched in", "swap greet", ["ada", "bob"]) {
      button, state, world in
      guard button == "greet" else {
        state.pressed.formSymmetricDifference(["bob"])
        return .none
      }
      let name = state.pressed.contains("bob") ? "bob" : "ada"
      state.pressed.formUnion(["greet", "bob"])
      return world.note(name)
    },
    PartCase(
      "the action that it was launched by", "tea coffee", ["tea", "coffee"], not: ["tea coffee"]
    ) { button, state, world in
      state.pressed = ["tea", "coffee"]
      return world.note(button)
    },
    PartCase("the secret in that action", "pin", ["open", "closed"]) { pin, state, world in
      state.pressed = ["pin"]
      return world.note(pin == "1234" ? "open" : "closed")
    },
    PartCase(
      "its position among the effects of its action", "start stop-a stop-b", ["a", "b", "a b"]
    ) { button, state, world in
      guard button == "start" else {
        state.pressed = ["start", "stop-a", "stop-b"]
        return .cancel(id: button)
      }
      state.pressed = ["start"]
      return .merge(
        world.note("a").cancellable(id: "stop-a"), world.note("b").cancellable(id: "stop-b"))
    },
    PartCase("the write that takes place", "go stop look", ["a", "b"]) { button, state, world in
      switch (button, state.pressed) {
      case ("go", []):
        state.pressed = ["go"]
        return .run(name: "save") { [choices = world.choices, box = world.box] _ in
          await withTaskGroup(of: Void.self) { group in
            for name in ["a", "b"] {
              group.addTask {
                do { try await choices.sleep(for: .seconds(1) ... .seconds(1)) } catch { return }
                box.withLock { $0 = $0 == "empty" ? name : $0 + name }
              }
            }
          }
        }
        .cancellable(id: "save")
      case ("stop", ["go"]):
        state.pressed = ["go", "stop"]
        return .cancel(id: "save")
      case ("look", ["go", "stop"]):
        state.pressed.insert("look")
        return .run(name: "look") { [box = world.box] send in
          await send(.note(box.withLock { $0 }))
        }
      default: return .none
      }
    },
    PartCase("how often it has resumed", "start", ["done"]) { _, state, world in
      state.pressed = ["start"]
      return .run(name: "patience") { send in
        for _ in 0..<3 { try await world.clock.sleep(for: .seconds(1)) }
        await send(.note("done"))
      }
    },
    PartCase("the answers that it drew", "toss", ["heads", "tails"]) { _, state, world in
      state.pressed = ["toss"]
      return .run(name: "toss") { send in
        let side = world.choices.choose("toss", ["heads": "heads", "tails": "tails"])
        try await world.clock.sleep(for: .seconds(1))
        await send(.note(side))
      }
    },
    PartCase("the answer that its reducer drew", "draw", ["1", "2"]) { _, state, world in
      state.pressed = ["draw"]
      return world.note(world.choices.choose("id", ["first": "1", "second": "2"]))
    },
    // Its input is the same.
    PartCase(
      "the function that maps its actions", "left right", ["left loaded", "right loaded"]
    ) { button, state, world in
      guard state.noted.isEmpty else { return .none }
      return Effect<String>.run(name: "load", input: 1) { [clock = world.clock] _, send in
        try await clock.sleep(for: .seconds(1))
        await send("loaded")
      }
      .map { .note("\(button) \($0)") }
      .cancellable(id: "load", cancelInFlight: true)
    },
    // Reads the box twice, with a second between.
    PartCase(
      "the memory of stand-ins that it read", "read fill",
      ["empty-empty", "empty-full", "full-full"], not: ["full-empty"]
    ) { button, state, world in
      guard button == "read" else {
        return .run(name: "fill") { _ in world.box.withLock { $0 = "full" } }
      }
      state.pressed = ["read"]
      return .run(name: "read") { send in
        let first = world.box.withLock { $0 }
        try await world.clock.sleep(for: .seconds(1))
        await send(.note("\(first)-\(world.box.withLock { $0 })"))
      }
    },
    // The slow effect ends first only if it has slept for a while when the fast one starts, which must be before
    // either has ended.
    PartCase("its remaining sleep", "slow fast wait", ["slow fast", "fast slow"]) {
      button, state, world in
      guard state.noted.isEmpty else { return .none }
      guard button != "wait" else {
        return world.pause(1_000).cancellable(id: "wait", cancelInFlight: true)
      }
      state.pressed.insert(button)
      return world.note(button, after: button == "slow" ? 2_500 : 2_000)
    },
    PartCase("which of its waits ended first", "go", ["a b", "b a"]) { _, state, world in
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
    },
    // The first of two simultaneous timers wins, and reports it a second later.
    PartCase("the order of its own tasks", "start", ["a", "b"]) { _, state, world in
      state.pressed = ["start"]
      return .run(name: "race") { send in
        let winner = try await withThrowingTaskGroup(of: String.self) { group in
          for name in ["a", "b"] {
            group.addTask {
              try await world.clock.sleep(for: .seconds(1))
              return name
            }
          }
          defer { group.cancelAll() }
          return try await group.next()
        }
        try await world.clock.sleep(for: .seconds(1))
        await send(.note(winner ?? "nobody"))
      }
    },
    // A request and a timeout with one deadline. The winner cancels the other, which still sleeps or has woken.
    PartCase(
      "a task of it that another one cancels before it wakes, or after", "start",
      ["reply cancelled", "reply timeout", "timeout cancelled", "timeout reply"]
    ) { _, state, world in
      state.pressed = ["start"]
      return .run(name: "request") { send in
        let results = await withTaskGroup(of: String.self) { group in
          for name in ["reply", "timeout"] {
            group.addTask {
              do {
                try await world.clock.sleep(for: .seconds(1))
                return name
              } catch {
                return "cancelled"
              }
            }
          }
          let first = await group.next()
          group.cancelAll()
          return [first, await group.next()].compactMap(\.self)
        }
        await send(.note(results.joined(separator: " ")))
      }
    },
  ]

  @Test(arguments: cases) func `what an effect in flight depends on distinguishes nodes`(
    _ tested: PartCase
  ) throws {
    try tested.expectFound()
  }

  @available(macOS 26, iOS 26, *)
  @Test func `a child task that begins at once is another task`() throws {
    // As the last case: the winner cancels the other task, which still sleeps or has woken.
    let question = Question("start") { _, state, world in
      state.pressed = ["start"]
      return .run(name: "request") { send in
        let results = await withTaskGroup(of: String.self) { group in
          for name in ["reply", "timeout"] {
            group.addImmediateTask {
              do { try await world.clock.sleep(for: .seconds(1)) } catch { return "cancelled" }
              return name
            }
          }
          let first = await group.next()
          group.cancelAll()
          return [first, await group.next()].compactMap(\.self)
        }
        await send(.note(results.joined(separator: " ")))
      }
    }
    try question.expectFound([
      "reply cancelled", "reply timeout", "timeout cancelled", "timeout reply",
    ])
  }
}

/// Sequential effects: the position in the sequence distinguishes nodes.
@Suite struct SequenceTests {
  private static func sequence(_ name: String, _ world: ProbeWorld) -> Effect<ProbeAction> {
    .concatenate(
      world.pause(2_000).cancellable(id: "skip-\(name)"), .send(.nothing),
      world.note(name, after: 2_000)
    ).cancellable(id: "drop-\(name)")
  }

  static let cases: [PartCase] = [
    PartCase("one after another, with actions between them", "start", ["arrived"]) {
      _, state, world in
      state.pressed = ["start"]
      return .concatenate(
        world.pause(), .send(.nothing), world.pause(), .send(.nothing), world.note("arrived"))
    },
    // The sequence ends before noon only if its first part is skipped.
    PartCase("one after another that was cancelled", "start skip-a", ["noon a", "a noon"]) {
      button, state, world in
      guard button == "start" else { return .cancel(id: button) }
      state.pressed = ["start"]
      return .merge(world.note("noon", after: 3_000), sequence("a", world))
    },
    // Each of two concurrent sequences ends before noon only if its first part is skipped.
    PartCase(
      "in one of two sequences", "start skip-a skip-b drop-a drop-b",
      ["a noon", "b noon", "noon a", "noon b"]
    ) { button, state, world in
      guard button == "start" else { return .cancel(id: button) }
      state.pressed = ["start"]
      return .merge(
        world.note("noon", after: 3_000), sequence("a", world), sequence("b", world))
    },
    // The last button pressed before closing time starts its effect when the interval is over.
    PartCase(
      "which throttled effect waits for its time", "open one two",
      ["open closed", "open closed one", "open closed two"]
    ) { button, state, world in
      let note = Effect<ProbeAction>.send(.note(button))
        .throttled(id: "note", for: .seconds(1), on: world.clock, latest: true)
      guard button == "open" else { return state.noted == ["open"] ? note : .none }
      state.pressed = ["open"]
      return .merge(note, world.note("closed", after: 500))
    },
    // The second part of the sequence is cancelled before it begins.
    PartCase(
      "the later parts that were cancelled", "start revoke", ["begin end noon", "begin noon"]
    ) { button, state, world in
      guard button == "start" else { return state.noted.isEmpty ? .cancel(id: "end") : .none }
      state.pressed = ["start"]
      return .merge(
        world.note("noon", after: 3_000),
        .concatenate(world.note("begin"), world.note("end").cancellable(id: "end")))
    },
    // Of two equal concatenations, one waits for both effects, or each waits for one of them.
    PartCase(
      "the concatenation that waits", "go arm", ["armed a b next", "armed a next b next"]
    ) { button, state, world in
      func reply(_ note: String, within time: ClosedRange<Duration>) -> Effect<ProbeAction> {
        .run(name: note) { [choices = world.choices] send in
          try await choices.sleep(for: time, isRead: true)
          await send(.note(note))
        }
      }
      switch button {
      case "go":
        state.pressed = ["go"]
        return .merge(.send(.press("begin")), .send(.press("begin")))
      case "arm":
        guard state.noted.filter({ $0 != "next" }).sorted() == ["a", "b"] else { return .none }
        (state.pressed, state.noted) = (["go", "arm"], ["armed"])
        return .none
      default:
        let late = Effect.concatenate(
          world.pause(), reply("b", within: .seconds(1) ... .seconds(2)))
        return .concatenate(
          .merge(reply("a", within: .seconds(2) ... .seconds(3)), late), .send(.note("next")))
      }
    },
    // If "a" is cancelled before it begins, "c" does not come to the place of "b".
    PartCase("the part beside one that was cancelled", "go stop", ["b last", "c last"]) {
      button, state, world in
      func press(_ button: String) -> Effect<ProbeAction> {
        .run(name: button) { [choices = world.choices] send in
          try await choices.sleep(for: .seconds(1) ... .seconds(3), isRead: true)
          await send(.press(button))
        }
      }
      switch (button, state.noted) {
      case ("go", _):
        state.pressed = ["go"]
        return .concatenate(
          world.pause(), .send(.press("mark")),
          .merge(press("a").cancellable(id: "x"), press("b"), press("c")),
          press("d").cancellable(id: "x"))
      case ("stop", _) where state.pressed == ["go"]:
        state.pressed.insert("stop")
        state.noted = [state.noted.isEmpty ? "early" : "late"]
        return .cancel(id: "x")
      case ("stop", _): break
      case ("mark", let noted): state.noted = noted.isEmpty ? ["marked"] : noted
      case ("b", ["early"]), ("c", ["late"]): state.noted = ["first"]
      case (_, ["first"]): state.noted = ["\(button) last"]
      default: state.noted = ["other"]
      }
      return .none
    },
    // A later stage of the throttled effect is cancelled before the first one begins.
    PartCase(
      "the later stage of a throttled effect that was cancelled", "open again revoke",
      ["open begin end noon", "open begin noon"]
    ) { button, state, world in
      switch (button, state.pressed) {
      case ("open", _):
        state.pressed = ["open"]
        return .send(.note("open"))
          .throttled(id: "note", for: .seconds(2), on: world.clock, latest: true)
      case ("again", ["open"]):
        state.pressed.insert("again")
        let notes = Effect<ProbeAction>.concatenate(
          .send(.note("begin")), world.pause(), world.note("end").cancellable(id: "end")
        )
        .throttled(id: "note", for: .seconds(2), on: world.clock, latest: true)
        return .merge(world.note("noon", after: 6_000), notes)
      case ("revoke", ["open", "again"]) where state.noted == ["open"]: return .cancel(id: "end")
      default: return .none
      }
    },
    // One of two parts of the throttled effect is cancelled before it begins.
    PartCase(
      "the part of a throttled effect that was cancelled", "open again revoke",
      ["one two noon one two", "one two noon two"]
    ) { button, state, world in
      guard button != "revoke" else {
        return state.noted == ["one", "two"] ? .cancel(id: "one") : .none
      }
      guard button == "open" || state.pressed.contains("open") else { return .none }
      state.pressed.insert(button)
      let notes = Effect<ProbeAction>.merge(
        world.note("one").cancellable(id: "one"), world.note("two")
      )
      .throttled(id: "note", for: .seconds(2), on: world.clock, latest: true)
      return button == "open" ? .merge(notes, world.note("noon", after: 1_500)) : notes
    },
  ]

  @Test(arguments: cases) func `the position in a sequence distinguishes nodes`(_ tested: PartCase)
    throws
  {
    try tested.expectFound()
  }
}
