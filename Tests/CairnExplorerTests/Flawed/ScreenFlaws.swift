import Cairn
import CairnApp
import CairnSimulation

// Disabled inputs that the reducer accepts.

extension Flaw {
  static let lockedField = Flaw(
    "A field is disabled while it is locked, but its text is taken.", .refusedMeansUnchanged,
    ["lock"],
    elements: { state, _ in
      Field("text", state.text, disabledBecause: state["locked"] ? "it is locked" : nil) {
        .type($0)
      }
    },
    reduce: { state, action, world in
      switch action {
      case .press: state["locked"].toggle()
      case .type(let text): if !world.isMended || !state["locked"] { state.text = text }
      default: break
      }
      return .none
    })

  static let secondLoad = Flaw(
    "A second load replaces the first one: the state is the same, and the effect is a new one.",
    .refusedMeansUnchanged, ["load"], refusal: { $1["busy"] ? "it loads" : nil },
    reduce: { state, action, world in
      switch action {
      case .press:
        state["busy"] = true
        return world.reply("loaded").cancellable(id: "load", cancelInFlight: true)
      case .done: state["busy"] = false
      default: break
      }
      return .none
    })

  static let oneMore = Flaw(
    "The reducer allows one more than the screen.", .refusedMeansUnchanged, ["more", "less"],
    refusal: { $0 == "more" && $1.count >= 3 ? "it is full" : nil },
    reduce: { state, action, _ in
      switch action {
      case .press("more") where state.count <= 3: state.count += 1
      case .press("less") where state.count > 0: state.count -= 1
      default: break
      }
      return .none
    })

  static let writtenRow = Flaw(
    "A refused row is written to the disk nevertheless.", .refusedMeansUnchanged, ["clear"],
    elements: { state, _ in
      ListRow("row", "Row", disabledBecause: state["chosen"] ? "it is chosen" : nil, .press("row"))
    },
    reduce: { state, action, world in
      switch action {
      case .press("row"):
        let isNew = !state["chosen"]
        state["chosen"] = true
        return .run(name: "write") { _ in world[isNew ? "row" : "again"] = 1 }
      case .press: state["chosen"] = false
      default: break
      }
      return .none
    })

  static let countedRefusal = Flaw(
    "The refusal of a switch is an action of its own, which changes the state.",
    .refusedMeansUnchanged, ["mute"],
    elements: { state, _ in
      Toggle(
        "sound", "Sound", isOn: state["on"], disabledBecause: state["muted"] ? "it is muted" : nil,
        .press("sound"))
    },
    reduce: { state, action, _ in
      switch action {
      case .press("sound") where state["muted"]: return .send(.done("refused"))
      case .press("sound"): state["on"].toggle()
      case .press: state["muted"].toggle()
      case .done: state.count = 1
      default: break
      }
      return .none
    })
}

// Dead ends.

extension Flaw {
  static let emptyScreen = Flaw(
    "The last screen has no input.", .noDeadEnd(), ["finish"],
    screens: { main, state, world in
      let end = Screen<Action>("end", "End") {
        Text("Thank you")
        if world.isMended { Button("again", .press("again")) }
      }
      return [state["finished"] ? end : main]
    },
    reduce: { state, action, _ in
      if case .press(let name) = action { state["finished"] = name == "finish" }
      return .none
    })

  static let lostAnswer = Flaw(
    "The screen waits for an answer that may never come, and cannot be left.", .noDeadEnd(),
    ["ask"], refusal: { $1["busy"] ? "it waits" : nil },
    reduce: { state, action, world in
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
    })

  private struct Broken: Error {}

  static let spinnerAfterFailure = Flaw(
    "A failure does not end the spinner.", .noDeadEnd(), ["load"],
    refusal: { $1["busy"] ? "it loads" : nil },
    reduce: { state, action, world in
      switch action {
      case .press where !state["busy"]:
        state["busy"] = true
        return .run(name: "load") { send in
          try await world.choices.answer(
            "load", ["loaded": .success(()), "offline": .failure(Broken())])
          await send(.done("loaded"))
        } catch: { _, send in
          await send(.done("failed"))
        }
      case .done("loaded"): state["busy"] = false
      case .done: state["failed"] = true
      default: break
      }
      return .none
    })

  static let twoRooms = Flaw(
    "Two rooms lead to each other only. A restart does not help, because the room is stored.",
    .alwaysReachable(screen: "flawed"), ["enter"], start: { State(count: $0["room"]) },
    screens: { main, state, _ in
      [state.count == 0 ? main : Screen("room", "Room") { Button("door", .press("door")) }]
    },
    reduce: { state, action, world in
      guard case .press = action else { return .none }
      state.count = state.count == 1 ? 2 : 1
      return .run(name: "store") { [room = state.count] _ in world["room"] = room }
    })

  static let askingForever = Flaw(
    "An effect asks again every second, but nobody answers.", .settles, ["ask", "stop"]
  ) { _, action, world in
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

extension Flaw {
  static let emptyAverage = Flaw(
    "The average of no numbers is not a number.",
    .always("a number below six") { !($0.number > 5) }, ["add", "remove"],
    violates: "every state equals itself"
  ) { state, action, _ in
    switch action {
    case .press("add") where state.count < 2: state.count += 1
    case .press("remove") where state.count > 0: state.count -= 1
    default: return .none
    }
    state.number = Double(state.count * 5) / Double(state.count)
    return .none
  }

  static let closedPage = Flaw(
    "A button addresses a page that is not open.", .noRuntimeIssue, ["open"],
    elements: { state, world in
      if state.page != nil || !world.isMended { Button("close", .page(.close)) }
    },
    reduce: { state, action, _ in
      if case .press = action { state.page = Page.State() }
      return .none
    })

  static let dismissedRoot = Flaw(
    "The root dismisses itself.", .noRuntimeIssue, ["open", "close"]
  ) { state, action, _ in
    switch action {
    case .press("open"): state["open"] = true
    case .press where state["open"]: return .dismiss
    default: break
    }
    return .none
  }

  static let unhandledError = Flaw(
    "The error of an effect is not handled.", .noRuntimeIssue, ["write"]
  ) { state, action, world in
    guard case .press = action, state.count == 0 else { return .none }
    state.count = 1
    return .run(name: "write") { send in
      try await world.choices.answer(
        "write", ["written": .success(()), "full": .failure(Broken())])
      await send(.done("written"))
    }
  }

  static let keptPIN = Flaw(
    "A message contains the PIN, and outlives the locking.",
    .noSecret("locking") { $0["open"] && !$1["open"] }, ["open", "lock"],
    elements: { state, _ in Field("pin", secure: state.pin) { .typePIN($0) } },
    reduce: { state, action, _ in
      switch action {
      case .typePIN(let pin): state.pin = pin
      case .press("open") where state.pin == "1234": state["open"] = true
      case .press("open"): state.text = "\(state.pin.reveal()) is wrong"
      case .press("lock"): (state.pin, state["open"]) = ("", false)
      default: break
      }
      return .none
    })
}
