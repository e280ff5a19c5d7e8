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

/// A text that is typed while the text before it is saved counts as saved.
enum TypedWhileSaving: Flawed {
  static let property = AppProperty<State>.never("an unsaved text that counts as saved") {
    $0["saved"] && $0.text.count != $0.other
  }
  static let buttons = ["save"]
  static let samples = ["text": ["a", "bc"]]

  static func screens(of state: State, in world: World) -> [Screen<Action>] {
    [
      Screen("main", "Main") {
        Field("text", state.text) { .type($0) }
        Button("save", .press("save"))
      }
    ]
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .type(let text): (state.text, state["saved"]) = (text, false)
    case .press where !state["busy"]:
      state["busy"] = true
      return .run(name: "save") { [count = state.text.count] send in
        try await world.choices.sleep(for: .zero ... .seconds(1))
        await send(.number(count))
      }
    case .number(let count):
      state["busy"] = false
      (state.other, state["saved"]) = (count, true)
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

/// Two effects share one flag: the end of a download allows a second upload, although the first one goes on.
enum SharedFlag: Flawed {
  static let property = AppProperty<State>.never("two uploads at once") { $0.count > 1 }
  static let buttons = ["upload", "download"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("upload") where !state["busy"] && state.count < 2:
      state["busy"] = true
      state.count += 1
      return world.reply("uploaded", after: .seconds(3))
    case .press("download") where !state["downloading"]:
      state["busy"] = true
      state["downloading"] = true
      return world.slowReply("downloaded")
    case .done("uploaded"):
      state.count -= 1
      state["busy"] = false
    case .done("downloaded"):
      state["downloading"] = false
      state["busy"] = false
    default: break
    }
    return .none
  }
}

// Effects that last too long.

/// The effect of a page goes on when the page is closed.
enum LeftEffect: Flawed {
  static let property = AppProperty<State>.noLeakedEffect
  static let buttons = ["open"]

  static func screens(of state: State, in world: World) -> [Screen<Action>] {
    let page = Screen<Action>("page", "Page") { Button("close", .press("close")) }
    return [main(state)] + (state["open"] ? [page] : [])
  }

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("open"):
      state["open"] = true
      return world.reply("loaded", after: .seconds(5)).cancellable(id: "load", cancelInFlight: true)
    case .press("close"):
      state["open"] = false
      return world.isMended ? .cancel(id: "load") : .none
    default: return .none
    }
  }
}

/// A search is cancelled on the screen only: its late reply opens the results.
enum LateResults: Flawed {
  static let property = AppProperty<State>.step("only a search has results") { before, _, after in
    before["results"] || !after["results"] || before["busy"]
  }
  static let buttons = ["search", "cancel"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("search") where !state["busy"] && !state["results"]:
      state["busy"] = true
      return world.slowReply("results").cancellable(id: "search", cancelInFlight: true)
    case .press("cancel"): state["busy"] = false
    case .done:
      state["busy"] = false
      state["results"] = true
    default: break
    }
    return .none
  }
}

/// An upload is cancelled by the number of the next one.
enum WrongID: Flawed {
  static let property = AppProperty<State>.never("an upload after its cancellation") {
    $0["cancelled"] && $0.other > 0
  }
  static let buttons = ["upload", "cancel"]

  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action> {
    switch action {
    case .press("upload") where state.count == 0:
      let effect = world.reply("uploaded").cancellable(id: state.count)
      state.count += 1
      return effect
    case .press("cancel") where state.count == 1 && state.other == 0:
      state["cancelled"] = true
      return .cancel(id: state.count)
    case .done: state.other += 1
    default: break
    }
    return .none
  }
}

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
