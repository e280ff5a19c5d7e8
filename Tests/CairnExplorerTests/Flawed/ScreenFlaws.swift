import Cairn
import CairnApp
import CairnSimulation

// Disabled inputs that the reducer accepts.

/// A field is disabled while it is locked, but its text is taken.
enum LockedField: Flawed {
  static let property = AppProperty<State>.refusedMeansUnchanged
  static let buttons: [String] = []

  static func screens(of state: State, in world: World) -> [Screen<Action>] {
    [
      Screen("main", "Main") {
        Field("text", state.text, disabledBecause: state["locked"] ? "it is locked" : nil) {
          .type($0)
        }
        Button("lock", .press("lock"))
      }
    ]
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press: state["locked"].toggle()
    case .type(let text): if !world.isMended || !state["locked"] { state.text = text }
    default: break
    }
    return .none
  }
}

/// A second load replaces the first one: the state is the same, and the effect is a new one.
enum SecondLoad: Flawed {
  static let property = AppProperty<State>.refusedMeansUnchanged
  static let buttons = ["load"]

  static func refusal(of button: String, in state: State) -> String? {
    state["busy"] ? "it loads" : nil
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press:
      state["busy"] = true
      return world.reply("loaded").cancellable(id: "load", cancelInFlight: true)
    case .done: state["busy"] = false
    default: break
    }
    return .none
  }
}

/// A refused row is written to the disk nevertheless.
enum WrittenRow: Flawed {
  static let property = AppProperty<State>.refusedMeansUnchanged
  static let buttons: [String] = []

  static func screens(of state: State, in world: World) -> [Screen<Action>] {
    [
      Screen("main", "Main") {
        ListRow(
          "row", "Row", disabledBecause: state["chosen"] ? "it is chosen" : nil, .press("row"))
        Button("clear", .press("clear"))
      }
    ]
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("row"):
      let isNew = !state["chosen"]
      state["chosen"] = true
      return .run(name: "write") { _ in
        world.disk.withLock { $0[isNew ? "row" : "again"] = 1 }
      }
    case .press: state["chosen"] = false
    default: break
    }
    return .none
  }
}

// Dead ends.

/// A failure does not end the spinner.
enum SpinnerAfterFailure: Flawed {
  private struct Offline: Error {}

  static let property = AppProperty<State>.noDeadEnd()
  static let buttons = ["load"]

  static func refusal(of button: String, in state: State) -> String? {
    state["busy"] ? "it loads" : nil
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"]:
      state["busy"] = true
      return .run(name: "load") { send in
        try await world.choices.answer(
          "load", ["loaded": .success(()), "offline": .failure(Offline())])
        await send(.done("loaded"))
      } catch: { _, send in
        await send(.done("failed"))
      }
    case .done("loaded"): state["busy"] = false
    case .done: state["failed"] = true
    default: break
    }
    return .none
  }
}

/// Two rooms lead to each other only. A restart does not help, because the room is stored.
enum TwoRooms: Flawed {
  static let property = AppProperty<State>.alwaysReachable(screen: "main")
  static let buttons = ["enter"]

  static func start(in world: World) -> State { State(count: world["room"]) }

  static func screens(of state: State, in world: World) -> [Screen<Action>] {
    let room = Screen<Action>("room", "Room") { Button("door", .press("door")) }
    return [state.count == 0 ? main(state) : room]
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    guard case .press = action else { return .none }
    state.count = state.count == 1 ? 2 : 1
    return .run(name: "store") { [room = state.count] _ in world.disk.withLock { $0["room"] = room }
    }
  }
}

// States and actions that must not be.

/// The root dismisses itself.
enum DismissedRoot: Flawed {
  static let property = AppProperty<State>.noRuntimeIssue
  static let buttons = ["open", "close"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("open"): state["open"] = true
    case .press where state["open"]: return .dismiss
    default: break
    }
    return .none
  }
}

/// The error of an effect is not handled.
enum UnhandledError: Flawed {
  private struct Full: Error {}

  static let property = AppProperty<State>.noRuntimeIssue
  static let buttons = ["write"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    guard case .press = action, state.count == 0 else { return .none }
    state.count = 1
    return .run(name: "write") { send in
      try await world.choices.answer("write", ["written": .success(()), "full": .failure(Full())])
      await send(.done("written"))
    }
  }
}
