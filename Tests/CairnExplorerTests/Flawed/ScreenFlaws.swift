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

/// The reducer allows one more than the screen.
enum OneMore: Flawed {
  static let property = AppProperty<State>.refusedMeansUnchanged
  static let buttons = ["more", "less"]

  static func refusal(of button: String, in state: State) -> String? {
    button == "more" && state.count >= 3 ? "it is full" : nil
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("more") where state.count <= 3: state.count += 1
    case .press("less") where state.count > 0: state.count -= 1
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

/// The refusal of a switch is an action of its own, which changes the state.
enum CountedRefusal: Flawed {
  static let property = AppProperty<State>.refusedMeansUnchanged
  static let buttons: [String] = []

  static func screens(of state: State, in world: World) -> [Screen<Action>] {
    [
      Screen("main", "Main") {
        Toggle(
          "sound", "Sound", isOn: state["on"],
          disabledBecause: state["muted"] ? "it is muted" : nil,
          .press("sound"))
        Button("mute", .press("mute"))
      }
    ]
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("sound") where state["muted"]: return .send(.done("refused"))
    case .press("sound"): state["on"].toggle()
    case .press: state["muted"].toggle()
    case .done: state.count = 1
    default: break
    }
    return .none
  }
}

// Dead ends.

/// The last screen has no input.
enum EmptyScreen: Flawed {
  static let property = AppProperty<State>.noDeadEnd()
  static let buttons = ["finish"]

  static func screens(of state: State, in world: World) -> [Screen<Action>] {
    let end = Screen<Action>("end", "End") {
      Text("Thank you")
      if world.isMended { Button("again", .press("again")) }
    }
    return [state["finished"] ? end : main(state)]
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    if case .press(let name) = action { state["finished"] = name == "finish" }
    return .none
  }
}

/// The screen waits for an answer that may never come, and cannot be left.
enum LostAnswer: Flawed {
  static let property = AppProperty<State>.noDeadEnd()
  static let buttons = ["ask"]

  static func refusal(of button: String, in state: State) -> String? {
    state["busy"] ? "it waits" : nil
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"]:
      state["busy"] = true
      return .run(name: "ask") { send in
        try await world.choices.answer("ask", ["answer": .success(()), "lost": .never])
        await send(.done("answered"))
      }
    case .done: state["busy"] = false
    default: break
    }
    return .none
  }
}

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

/// An effect asks again every second, but nobody answers.
enum AskingForever: Flawed {
  static let property = AppProperty<State>.settles
  static let buttons = ["ask", "stop"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("ask"), .done("unanswered"):
      world.reply(world["answer"] == 0 ? "unanswered" : "answered")
        .cancellable(id: "ask", cancelInFlight: true)
    case .press: .cancel(id: "ask")
    default: .none
    }
  }
}

// States and actions that must not be.

/// The average of no numbers is not a number.
enum EmptyAverage: Flawed {
  static let property = AppProperty<State>.always("a number below six") { !($0.number > 5) }
  static let violated = "every state equals itself"
  static let buttons = ["add", "remove"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("add") where state.count < 2: state.count += 1
    case .press("remove") where state.count > 0: state.count -= 1
    default: return .none
    }
    state.number = Double(state.count * 5) / Double(state.count)
    return .none
  }
}

/// A button addresses a page that is not open.
enum ClosedPage: Flawed {
  static let property = AppProperty<State>.noRuntimeIssue
  static let buttons = ["open"]

  static func screens(of state: State, in world: World) -> [Screen<Action>] {
    [
      Screen("main", "Main") {
        Button("open", .press("open"))
        if state.page != nil || !world.isMended { Button("close", .page(.close)) }
      }
    ]
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    if case .press = action { state.page = Page.State() }
    return .none
  }
}

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

/// A message contains the PIN, and outlives the locking.
enum KeptPIN: Flawed {
  static let property = AppProperty<State>.noSecret("locking") { before, after in
    before["open"] && !after["open"]
  }
  static let buttons: [String] = []
  static let samples = ["pin": ["1234", "9876"]]

  static func screens(of state: State, in world: World) -> [Screen<Action>] {
    [
      Screen("main", "Main") {
        Field("pin", secure: state.pin) { .typePIN($0) }
        Button("open", .press("open"))
        Button("lock", .press("lock"))
      }
    ]
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .typePIN(let pin): state.pin = pin
    case .press("open") where state.pin == "1234": state["open"] = true
    case .press("open"): state.text = "\(state.pin.reveal()) is wrong"
    case .press("lock"): (state.pin, state["open"]) = ("", false)
    default: break
    }
    return .none
  }
}
