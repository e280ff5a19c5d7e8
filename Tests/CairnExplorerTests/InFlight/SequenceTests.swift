import Cairn
import Testing

/// Sequential effects: the position in the sequence distinguishes nodes.
@Suite struct SequenceTests {
  private enum Relay: Question {
    static let buttons = ["start"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["start"]
      return .concatenate(world.pause(), world.note("arrived"))
    }
  }

  @Test func `one after another`() throws {
    #expect(try Probe<Relay>.found(among: ["arrived"]) == ["arrived"])
  }

  private enum Letter: Question {
    static let buttons = ["start"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["start"]
      return .concatenate(
        world.pause(), .send(.nothing), world.pause(), .send(.nothing), world.note("arrived"))
    }
  }

  @Test func `one after another, with actions between them`() throws {
    #expect(try Probe<Letter>.found(among: ["arrived"]) == ["arrived"])
  }

  /// The sequence ends before noon only if its first part is skipped.
  private enum Skip: Question {
    static let buttons = ["start", "skip"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      guard button == "start" else { return .cancel(id: "pause") }
      state.pressed = ["start"]
      return .merge(
        world.note("noon", after: 3_000),
        .concatenate(
          world.pause(2_000).cancellable(id: "pause"), world.note("end", after: 2_000)))
    }
  }

  @Test func `one after another that was cancelled`() throws {
    #expect(try Probe<Skip>.found(among: ["noon end", "end noon"]).count == 2)
  }

  /// Two concurrent sequences; each ends before noon only if its first part is skipped.
  private enum Twins: Question {
    static let buttons = ["start", "skip-a", "skip-b", "drop-a", "drop-b"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      guard button == "start" else { return .cancel(id: button) }
      state.pressed = ["start"]
      return .merge(
        world.note("noon", after: 3_000), sequence("a", world), sequence("b", world))
    }

    private static func sequence(_ name: String, _ world: World) -> Effect<Action> {
      .concatenate(
        world.pause(2_000).cancellable(id: "skip-\(name)"), .send(.nothing),
        world.note(name, after: 2_000)
      ).cancellable(id: "drop-\(name)")
    }
  }

  @Test func `in one of two sequences`() throws {
    let all = ["a noon", "b noon", "noon a", "noon b"]
    #expect(try Probe<Twins>.found(among: all) == all)
  }

  /// The last button pressed before closing time starts its effect when the interval is over.
  private enum Throttle: Question {
    static let buttons = ["open", "one", "two"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      let note = Effect<Action>.send(.note(button))
        .throttled(id: "note", for: .seconds(1), on: world.clock, latest: true)
      guard button == "open" else { return state.noted == ["open"] ? note : .none }
      state.pressed = ["open"]
      return .merge(note, world.note("closed", after: 500))
    }
  }

  @Test func `which throttled effect waits for its time`() throws {
    let all = ["open closed", "open closed one", "open closed two"]
    #expect(try Probe<Throttle>.found(among: all) == all)
  }

  /// The second part of the sequence is cancelled before it begins.
  private enum Revoke: Question {
    static let buttons = ["start", "revoke"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      guard button == "start" else { return state.noted.isEmpty ? .cancel(id: "end") : .none }
      state.pressed = ["start"]
      return .merge(
        world.note("noon", after: 3_000),
        .concatenate(world.note("begin"), world.note("end").cancellable(id: "end")))
    }
  }

  @Test func `the later parts that were cancelled`() throws {
    let all = ["begin end noon", "begin noon"]
    #expect(try Probe<Revoke>.found(among: all) == all)
  }

  /// One of two parts of the throttled effect is cancelled before it begins.
  private enum Half: Question {
    static let buttons = ["open", "again", "revoke"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      guard button != "revoke" else {
        return state.noted == ["one", "two"] ? .cancel(id: "one") : .none
      }
      guard button == "open" || state.pressed.contains("open") else { return .none }
      state.pressed.insert(button)
      let notes = Effect<Action>.merge(
        world.note("one").cancellable(id: "one"), world.note("two")
      )
      .throttled(id: "note", for: .seconds(2), on: world.clock, latest: true)
      return button == "open" ? .merge(notes, world.note("noon", after: 1_500)) : notes
    }
  }

  @Test func `the part of a throttled effect that was cancelled`() throws {
    let all = ["one two noon one two", "one two noon two"]
    #expect(try Probe<Half>.found(among: all) == all)
  }
}
