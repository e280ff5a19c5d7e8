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

// Restarts.

/// A draft is shown as saved before it is written.
enum EarlySaved: Flawed {
  static let property = AppProperty<State>.step("a restart keeps what is saved") {
    before, step, after in
    step != .restart || !before["saved"] || after["saved"]
  }
  static let buttons = ["save"]

  static func start(in world: World) -> State { State(flags: world["draft"] == 1 ? ["saved"] : []) }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"] && !state["saved"]:
      state["busy"] = true
      state["saved"] = !world.isMended
      return .run(name: "save") { send in
        try await world.clock.sleep(for: .seconds(1))
        world.disk.withLock { $0["draft"] = 1 }
        await send(.done("saved"))
      }
    case .done:
      state["busy"] = false
      state["saved"] = true
    default: break
    }
    return .none
  }
}

/// A stored job is done again after a restart, although its charge was made.
enum RepeatedJob: Flawed {
  static let property = AppProperty<State>.never("a second charge") { $0.count > 1 }
  static let buttons = ["pay"]
  static let firstAction: Action? = .done("resume")

  static func start(in world: World) -> State { State(count: world["charges"]) }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press where !state["busy"] && state.count == 0:
      state["busy"] = true
      return .run(name: "pay") { send in
        world.disk.withLock { $0["job"] = 1 }
        try await charge(world, send)
      }
    case .done("resume"):
      return .run(name: "resume") { send in
        if world["job"] == 1, world["charges"] < 2 { try await charge(world, send) }
      }
    case .number(let charges):
      state["busy"] = false
      state.count = charges
    default: break
    }
    return .none
  }

  nonisolated(nonsending) private static func charge(
    _ world: World, _ send: Send<Action>
  ) async throws {
    world.disk.withLock { $0["charges", default: 0] += 1 }
    try await world.choices.sleep(for: .zero ... .seconds(1))
    world.disk.withLock { $0["job"] = 0 }
    await send(.number(world["charges"]))
  }
}
