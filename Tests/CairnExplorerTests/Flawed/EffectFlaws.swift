import Cairn
import CairnApp
import CairnSimulation

// Inputs while an effect is in flight.

extension Flaw {
  static let doubleOrder = Flaw(
    "A second press sends a second order.", .never("a second order") { $0.other > 1 }, ["order"]
  ) { state, action, world in
    switch action {
    case .press where state.count < (world.isMended ? 1 : 2):
      state.count += 1
      return .run(name: "order") { send in
        await send(.number(try await world.choices.answer("order", ["accepted": .success(1)])))
      }
    case .number(let orders): state.other += orders
    default: break
    }
    return .none
  }

  static let takenBackLike = Flaw(
    "A failed like is taken back to the value before its press, although there was a press after it.",
    .always("the like of the server is shown") { $0.count > 0 || $0["liked"] == $0["server"] },
    ["like"]
  ) { state, action, world in
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

  static let overtakenSave = save { try await $0.sleep(for: .zero ... .seconds(1)) }

  /// A save that cancels the one before it, with the wait of its stand-in.
  static func save(_ wait: @escaping @Sendable (Choices) async throws -> Void) -> Flaw {
    Flaw(
      "A save cancels the save before it, whose write takes place after its own.",
      .step("a restart keeps what is saved") {
        $1 != .restart || $0["saving"] || $0.count == $2.count
      }, ["add"], start: { State(count: $0["file"]) },
      reduce: { state, action, world in
        switch action {
        case .press where state.count < 2 && !(world.isMended && state["saving"]):
          state.count += 1
          state["saving"] = true
          return .run(name: "save") { [count = state.count] send in
            try await wait(world.choices)
            world["file"] = count
            await send(.done("saved"))
          }
          .cancellable(id: "save", cancelInFlight: true)
        case .done: state["saving"] = false
        default: break
        }
        return .none
      })
  }

  static let typedWhileSaving = Flaw(
    "A text that is typed while the text before it is saved counts as saved.",
    .never("an unsaved text that counts as saved") { $0["saved"] && $0.text.count != $0.other },
    ["save"], elements: { state, _ in Field("text", state.text) { .type($0) } },
    reduce: { state, action, world in
      switch action {
      case .type(let text): (state.text, state["saved"]) = (text, false)
      case .press where !state["busy"]:
        state["busy"] = true
        return .run(name: "save") { [count = state.text.count] send in
          try await world.choices.sleep(for: .zero ... .seconds(1))
          await send(.number(count))
        }
      case .number(let count): (state["busy"], state.other, state["saved"]) = (false, count, true)
      default: break
      }
      return .none
    })

  static let overtakenReply = Flaw(
    "The reply for the first tab comes after that for the second one, beside a background timer.",
    .always("the chosen tab is shown") { $0["busy"] || $0.text == $0["first"].description },
    ["first", "second"], firstAction: .done("start"), start: { _ in State(text: "false") },
    reduce: { state, action, world in
      switch action {
      case .done("start"): return world.reply("tick", after: .seconds(3)).background
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
    })

  static let sharedFlag = Flaw(
    "The end of a download allows a second upload, although the first one goes on: they share a flag.",
    .never("two uploads at once") { $0.count > 1 }, ["upload", "download"]
  ) { state, action, world in
    switch action {
    case .press("upload") where !state["busy"] && state.count < 2:
      state["busy"] = true
      state.count += 1
      return world.reply("uploaded", after: .seconds(3))
    case .press("download") where !state["downloading"]:
      (state["busy"], state["downloading"]) = (true, true)
      return world.slowReply("downloaded")
    case .done("uploaded"):
      state.count -= 1
      state["busy"] = false
    case .done("downloaded"): (state["busy"], state["downloading"]) = (false, false)
    default: break
    }
    return .none
  }
}

// Effects that last too long.

extension Flaw {
  static let leftEffect = Flaw(
    "The effect of a page goes on when the page is closed.", .noLeakedEffect, ["open"],
    screens: { main, state, _ in
      let page = Screen<Action>("page", "Page") { Button("close", .press("close")) }
      return state["open"] ? [main, page] : [main]
    },
    reduce: { state, action, world in
      switch action {
      case .press("open"):
        state["open"] = true
        return world.reply("loaded", after: .seconds(5)).cancellable(
          id: "load", cancelInFlight: true)
      case .press("close"):
        state["open"] = false
        return world.isMended ? .cancel(id: "load") : .none
      default: return .none
      }
    })

  static let lateResults = Flaw(
    "A search is cancelled on the screen only: its late reply opens the results.",
    .step("only a search has results") { $0["results"] || !$2["results"] || $0["busy"] },
    ["search", "cancel"]
  ) { state, action, world in
    switch action {
    case .press("search") where !state["busy"] && !state["results"] && state.count < 2:
      // With any number of searches, more and more are in flight.
      state.count += 1
      state["busy"] = true
      return world.slowReply("results").cancellable(id: "search", cancelInFlight: true)
    case .press("cancel"): state["busy"] = false
    case .done: (state["busy"], state["results"]) = (false, true)
    default: break
    }
    return .none
  }

  static let wrongID = Flaw(
    "An upload is cancelled by the number of the next one.",
    .never("an upload after its cancellation") { $0["cancelled"] && $0.other > 0 },
    ["upload", "cancel"]
  ) { state, action, world in
    switch action {
    case .press("upload") where state.count == 0:
      state.count = 1
      return world.reply("uploaded").cancellable(id: 0)
    case .press("cancel") where state.count == 1 && state.other == 0:
      state["cancelled"] = true
      return .cancel(id: state.count)
    case .done: state.other += 1
    default: break
    }
    return .none
  }

  static let replyToOldPage = Flaw(
    "The page is replaced by another one, which receives the reply to the page before it.",
    .always("a page shows its own content") {
      $0.page.map { $0.content == nil || $0.content == $0.number } ?? true
    }, ["one", "two"]
  ) { state, action, _ in
    guard case .press(let name) = action else { return .none }
    let number = name == "one" ? 1 : 2
    guard state.page?.number != number, state.count < 2 else { return .none }
    state.count += 1
    state.page = Page.State(number: number)
    return .send(.page(.load))
  }

  static let refreshAfterSignOut = Flaw(
    "A refresh in the background signs the user in again.",
    .step("only an input signs in") { $0["in"] || !$2["in"] || $1 == .input("sign-in") },
    ["sign-in", "sign-out"]
  ) { state, action, world in
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
