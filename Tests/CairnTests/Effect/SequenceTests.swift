import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Rule 2: `concatenate` begins each effect when the previous one has finished. Until then later stages, like throttled
/// and debounced effects, were returned and have not begun. `SemanticsTests` compares all of them with the rules.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct SequenceTests {
  private let simulation = Simulation()

  /// A store that lists its actions. "start" returns an effect, and "then" cancels "it".
  private func store(_ start: Effect<String>) -> Store<[String], String> {
    simulation.listing { action in
      switch action {
      case "start": start
      case "then": .cancel(id: "it")
      default: .none
      }
    }
  }

  /// Sends its name at its end.
  private func sleep(_ name: String) -> Effect<String> {
    .run(name: name) { [clock = simulation.clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(name)
    }
  }

  // MARK: Later stages

  @Test(.gate) func `a sequence of a hundred thousand sends does not grow the stack`() {
    let store = store(.concatenate((0..<100_000).map { _ in .send("x") }))
    store.send("start")
    #expect(store.state.count == 100_001)
  }

  @Test func `a loop that adds to an effect does not grow the stack`() {
    for join in [Effect<String>.merge, Effect.concatenate] as [([Effect<String>]) -> Effect<String>]
    {
      let store = store((0..<5_000).reduce(.none) { effect, _ in join([effect, .send("x")]) })
      store.send("start")
      #expect(store.state.count == 5_001)
    }
  }

  @Test func `a stage that has finished lets go of what it captured`() {
    let log = Log()
    let next = sleep("next")
    let store = simulation.listing { (action: String) in
      guard action == "start" else { return .none }
      let token = DeinitToken { log.note("released") }
      return .concatenate(.run { _ in withExtendedLifetime(token) {} }, next)
    }
    store.send("start")
    #expect(log.all == [])
    simulation.drain()
    #expect(log.all == ["released"])
    simulation.advance(by: .seconds(1))
    #expect(store.state == ["start", "next"])
  }

  @Test func `cancel reaches a later stage, and the parts of later stages, however deep`() {
    let named = sleep("b").cancellable(id: "it")
    let throttled = sleep("d")
      .throttled(id: "it", for: .seconds(10), on: simulation.clock, latest: true)
    let effects: [Effect<String>] = [
      .concatenate(sleep("a"), named, sleep("c")),
      .concatenate(
        sleep("a"),
        .concatenate(.merge(named.cancellable(id: "outer"), sleep("c")), throttled)),
    ]
    for effect in effects {
      let store = store(effect)
      store.send("start")
      store.send("then")
      simulation.advance(by: .seconds(9))
      #expect(store.state == ["start", "then", "a", "c"])
      #expect(store.isIdle && store.running.isEmpty)
    }
  }

  @Test func `an effect that cancels itself and the next stage continues with the next stage`() {
    for next in [Effect.send("next"), sleep("next")] {
      let effect = Effect<String>.run { send in await send.cancel(id: "it") }
      let store = store(
        .concatenate(effect.cancellable(id: "it"), next.cancellable(id: "it")))
      store.send("start")
      simulation.advance(by: .seconds(5))
      #expect(store.state == ["start", "next"])
    }
  }

  // MARK: Throttled effects

  @MainActor @Test func `finish of an action waits for its throttled effect`() async {
    let clock = GateClock()
    let store = Store.listing { (action: String) in
      guard action.count == 1 else { return .none }
      return .run(name: "reply") { send in await send("reply \(action)") }
        .throttled(id: "it", for: .seconds(10), on: clock, latest: true)
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

  // MARK: Errors and escaped sends

  @Test func `a cancelled effect ends quietly, whatever it throws`() {
    struct Failure: Error {}
    for handles in [false, true] {
      let issues = runtimeIssues {
        let store = store(
          .run(name: "load") { [clock = simulation.clock] _ in
            do { try await clock.sleep(for: .seconds(1)) } catch { throw Failure() }
          } catch: { _, send in
            if handles { await send("caught") }
          }
          .cancellable(id: "it"))
        store.send("start")
        simulation.advance(by: .milliseconds(500))
        store.send("then")
        simulation.advance(by: .seconds(5))
        #expect(store.state == ["start", "then"])
      }
      #expect(issues.isEmpty)
    }
  }

  @Test func `an action that is sent after the end of its effect is reported`() async {
    let escaped = Guarded<Send<String>?>(nil)
    let store = store(.run(name: "leaky") { send in escaped.withLock { $0 = send } })
    let issues = await issuesReported {
      store.send("start")
      simulation.drain()
      await escaped.withLock { $0 }?("late")
      simulation.drain()
    }
    #expect(store.state == ["start"])
    #expect(
      issues.map(\.message) == [
        "The effect \"leaky\" (effect 1, started by action 1: start) sent \"late\" after it had ended."
          + " The action was dropped."
      ])
  }

  @Test func `a message has the case of an action, and not its own description`() async {
    enum Entry: Sendable, CustomStringConvertible {
      case typed(String)
      var description: String { "a secret of a diary" }
    }
    let escaped = Guarded<Send<Entry>?>(nil)
    let store = simulation.listing { (_: Entry) -> Effect<Entry> in
      .run(name: "leaky") { send in escaped.withLock { $0 = send } }
    }
    let issues = await issuesReported {
      store.send(.typed("x"))
      simulation.drain()
      await escaped.withLock { $0 }?(.typed("y"))
    }
    #expect(issues.map(\.message).joined().contains("started by action 1: typed) sent \"typed\""))
    #expect(!issues.map(\.message).joined().contains("diary"))
  }

  @Test func `an action that is sent after the end of its store is dropped without a report`() async
  {
    let escaped = Guarded<Send<String>?>(nil)
    var store: Store<[String], String>? = store(.run { send in escaped.withLock { $0 = send } })
    store?.send("start")
    simulation.drain()
    store = nil
    let issues = await issuesReported { await escaped.withLock { $0 }?("late") }
    #expect(issues.isEmpty)
  }

  @MainActor @Test func `an action of a cancelled effect is dropped without a report`() async {
    let escaped = Guarded<Send<String>?>(nil)
    let clock = GateClock()
    let store = Store.listing { (action: String) in
      guard action == "start" else { return .cancel(id: "it") }
      return .run(name: "leaky") { send in
        escaped.withLock { $0 = send }
        try await clock.sleep(for: .seconds(1))
      }
      .cancellable(id: "it")
    }
    let issues = await issuesReported {
      store.send("start")
      store.send("cancel")
      await escaped.withLock { $0 }?("late")
    }
    #expect(store.state == ["start", "cancel"])
    #expect(issues.isEmpty)
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
