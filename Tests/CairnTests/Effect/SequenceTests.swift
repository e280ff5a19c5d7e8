import Cairn
import CairnSimulation
import Synchronization
import TestSupport
import Testing

/// Rule 2: `concatenate` begins each effect when the previous one has finished. Until then later stages, like throttled
/// and debounced effects, were returned and have not begun.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct SequenceTests {
  private let simulation = Simulation()

  /// A store that lists its actions, and returns an effect for "start" and for "then".
  private func store(
    _ start: Effect<String>, then: Effect<String> = .cancel(id: "it")
  ) -> Store<[String], String> {
    simulation.listing { ["start": start, "then": then][$0] ?? .none }
  }

  /// Sends its name at its end.
  private func sleep(_ name: String, _ seconds: Int = 1) -> Effect<String> {
    .run(name: name) { [clock = simulation.clock] send in
      try await clock.sleep(for: .seconds(seconds))
      await send(name)
    }
  }

  private func throttled(_ effect: Effect<String>) -> Effect<String> {
    effect.throttled(id: "it", for: .seconds(10), on: simulation.clock, latest: true)
  }

  // MARK: Later stages

  @Test func `each stage starts when the one before has finished`() {
    let store = store(.concatenate(sleep("a"), .send("b"), sleep("c", 2)))
    store.send("start")
    #expect(store.running.map(\.name) == ["a"])
    simulation.advance(by: .seconds(1))
    #expect(store.state == ["start", "a", "b"] && store.running.map(\.name) == ["c"])
    simulation.advance(by: .seconds(2))
    #expect(store.state == ["start", "a", "b", "c"] && store.isIdle)
  }

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

  private func expect(
    _ actions: [String], from start: Effect<String>, then: Effect<String> = .cancel(id: "it"),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let store = store(start, then: then)
    store.send("start")
    store.send("then")
    simulation.advance(by: .seconds(9))
    #expect(store.state == ["start", "then"] + actions, sourceLocation: sourceLocation)
    #expect(store.isIdle && store.running.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `cancelling a sequence by its id ends all of its stages`() {
    expect([], from: .concatenate(sleep("a"), sleep("b")).cancellable(id: "it"))
  }

  @Test func `a stage that is cancelled by an id of its own leads to the next`() {
    expect(["b"], from: .concatenate(sleep("a").cancellable(id: "it"), sleep("b")))
  }

  @Test func `cancel reaches a later stage, and the parts of later stages, however deep`() {
    expect(
      ["a", "c"], from: .concatenate(sleep("a"), sleep("b").cancellable(id: "it"), sleep("c")))
    expect(
      ["a", "c"],
      from: .concatenate(
        sleep("a"),
        .concatenate(
          .merge(sleep("b").cancellable(id: "it").cancellable(id: "outer"), sleep("c")),
          throttled(sleep("d")))))
  }

  @Test func `cancel reaches the stage behind the effect that it cancels`() {
    let named = Effect.concatenate(
      sleep("c").cancellable(id: "it"), sleep("d").cancellable(id: "it"))
    expect(["a", "b"], from: .concatenate(sleep("a"), sleep("b")).merged(with: named))
  }

  @Test func `cancel reaches the work behind a debounced pause`() {
    expect(
      [],
      from: sleep("a").cancellable(id: "it")
        .debounced(id: "pause", for: .seconds(1), on: simulation.clock))
  }

  @Test func `a sequence does not cancel its own later stages`() {
    expect(
      ["a", "b"],
      from: .concatenate(
        .cancel(id: "it"), sleep("a").cancellable(id: "it", cancelInFlight: true),
        .concatenate(.cancel(id: "it"), sleep("b").cancellable(id: "it"))),
      then: .none)
  }

  @Test func `a sequence cancels its own later stages by its own id`() {
    expect(
      [], from: .concatenate(.cancel(id: "it"), sleep("a")).cancellable(id: "it"), then: .none)
  }

  @Test func `an effect with cancelInFlight replaces a later stage with its id`() {
    expect(
      ["c", "a"], from: .concatenate(sleep("a", 2), sleep("b").cancellable(id: "it")),
      then: sleep("c").cancellable(id: "it", cancelInFlight: true))
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

  @Test(arguments: [
    (["1", "2"], ["reply 1", "then 1", "reply 2", "then 2"]),
    (["1", "2", "3"], ["then 2", "reply 1", "then 1", "reply 3", "then 3"]),
    (["1", "2", "cancel inner2"], ["then 2", "reply 1", "then 1"]),
    (["1", "2", "cancel outer2"], ["then 2", "reply 1", "then 1"]),
    (["1", "2", "cancel it"], ["then 1", "then 2"]),
    (["1", "2", "cancel inner1"], ["then 1", "reply 2", "then 2"]),
    (["1", "2", "cancel outer1"], ["then 1", "reply 2", "then 2"]),
    (["1", "2", "cancel all2"], ["reply 1", "then 1"]),
  ])
  func `a throttled effect is cancelled by its ids, and a sequence waits for one that is held back`(
    actions: [String], replies: [String]
  ) {
    // The ids are inside the throttle, around it and around the sequence.
    let store = simulation.listing { [self] (action: String) in
      let words = action.split(separator: " ")
      guard words.count == 1 else {
        return words[0] == "cancel" ? .cancel(id: "\(words[1])") : .none
      }
      return .concatenate(
        throttled(sleep("reply \(action)").cancellable(id: "inner\(action)"))
          .cancellable(id: "outer\(action)"),
        .send("then \(action)")
      )
      .cancellable(id: "all\(action)")
    }
    for action in actions { store.send(action) }
    simulation.advance(by: .seconds(30))
    #expect(store.isIdle && store.running.isEmpty)
    #expect(Array(store.state.dropFirst(actions.count)) == replies)
  }

  @Test func `a cancelled effect does not close the window that it opened`() {
    let store = simulation.listing { [self] (action: String) in
      switch action {
      case "1", "2": throttled(sleep("reply \(action)")).cancellable(id: action)
      case "cancel": .cancel(id: "1")
      default: .none
      }
    }
    for action in ["1", "cancel", "2"] { store.send(action) }
    simulation.advance(by: .seconds(9))
    #expect(store.state == ["1", "cancel", "2"])
    simulation.advance(by: .seconds(2))
    #expect(store.state == ["1", "cancel", "2", "reply 2"])
  }

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
    let escaped = Escaped()
    let store = store(.run(name: "leaky") { send in escaped.send = send })
    let issues = await issuesReported {
      store.send("start")
      simulation.drain()
      await escaped.send?("late")
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
    let escaped = Escaped()
    var store: Store<[String], String>? = store(.run { send in escaped.send = send })
    store?.send("start")
    simulation.drain()
    store = nil
    let issues = await issuesReported { await escaped.send?("late") }
    #expect(issues.isEmpty)
  }

  @MainActor @Test func `an action of a cancelled effect is dropped without a report`() async {
    let escaped = Escaped()
    let clock = GateClock()
    let store = Store.listing { (action: String) in
      guard action == "start" else { return .cancel(id: "it") }
      return .run(name: "leaky") { send in
        escaped.send = send
        try await clock.sleep(for: .seconds(1))
      }
      .cancellable(id: "it")
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

/// `SemanticsTests` compares throttled and debounced effects with the rules, and `SequenceTests` has those of a sequence.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct TimedEffectTests {
  private let simulation = Simulation()

  /// A negative number searches, and its search sends its opposite.
  private func store(
    _ effect: @escaping (Effect<Int>, any Clock<Duration>) -> Effect<Int>
  ) -> Store<[Int], Int> {
    simulation.counted([]) {
      Reduce<[Int], Int> { [clock = simulation.clock] state, action in
        if action < 0 {
          return effect(.run(name: "search") { send in await send(-action) }, clock)
        }
        state.append(action)
        return .none
      }
    }
  }

  @Test func `a debounced effect starts once it has been quiet for a while`() {
    let store = store { $0.debounced(id: "search", for: .milliseconds(250), on: $1) }
    for number in 1...4 {
      store.send(-number)
      simulation.advance(by: .milliseconds(100))
    }
    #expect(store.state == [])
    simulation.advance(by: .milliseconds(150))
    #expect(store.state == [4])
    #expect(store.isIdle)
  }

  @Test func `with latest, the last of each while starts at its end, and begins the next`() {
    let store = store {
      $0.throttled(id: "search", for: .milliseconds(250), on: $1, latest: true)
    }
    for number in 1...6 {
      store.send(-number)
      simulation.advance(by: .milliseconds(100))
    }
    #expect(store.state == [1, 3, 5])
    simulation.advance(by: .seconds(1))
    #expect(store.state == [1, 3, 5, 6])
  }

  @Test func `a background effect that a throttle holds back does not keep the store busy`() async {
    let store = store {
      $0.throttled(id: "search", for: .milliseconds(250), on: $1, latest: true).background
    }
    store.send(-1)
    simulation.drain()
    #expect(store.isIdle && store.running.map(\.name) == ["throttle"])
    let task = store.send(-2)
    #expect(store.isIdle)
    await task.finish(isolation: nil)
    simulation.advance(by: .seconds(1))
    #expect(store.state == [1, 2])
  }

  @Test func `a stream sends an action for each element until it ends`() {
    let (stream, feed) = AsyncStream.makeStream(of: Int.self)
    let store = simulation.listing { (action: Int) in
      action == 0 ? .stream(of: stream, name: "numbers") { $0 }.background : .none
    }
    store.send(0)
    feed.yield(1)
    feed.yield(2)
    simulation.drain()
    #expect(store.state == [0, 1, 2])
    #expect(store.isIdle && store.running.count == 1)
    feed.finish()
    simulation.drain()
    #expect(store.running.isEmpty)
  }
}
