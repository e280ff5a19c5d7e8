import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Rules 1 and 3: one action at a time, in one order.
@Suite(.bothWaysOfStarting, .leavesNothing, .timeLimit(.minutes(10))) struct OrderTests {
  @Test func `follow-ups run first in, first out, before the outermost send returns`() {
    let store = Store.counted([String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return switch action {
        case "a": .merge(.send("b"), .send("c"))
        case "b": .send("d")
        default: .none
        }
      }
    }
    store.send("a")
    #expect(store.state == ["a", "b", "c", "d"])
  }

  @Test func `a nested send is processed after the current action and its follow-ups`() {
    var again: (() -> Void)?
    let store = Store.counted([String]()) {
      Reduce<[String], String> { state, action in
        state.append("\(action) begins")
        if action == "a" { again?() }
        state.append("\(action) ends")
        return action == "a" ? .send("c") : .none
      }
    }
    again = { [weak store] in store?.send("b") }
    store.send("a")
    #expect(
      store.state == ["a begins", "a ends", "c begins", "c ends", "b begins", "b ends"])
  }

  @Test func `a nested send keeps its origin`() {
    var again: (() -> Void)?
    let store = Store.counted(0) {
      Reduce<Int, Int> { state, action in
        state += action
        if action == 1 { again?() }
        return .none
      }
    }
    again = { [weak store] in _ = store?.send(2, origin: .replay) }
    var origins: [Step<Int>.Origin] = []
    let observation = store.observe { event in event.step.map { origins.append($0.origin) } }
    defer { observation.cancel() }
    store.send(1)
    #expect(origins == [.owner, .replay])
  }

  @Test func `a send from an observer of events is processed after the current action`() {
    let store = Store.counted([String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return action == "a" ? .send("b") : .none
      }
    }
    var seen: [[String]] = []
    let observation = store.observe { [unowned store] event in
      if event.step?.action == "a" {
        store.send("c")
        seen.append(store.state)
      }
    }
    defer { observation.cancel() }
    store.send("a")
    #expect(seen == [["a"]])
    #expect(store.state == ["a", "b", "c"])
  }

  @Test func `a chain of a hundred thousand follow-ups does not grow the stack`() {
    let store = Store.counted(0) {
      Reduce<Int, Int> { state, remaining in
        state += 1
        return remaining > 0 ? .send(remaining - 1) : .none
      }
    }
    store.send(100_000)
    #expect(store.state == 100_001)
  }

  @Test func `actions of one effect arrive in the order it sent them`() async {
    let store = Store.counted([Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        return .run { send in
          for number in 1...100 { await send(number) }
        }
      }
    }
    store.send(0)
    await store.finish()
    #expect(store.state == Array(0...100))
  }

  @Test func `awaiting send resumes after the action is reduced`() {
    let log = Log()
    let simulation = Simulation()
    let store = simulation.counted(0) {
      Reduce<Int, Int> { _, action in
        log.note("reduced \(action)")
        guard action == 0 else { return .none }
        return .run { send in
          await send(1)
          log.note("resumed after 1")
          await send(2)
          log.note("resumed after 2")
        }
      }
    }
    store.send(0)
    simulation.drain()
    #expect(
      log.all == ["reduced 0", "reduced 1", "resumed after 1", "reduced 2", "resumed after 2"])
  }

  @Test func `merged effects begin in the order given`() {
    let log = Log()
    let simulation = Simulation()
    let store = simulation.counted(0) {
      Reduce<Int, Int> { _, _ in
        .merge(
          .run { _ in log.note("first") }, .run { _ in log.note("second") },
          .run { _ in log.note("third") })
      }
    }
    store.send(0)
    simulation.drain()
    #expect(log.all == ["first", "second", "third"])
  }

  /// Sends itself until the count is reached.
  private func counting(_ state: inout Int, upTo end: Int) -> Effect<Bool> {
    state += 1
    return state < end ? .send(true) : .none
  }

  @Test(.gate, arguments: [(100_000, 0), (140_000, 1)])
  func `very many follow-ups are all reduced, and reported once`(count: Int, reports: Int) {
    let store = Store.counted(0) {
      Reduce<Int, Bool> { state, _ in counting(&state, upTo: count) }
    }
    let issues = runtimeIssues { store.send(true) }
    #expect(store.state == count)
    #expect(issues.count == reports)
    #expect(issues.allSatisfy { $0.message.contains("a hundred thousand others") })
  }

  @Test(.gate) func `the limit of a simulation ends follow-ups without end, and their effects`() {
    let simulation = Simulation()
    simulation.partLimit = 70_000
    let store = simulation.counted(0) {
      Reduce<Int, Bool> { state, isAgain in
        state += 1
        return isAgain
          ? .send(true)
          : .run { [clock = simulation.clock] _ in
            try await clock.sleep(for: .seconds(1))
          }
      }
    }
    store.send(false)
    let issues = runtimeIssues { store.send(true) }
    #expect(store.state > 70_000 && store.state < 200_000)
    #expect(simulation.isStopped)
    #expect(issues.map(\.message) == ["The work of one instant does not end."])
    #expect(store.isIdle)
  }
}
