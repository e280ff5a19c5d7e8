import Cairn
import CairnSimulation
import Testing

/// The identity of effects in flight: for each of its parts, two nodes that differ only in that
/// part and continue differently.
@Suite struct InFlightTests {
  /// Greets later the name that was chosen at the request, not a later choice.
  private enum Greeting: Question {
    static let buttons = ["swap", "greet"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      guard button == "greet" else {
        state.pressed.formSymmetricDifference(["bob"])
        return .none
      }
      let name = state.pressed.contains("bob") ? "bob" : "ada"
      state.pressed.formUnion(["greet", "bob"])
      return world.note(name)
    }
  }

  private enum Kitchen: Question {
    static let buttons = ["tea", "coffee"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["tea", "coffee"]
      return world.note(button)
    }
  }

  private enum Safe: Question {
    static let buttons: [String] = []
    static let hasPIN = true

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["pin"]
      return world.note(button == "1234" ? "open" : "closed")
    }
  }

  private enum Couple: Question {
    static let buttons = ["start", "stop-a", "stop-b"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      guard button == "start" else {
        state.pressed = ["start", "stop-a", "stop-b"]
        return .cancel(id: button)
      }
      state.pressed = ["start"]
      return .merge(
        world.note("a").cancellable(id: "stop-a"), world.note("b").cancellable(id: "stop-b"))
    }
  }

  private enum Patience: Question {
    static let buttons = ["start"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["start"]
      return .run(name: "patience") { [clock = world.clock] send in
        for _ in 0..<3 { try await clock.sleep(for: .seconds(1)) }
        await send(.note("done"))
      }
    }
  }

  private enum Toss: Question {
    static let buttons = ["toss"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["toss"]
      return .run(name: "toss") { send in
        let side = world.choices.choose("toss", ["heads": "heads", "tails": "tails"])
        try await world.clock.sleep(for: .seconds(1))
        await send(.note(side))
      }
    }
  }

  /// Reads the box twice, with a second between.
  private enum Reading: Question {
    static let buttons = ["read", "fill"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      guard button == "read" else {
        return .run(name: "fill") { _ in world.box.withLock { $0 = "full" } }
      }
      state.pressed = ["read"]
      return .run(name: "read") { send in
        let first = world.box.withLock { $0 }
        try await world.clock.sleep(for: .seconds(1))
        await send(.note("\(first)-\(world.box.withLock { $0 })"))
      }
    }
  }

  /// The slow effect ends first only if it has slept for a while when the fast one starts, which must
  /// be before either has ended.
  private enum Race: Question {
    static let buttons = ["slow", "fast", "wait"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      guard state.noted.isEmpty else { return .none }
      guard button != "wait" else {
        return world.pause(1_000).cancellable(id: "wait", cancelInFlight: true)
      }
      state.pressed.insert(button)
      return world.note(button, after: button == "slow" ? 2_500 : 2_000)
    }
  }

  /// The first of two simultaneous timers wins, and reports it a second later.
  private enum Photo: Question {
    static let buttons = ["start"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
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
    }
  }

  /// A request and a timeout with one deadline. The winner cancels the other, which still sleeps or has
  /// woken.
  private enum Timeout: Question {
    static let buttons = ["start"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
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
    }
  }

  static let cases = [
    Case("the state that it was launched in", Probe<Greeting>.found, ["ada", "bob"]),
    Case(
      "the action that it was launched by", Probe<Kitchen>.found, ["tea", "coffee"],
      not: ["tea coffee"]),
    Case("the secret in that action", Probe<Safe>.found, ["open", "closed"]),
    Case("its position among the effects of its action", Probe<Couple>.found, ["a", "b", "a b"]),
    Case("how often it has resumed", Probe<Patience>.found, ["done"]),
    Case("the answers that it drew", Probe<Toss>.found, ["heads", "tails"]),
    Case(
      "the memory of stand-ins that it read", Probe<Reading>.found,
      ["empty-empty", "empty-full", "full-full"], not: ["full-empty"]),
    Case("its remaining sleep", Probe<Race>.found, ["slow fast", "fast slow"]),
    Case("the order of its own tasks", Probe<Photo>.found, ["a", "b"]),
    Case(
      "a task of it that another one cancels before it wakes, or after", Probe<Timeout>.found,
      ["reply cancelled", "reply timeout", "timeout cancelled", "timeout reply"]),
  ]

  @Test(arguments: cases) func `what an effect in flight depends on distinguishes nodes`(
    _ tested: Case
  ) throws {
    #expect(try tested.found(tested.logs + tested.others) == tested.logs)
  }

  /// A part of the identity, the notes that a search finds, and others that it does not find.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let found: @Sendable ([String]) throws -> [String]
    let logs: [String]
    let others: [String]

    init(
      _ part: String, _ found: @escaping @Sendable ([String]) throws -> [String],
      _ logs: [String], not others: [String] = []
    ) {
      (testDescription, self.found, self.logs, self.others) = (part, found, logs, others)
    }
  }
}
