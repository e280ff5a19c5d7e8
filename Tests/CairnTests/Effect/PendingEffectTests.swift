import Cairn
import CairnSimulation
import Synchronization
import Testing

/// Effects that were returned and have not begun: later stages, and throttled and debounced effects.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct PendingEffectTests {
  private let simulation = Simulation()

  /// A store that looks up the effect of an action, and keeps all actions.
  private func store(
    _ effects: @escaping (String) -> Effect<String>
  ) -> Store<[String], String> {
    simulation.counted([]) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return effects(action)
      }
    }
  }

  private func sleep(_ name: String, _ seconds: Int) -> Effect<String> {
    .run(name: name) { [clock = simulation.clock] send in
      try await clock.sleep(for: .seconds(seconds))
      await send(name)
    }
  }

  // MARK: Later stages

  @Test func `cancel reaches a later stage of a concatenation`() {
    let store = store { [self] in
      switch $0 {
      case "start":
        .concatenate(sleep("a", 1), sleep("b", 1).cancellable(id: "b"), sleep("c", 1))
      case "cancel": .cancel(id: "b")
      default: .none
      }
    }
    store.send("start")
    store.send("cancel")
    simulation.advance(by: .seconds(5))
    #expect(store.state == ["start", "cancel", "a", "c"])
    #expect(store.isIdle && store.running.isEmpty)
  }

  @Test func `cancel reaches the parts of later stages, however deep`() {
    let store = store { [self] in
      switch $0 {
      case "start":
        .concatenate(
          sleep("a", 1),
          .concatenate(
            .merge(sleep("b", 1).cancellable(id: "it").cancellable(id: "outer"), sleep("c", 1)),
            sleep("d", 1)
              .throttled(id: "it", for: .seconds(1), on: simulation.clock, latest: true)))
      case "cancel": .cancel(id: "it")
      default: .none
      }
    }
    store.send("start")
    store.send("cancel")
    simulation.advance(by: .seconds(9))
    #expect(store.state == ["start", "cancel", "a", "c"])
    #expect(store.isIdle && store.running.isEmpty)
  }

  @Test func `cancel reaches the work behind a debounced pause`() {
    let store = store { [self] in
      switch $0 {
      case "start":
        sleep("a", 1).cancellable(id: "load")
          .debounced(id: "pause", for: .seconds(1), on: simulation.clock)
      case "cancel": .cancel(id: "load")
      default: .none
      }
    }
    store.send("start")
    store.send("cancel")
    simulation.advance(by: .seconds(5))
    #expect(store.state == ["start", "cancel"])
    #expect(store.isIdle)
  }

  @Test func `a sequence does not cancel its own later stages`() {
    let store = store { [self] in
      switch $0 {
      case "start":
        .concatenate(
          .cancel(id: "it"), sleep("a", 1).cancellable(id: "it", cancelInFlight: true),
          .concatenate(.cancel(id: "it"), sleep("b", 1).cancellable(id: "it")))
      default: .none
      }
    }
    store.send("start")
    simulation.advance(by: .seconds(5))
    #expect(store.state == ["start", "a", "b"])
  }

  @Test func `an effect with cancelInFlight replaces a later stage with its id`() {
    let store = store { [self] in
      switch $0 {
      case "start": .concatenate(sleep("a", 2), sleep("b", 1).cancellable(id: "it"))
      case "other": sleep("c", 1).cancellable(id: "it", cancelInFlight: true)
      default: .none
      }
    }
    store.send("start")
    store.send("other")
    simulation.advance(by: .seconds(5))
    #expect(store.state == ["start", "other", "c", "a"])
  }

  @Test func `cancel reaches the stage behind the effect that it cancels`() {
    let store = store { [self] in
      switch $0 {
      case "start":
        .concatenate(sleep("a", 1), sleep("b", 1)).merged(
          with: .concatenate(
            sleep("c", 1).cancellable(id: "it"), sleep("d", 1).cancellable(id: "it"))
        )
      case "cancel": .cancel(id: "it")
      default: .none
      }
    }
    store.send("start")
    store.send("cancel")
    simulation.advance(by: .seconds(5))
    #expect(store.state == ["start", "cancel", "a", "b"])
  }

  @Test func `an effect that cancels itself and the next stage continues with the next stage`() {
    for next in [Effect.send("next"), sleep("next", 1)] {
      let store = store {
        guard $0 == "start" else { return .none }
        return .concatenate(
          .run { send in await send.cancel(id: "it") }.cancellable(id: "it"),
          next.cancellable(id: "it"))
      }
      store.send("start")
      simulation.advance(by: .seconds(5))
      #expect(store.state == ["start", "next"])
    }
  }

  // MARK: Throttled effects

  /// "1" and "2" are throttled effects with the ids 1 and 2; "cancel 1" and "cancel 2" cancel them.
  private func throttled() -> Store<[String], String> {
    store { [self] action in
      switch action {
      case "1", "2", "3":
        sleep("reply \(action)", 1)
          .throttled(id: "it", for: .seconds(10), on: simulation.clock, latest: true)
          .cancellable(id: action)
      case "cancel 1": .cancel(id: "1")
      case "cancel 2": .cancel(id: "2")
      case "cancel it": .cancel(id: "it")
      default: .none
      }
    }
  }

  @Test func `a throttled effect is cancelled by its own id`() {
    let store = throttled()
    store.send("1")
    store.send("2")
    #expect(!store.isIdle)
    store.send("cancel 2")
    simulation.advance(by: .seconds(2))
    #expect(store.isIdle)
    simulation.advance(by: .seconds(30))
    #expect(store.state == ["1", "2", "cancel 2", "reply 1"])
  }

  @Test func `a throttled effect is not cancelled by the id of the effect before it`() {
    let store = throttled()
    store.send("1")
    store.send("2")
    store.send("cancel 1")
    simulation.advance(by: .seconds(30))
    #expect(store.state == ["1", "2", "cancel 1", "reply 2"])
    #expect(store.running.isEmpty)
  }

  @Test func `a cancelled effect does not close the window that it opened`() {
    let store = throttled()
    store.send("1")
    store.send("cancel 1")
    store.send("2")
    simulation.advance(by: .seconds(9))
    #expect(store.state == ["1", "cancel 1", "2"])
    simulation.advance(by: .seconds(2))
    #expect(store.state == ["1", "cancel 1", "2", "reply 2"])
  }

  @Test func `the id of the throttle cancels the running and the throttled effect, and its window`()
  {
    let store = throttled()
    store.send("1")
    store.send("2")
    store.send("cancel it")
    #expect(store.running.isEmpty && store.isIdle)
    store.send("3")
    simulation.advance(by: .seconds(2))
    #expect(store.state == ["1", "2", "cancel it", "3", "reply 3"])
  }

  @Test func `the handle of an action cancels its throttled effect and no other`() {
    let store = throttled()
    let first = store.send("1")
    let second = store.send("2")
    first.cancel()
    simulation.advance(by: .seconds(5))
    #expect(!store.isIdle)
    simulation.advance(by: .seconds(10))
    #expect(store.state == ["1", "2", "reply 2"])

    store.send("1")
    second.cancel()
    store.send("3").cancel()
    simulation.advance(by: .seconds(30))
    #expect(store.state == ["1", "2", "reply 2", "1", "3"])
  }

  @MainActor @Test func `finish of an action waits for its throttled effect`() async {
    let clock = GateClock()
    let store = Store.counted([String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action.count == 1 else { return .none }
        return .run(name: "reply") { send in await send("reply \(action)") }
          .throttled(id: "it", for: .seconds(10), on: clock, latest: true)
      }
    }
    store.send("1")
    let second = store.send("2")
    #expect(store.state == ["1", "reply 1", "2"])
    let finished = Task {
      await second.finish()
      #expect(store.state == ["1", "reply 1", "2", "reply 2"])
    }
    clock.wakeOne()
    await finished.value
    store.cancel()
  }

  @Test func `an inner id reaches a throttled effect`() {
    let store = store { [self] action in
      switch action {
      case "1", "2":
        sleep("reply \(action)", 1).cancellable(id: action)
          .throttled(id: "it", for: .seconds(10), on: simulation.clock, latest: true)
      case "cancel": .cancel(id: "2")
      default: .none
      }
    }
    store.send("1")
    store.send("2")
    store.send("cancel")
    simulation.advance(by: .seconds(2))
    #expect(store.isIdle)
    simulation.advance(by: .seconds(30))
    #expect(store.state == ["1", "2", "cancel", "reply 1"])
  }

  /// The actions of sequences whose first stage is throttled, with ids inside and around the throttle.
  private func throttledStages(_ actions: [String]) -> [String] {
    let store = store { [self] action in
      let words = action.split(separator: " ")
      guard words.count == 1 else {
        return words[0] == "cancel" ? .cancel(id: "\(words[1])") : .none
      }
      return .concatenate(
        sleep("reply \(action)", 1).cancellable(id: "inner\(action)")
          .throttled(id: "it", for: .seconds(10), on: simulation.clock, latest: true)
          .cancellable(id: "outer\(action)"),
        .send("then \(action)")
      )
      .cancellable(id: "all\(action)")
    }
    for action in actions { store.send(action) }
    simulation.advance(by: .seconds(30))
    #expect(store.isIdle && store.running.isEmpty)
    return Array(store.state.dropFirst(actions.count))
  }

  @Test(arguments: [
    (["1", "2"], ["reply 1", "then 1", "reply 2", "then 2"]),
    (["1", "2", "3"], ["then 2", "reply 1", "then 1", "reply 3", "then 3"]),
    (["1", "2", "cancel inner2"], ["then 2", "reply 1", "then 1"]),
    (["1", "2", "cancel outer2"], ["then 2", "reply 1", "then 1"]),
    (["1", "2", "cancel it"], ["then 1", "then 2"]),
    (["1", "2", "cancel outer1"], ["then 1", "reply 2", "then 2"]),
    (["1", "2", "cancel all2"], ["reply 1", "then 1"]),
  ])
  func `a sequence waits for a stage that a throttle holds back`(
    actions: [String], replies: [String]
  ) {
    #expect(throttledStages(actions) == replies)
  }

  // MARK: Errors and escaped sends

  private struct Failure: Error {}

  @Test func `a cancelled effect ends quietly, whatever it throws`() {
    for handles in [false, true] {
      let issues = runtimeIssues {
        let store = store { [clock = simulation.clock] action in
          guard action == "start" else { return action == "cancel" ? .cancel(id: "it") : .none }
          return .run(name: "load") { _ in
            do { try await clock.sleep(for: .seconds(1)) } catch { throw Failure() }
          } catch: { _, send in
            if handles { await send("caught") }
          }
          .cancellable(id: "it")
        }
        store.send("start")
        simulation.advance(by: .milliseconds(500))
        store.send("cancel")
        simulation.advance(by: .seconds(5))
        #expect(store.state == ["start", "cancel"])
      }
      #expect(issues.isEmpty)
    }
  }

  @Test func `an action that is sent after the end of its effect is reported`() async {
    let escaped = Escaped()
    let issues = await issuesReported {
      let store = store {
        $0 == "start" ? .run(name: "leaky") { send in escaped.send = send } : .none
      }
      store.send("start")
      simulation.drain()
      await escaped.send?("late")
      simulation.drain()
      #expect(store.state == ["start"])
    }
    #expect(
      issues.map(\.message) == [
        "The effect \"leaky\" (effect 1, started by action 1: start) sent \"late\" after it had ended."
          + " The action was dropped."
      ])
  }

  @MainActor @Test func `an action of a cancelled effect is dropped without a report`() async {
    let escaped = Escaped()
    let clock = GateClock()
    let store = Store.counted([String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "start" else { return .cancel(id: "it") }
        return .run(name: "leaky") { send in
          escaped.send = send
          try await clock.sleep(for: .seconds(1))
        }
        .cancellable(id: "it")
      }
    }
    let issues = await issuesReported {
      store.send("start")
      store.send("cancel")
      await escaped.send?("late")
    }
    #expect(store.state == ["start", "cancel"])
    #expect(issues.isEmpty)
  }
}

/// Lets a `Send` leave its effect.
private final class Escaped: Sendable {
  private let stored = Mutex<Send<String>?>(nil)

  var send: Send<String>? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

/// A clock whose sleepers wake one at a time, whether they sleep already or not.
private final class GateClock: Clock {
  private let gate = AsyncStream.makeStream(of: Void.self)

  let minimumResolution = Duration.zero
  var now: ContinuousClock.Instant { ContinuousClock.now }

  func wakeOne() { gate.continuation.yield() }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    for await _ in gate.stream { return }
  }
}
