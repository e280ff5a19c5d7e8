import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Rules 1 and 3: one action at a time, in one order.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct OrderTests {
  @Test func `follow-ups run first in, first out, before the outermost send returns`() {
    let store = Store.listing { (action: String) in
      switch action {
      case "a": .merge(.send("b"), .send("c"))
      case "b": .send("d")
      default: .none
      }
    }
    store.send("a")
    #expect(store.state == ["a", "b", "c", "d"])
  }

  @Test func `a nested send keeps its origin, and is reduced after the action and its follow-ups`()
  {
    var again: ((Step<String>.Origin) -> Void)?
    let store = Store.counted([String]()) {
      Reduce<[String], String> { state, action in
        state.append("\(action) begins")
        if action == "a" || action == "b" { again?(action == "a" ? .owner : .replay) }
        state.append("\(action) ends")
        return action == "a" ? .send("b") : .none
      }
    }
    again = { [weak store] in _ = store?.send("c", origin: $0) }
    var steps: [String] = []
    let observation = store.observe { event in
      event.step.map { steps.append("\($0.action) \($0.origin)") }
    }
    defer { observation.cancel() }
    store.send("a")
    #expect(steps == ["a owner", "b effect(name: \"send\", number: nil)", "c owner", "c replay"])
    let expected: [String] = ["a", "b", "c", "c"].flatMap { name in
      ["\(name) begins", "\(name) ends"]
    }
    #expect(store.state == expected)
  }

  @Test func `awaiting send resumes after the action is reduced`() {
    let log = Log()
    let simulation = Simulation()
    let store = simulation.counted(0) {
      Reduce<Int, Int> { _, action in
        log.note("reduced \(action)")
        guard action == 0 else { return .none }
        return .run { send in
          for number in 1...2 {
            await send(number)
            log.note("resumed")
          }
        }
      }
    }
    store.send(0)
    simulation.drain()
    #expect(log.all == ["reduced 0", "reduced 1", "resumed", "reduced 2", "resumed"])
  }

  @Test(.gate, arguments: [(100_000, 0), (140_000, 1)])
  func `very many follow-ups are all reduced, and reported once`(count: Int, reports: Int) {
    let store = Store.counted(0) {
      Reduce<Int, Bool> { state, _ in
        state += 1
        return state < count ? .send(true) : .none
      }
    }
    let issues = runtimeIssues { store.send(true) }
    #expect(store.state == count)
    #expect(issues.count == reports)
    #expect(issues.allSatisfy { $0.message.contains("a hundred thousand others") })
  }

  @MainActor @Test(.gate) func `very many effects that reply at once are reported once`() {
    guard #available(macOS 26, iOS 26, *) else { return }
    let store = Store.counted(0) {
      Reduce<Int, Int> { state, action in
        state = action
        return action < 140_000 ? .run { send in await send(action + 1) } : .none
      }
    }
    let issues = runtimeIssues { store.send(0) }
    #expect(store.state == 140_000)
    #expect(issues.map { $0.message.contains("a hundred thousand others") } == [true])
  }

  @Test(.gate) func `the limit of a simulation ends follow-ups without end, and their effects`() {
    let simulation = Simulation()
    simulation.partLimit = 70_000
    let store = simulation.counted(0) {
      Reduce<Int, Bool> { [clock = simulation.clock] state, isAgain in
        state += 1
        return isAgain ? .send(true) : .run { _ in try await clock.sleep(for: .seconds(1)) }
      }
    }
    store.send(false)
    let issues = runtimeIssues { store.send(true) }
    #expect(store.state > 70_000 && store.state < 200_000)
    #expect(simulation.isStopped && store.isIdle)
    #expect(issues.map(\.message) == ["The work of one instant does not end."])
  }
}
