import Cairn
import CairnApp
import CairnSimulation

// Inputs while an effect is in flight.

/// A second press sends a second order.
enum DoubleOrder: Flawed {
  static let property = AppProperty<State>.never("a second order") { $0.other > 1 }
  static let buttons = ["order"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where state.count < (world.isMended ? 1 : 2):
      state.count += 1
      return .run(name: "order") { send in
        let orders = try await world.choices.answer("order", ["accepted": .success(1)])
        await send(.number(orders))
      }
    case .number(let orders): state.other += orders
    default: break
    }
    return .none
  }
}

/// A failed like is taken back to the value before its press, although there was a press after it.
enum TakenBackLike: Flawed {
  static let property = AppProperty<State>.always("the like of the server is shown") {
    $0.count > 0 || $0["liked"] == $0["server"]
  }
  static let buttons = ["like"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where state.count < 2:
      let old = state["liked"]
      state["liked"] = !old
      state.count += 1
      return .run(name: "like") { send in
        let isOnline = try await world.choices.answer(
          "like", ["online": .success(true), "offline": .success(false)])
        await send(.done(isOnline ? "\(!old)" : old ? "failed, liked" : "failed"))
      }
    case .done(let text):
      state.count -= 1
      if text.hasPrefix("failed") {
        state["liked"] = text == "failed, liked"
      } else {
        state["server"] = text == "true"
      }
    default: break
    }
    return .none
  }
}

/// The reply for the first tab comes after that for the second one, beside a timer in the background.
enum OvertakenReply: Flawed {
  static let property = AppProperty<State>.always("the chosen tab is shown") {
    $0["busy"] || $0.text == $0["first"].description
  }
  static let buttons = ["first", "second"]
  static let firstAction: Action? = .done("start")

  static func start(in world: World) -> State { State(text: "false") }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .done("start"):
      return .run(name: "timer") { send in
        try await world.clock.sleep(for: .seconds(3))
        await send(.done("tick"))
      }
      .background
    case .press(let tab):
      guard state.count < 2, (tab == "first") != state["first"] else { return .none }
      state["first"] = tab == "first"
      state.count += 1
      state["busy"] = true
      return world.reply("\(tab == "first")", after: .seconds(tab == "first" ? 2 : 1))
    case .done("tick"): break
    case .done(let text):
      state.text = text
      state.count -= 1
      state["busy"] = state.count > 0
    default: break
    }
    return .none
  }
}

// Effects that last too long.

/// The page is replaced by another one, which receives the reply to the page before it.
enum ReplyToOldPage: Flawed {
  static let property = AppProperty<State>.always("a page shows its own content") {
    $0.page.map { $0.content == nil || $0.content == $0.number } ?? true
  }
  static let buttons = ["one", "two"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    guard case .press(let name) = action else { return .none }
    let number = name == "one" ? 1 : 2
    guard state.page?.number != number, state.count < 2 else { return .none }
    state.count += 1
    state.page = Page.State(number: number)
    return .send(.page(.load))
  }
}

/// A refresh in the background signs the user in again.
enum RefreshAfterSignOut: Flawed {
  static let property = AppProperty<State>.step("only an input signs in") { before, step, after in
    before["in"] || !after["in"] || step == .input("sign-in")
  }
  static let buttons = ["sign-in", "sign-out"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("sign-in") where !state["in"]: state["in"] = true
    case .done: state["in"] = true
    case .press("sign-out"):
      state["in"] = false
      return .none
    default: return .none
    }
    return world.reply("refresh", after: .seconds(60)).background
      .cancellable(id: "refresh", cancelInFlight: true)
  }
}

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
