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

  private func expectFound(_ flaw: Flaw, by steps: String...) throws {
    try FlawedApp.$flaw.withValue(flaw) {
      let found = try AppModel<FlawedApp>.bare(trying: [.disabled]).explore()
      #expect(found.steps(of: flaw.violated) == steps, "\(found)")
      #expect(try found.playedTrail(of: flaw.violated) != nil)
    }
  }

  @Test(arguments: ["cancel", "repeat"])
  func `an action that changes an effect that has not begun is not refused`(button: String) throws {
    try expectFound(kettle(button), by: "> boil", "! \(button)")
  }

  @Test func `an action that changes the memory is not refused`() throws {
    let wipe = Flaw(
      "A disabled button empties the disk.", .refusedMeansUnchanged, ["wipe"],
      refusal: { _, _ in "it is locked" },
      reduce: { _, action, world in
        if case .press("wipe") = action { world["wiped"] = 1 }
        return .none
      })
    try expectFound(wipe, by: "! wipe")
  }

  @Test func `it is not known whether a disabled input is refused that accepts no sample`() throws {
    let found = try AppModel<Meter>.bare(trying: [.disabled])
      .explore(checking: [.refusedMeansUnchanged])
    let reason = "unknown: > set on the screen meter: no sample is accepted"
    #expect(found.verdicts.map(\.result) == [.inconclusive(.unknown(reason))], "\(found)")
  }

  private struct Meter: TestApp, PlainApp {
    let state = 0
    let reducer = Reduce<Int, Int>.assigning

    func elements(of state: Int) -> ScreenBuilder<Int>.Elements {
      ValueButton("set", takes: "a number", disabledBecause: "it is locked") { Int($0) }
    }
  }
}
