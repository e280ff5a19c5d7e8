import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation
import Testing

/// Trails that cover an app whose effects end after more than one step of time.
@Suite struct CoverTimeTests {
  @Test func `a step to some of the times of a state is covered`() throws {
    let set = try AppModel<Poll>.bare().explore(checking: []).cover(by: .screen)
    #expect(set.open.isEmpty, "\(set)")
  }

  @Test func `two steps of time in one line are not a step from the first screen to the last`()
    throws
  {
    let set = try AppModel<Way>.bare().explore(checking: []).cover(by: .screen)
    #expect(set.goals == 5 && set.open.isEmpty, "\(set)")
    // Only this way leads from `a` to `c`.
    let fast = set.added.filter { $0.text.contains("\"run: fast") }
    #expect(fast.contains { $0.text.contains("\n? screen c\n") }, "\(set)")
  }

  /// The slow way leads from the screen `a` to `b` and `c`, the fast ones to `c`.
  private struct Way: NamedApp {
    let state = "home"
    let reducer: Reduce<String, String>

    init(_ launch: Launch) {
      let (choices, clock) = (launch.choices, launch.clock)
      reducer = Reduce { state, action in
        switch (state, action) {
        case ("home", "choose"): state = "a"
        case ("home", "go"):
          state = "a, going"
          return .send("slow")
        case ("a", "run"):
          state = "a, going"
          return .run(name: "run") { send in
            await send(
              choices.choose("run", ["slow": "slow", "fast1": "fast1", "fast2": "fast2"]))
          }
        case ("a, going", "slow"):
          return .run(name: "slow") { send in
            try await clock.sleep(for: .seconds(1))
            await send("b")
            try await clock.sleep(for: .seconds(1))
            await send("c")
          }
        case ("a, going", "fast1"): return .later("c", action, on: clock)
        case ("a, going", "fast2"): return .later("c", action, after: .seconds(2), on: clock)
        case (_, "b"), (_, "c"): state = action
        default: break
        }
        return .none
      }
    }

    func screens(of state: String) -> [Screen<String>] {
      let inputs = ["home": ["choose", "go"], "a": ["run"]]
      let id = state == "a, going" ? "a" : state
      return [Screen(id, id) { for input in inputs[state] ?? [] { Button(input, input) } }]
    }
  }
}

/// Asks a service that may never answer, until a limit. The limit can come first only if the time before was long.
struct Poll: NamedApp {
  let state = "home"
  let reducer: Reduce<String, String>

  init(_ launch: Launch) {
    let (choices, clock) = (launch.choices, launch.clock)
    func timer(_ name: String, _ time: Int) -> Effect<String> {
      .later(name, name, after: .seconds(time), on: clock)
    }
    reducer = Reduce { state, action in
      switch (state, action) {
      case ("home", "one"), ("home", "two"):
        return .merge(.send("begin"), .send("show \(action)"))
      case ("home", "begin"): return timer("limit", 10).cancellable(id: "limit")
      case ("home", "show one"):
        state = "one"
        return .run(name: "enter") { send in
          try await choices.answer(
            "enter", ["late": .slow(.seconds(1) ... .seconds(9), .success(()))])
          await send("enter")
        }
      case ("home", "show two"):
        state = "two"
        return timer("enter", 3)
      case ("one", "enter"), ("two", "enter"):
        state = "late"
        return .send("poll")
      case ("late", "poll"):
        return .run(name: "poll") { send in
          try await clock.sleep(for: .seconds(5))
          await send("asked")
          try await choices.answer("poll", ["yes": .success(()), "never": .never])
          try await clock.sleep(for: .seconds(1))
          try await clock.sleep(for: .seconds(1))
          await send("over")
        }
        .cancellable(id: "poll")
      case ("late", "asked"):
        state = "asked"
        return .cancel(id: "limit")
      case ("late", "limit"):
        state = "closing"
        return .merge(.cancel(id: "poll"), timer("over", 1))
      case ("asked", "leave"), ("over", "leave"):
        state = "home"
        return .cancel(id: "poll")
      case (_, "over"): state = "over"
      default: break
      }
      return .none
    }
  }

  func screens(of state: String) -> [Screen<String>] {
    let inputs = ["home": ["one", "two"], "asked": ["leave"], "over": ["leave"]]
    return [Screen(state, state) { for input in inputs[state] ?? [] { Button(input, input) } }]
  }
}
