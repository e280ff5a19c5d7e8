import Cairn
import Testing

/// Sequential effects: the position in the sequence distinguishes nodes.
@Suite struct SequenceTests {
  typealias Case = InFlightTests.Case

  private enum Relay: Question {
    static let buttons = ["start"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["start"]
      return .concatenate(world.pause(), world.note("arrived"))
    }
  }

  private enum Letter: Question {
    static let buttons = ["start"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["start"]
      return .concatenate(
        world.pause(), .send(.nothing), world.pause(), .send(.nothing), world.note("arrived"))
    }
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

  static let cases = [
    Case("one after another", Probe<Relay>.found, ["arrived"]),
    Case("one after another, with actions between them", Probe<Letter>.found, ["arrived"]),
    Case("one after another that was cancelled", Probe<Skip>.found, ["noon end", "end noon"]),
    Case("in one of two sequences", Probe<Twins>.found, ["a noon", "b noon", "noon a", "noon b"]),
    Case(
      "which throttled effect waits for its time", Probe<Throttle>.found,
      ["open closed", "open closed one", "open closed two"]),
    Case(
      "the later parts that were cancelled", Probe<Revoke>.found, ["begin end noon", "begin noon"]),
    Case(
      "the part of a throttled effect that was cancelled", Probe<Half>.found,
      ["one two noon one two", "one two noon two"]),
  ]

  @Test(arguments: cases) func `the position in a sequence distinguishes nodes`(_ tested: Case)
    throws
  {
    #expect(try tested.found(tested.logs + tested.others) == tested.logs)
  }
}
