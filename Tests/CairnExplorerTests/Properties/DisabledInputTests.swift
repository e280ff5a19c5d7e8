import Cairn
import CairnApp
import CairnExplorer
import Testing

/// A disabled input that changes only what has not begun is not refused.
@Suite struct DisabledInputTests {
  /// Boils, and then whistles. Its other button is disabled; the reducer ignores that.
  private func kettle(_ button: String) -> Flaw {
    Flaw(
      "A disabled button changes what comes next.", .refusedMeansUnchanged, ["boil", button],
      refusal: { $0 == button ? "it is broken" : $1["boiling"] ? "it boils" : nil },
      reduce: { state, action, world in
        let wait = Effect<Flaw.Action>.run(name: "wait") { _ in
          try await world.clock.sleep(for: .seconds(1))
        }
        let throttled = wait.throttled(
          id: "throttle", for: .seconds(3), on: world.clock, latest: true)
        switch action {
        case .press("boil") where !state["boiling"]:
          state["boiling"] = true
          let whistle = Effect<Flaw.Action>.send(.done("whistled")).cancellable(id: "whistle")
          return .merge(throttled, .concatenate(wait, whistle))
        case .press("cancel"): return .cancel(id: "whistle")
        case .press("repeat") where state["boiling"] && !state["whistled"]: return throttled
        case .done: state["whistled"] = true
        default: break
        }
        return .none
      })
  }

  @Test(arguments: ["cancel", "repeat"])
  func `an action that changes an effect that has not begun is not refused`(button: String) throws {
    try FlawedApp.$flaw.withValue(kettle(button)) {
      var model = AppModel<FlawedApp>.bare()
      model.without.remove(.disabled)
      let found = try model.explore(checking: [.refusedMeansUnchanged])
      #expect(found.steps(of: "refused means unchanged") == ["> boil", "! \(button)"], "\(found)")
      #expect(try found.playedTrail(of: "refused means unchanged") != nil)
    }
  }
}
