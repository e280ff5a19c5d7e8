import Cairn
import CairnSimulation
import Testing

/// Rule 9: `send` returns a handle on what the action causes, transitively.
@Suite(.bothWaysOfStarting, .leavesNothing, .timeLimit(.minutes(10))) struct SendTaskTests {
  private let simulation = Simulation()

  /// "a" replies "b", which starts another effect that replies "c". "shields" starts effects of which some are
  /// shielded from the handle. "follows" sends "followed" at once.
  private struct Chain: Reducer {
    let clock: any Clock<Duration>

    func reduce(into state: inout [String], action: String) -> Effect<String> {
      state.append(action)
      return switch action {
      case "a": reply("b")
      case "b": reply("c")
      case "shields": .merge(reply("plain"), reply("b").shielded, reply("named").shielded)
      case "follows": .send("followed")
      default: .none
      }
    }

    private func reply(_ action: String) -> Effect<String> {
      Effect.run(name: action) { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(action)
      }
      .cancellable(id: action)
    }
  }

  /// Does not sleep.
  private struct Now: Clock {
    let minimumResolution = Duration.zero
    var now: ContinuousClock.Instant { .now }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      await Task.yield()
    }
  }

  private func chain() -> Store<[String], String> {
    simulation.counted([]) { Chain(clock: simulation.clock) }
  }

  @Test func `cancel of an action that is deferred ends what it will cause`() {
    let store = chain()
    let observation = store.observe { [unowned store] event in
      guard event.step?.action == "first" else { return }
      store.send("a")
      store.send("shields").cancel()
      store.send("a").cancel()
      store.send("follows").cancel()
    }
    store.send("first")
    #expect(store.state == ["first", "a", "shields", "a", "follows"])
    #expect(store.running.map(\.name) == ["b", "b", "named"])
    observation.cancel()
    simulation.advance(by: .seconds(1))
    #expect(store.state.suffix(3) == ["b", "b", "named"])
  }

  @available(macOS 26, iOS 26, *)
  @Test @MainActor func `finish of an action that is deferred, in a cancelled task, cancels`() async
  {
    let (stream, feed) = AsyncStream.makeStream(of: Int.self)
    defer { feed.finish() }
    let store = Store.listing { (action: Int) in
      action == 0 ? .none : .stream(of: stream) { $0 }
    }
    var task: Task<Void, Never>?
    let observation = store.observe { [unowned store] event in
      guard event.step?.action == 0 else { return }
      task = Task.immediate { @MainActor in
        withUnsafeCurrentTask { $0?.cancel() }
        await store.send(1).finish()
      }
    }
    store.send(0)
    await task?.value
    #expect(store.state == [0, 1] && store.running.isEmpty)
    observation.cancel()
  }

  @Test @MainActor func `finish in a simulation that nobody drives says so, once`() async {
    let store = chain()
    let (reports, report) = AsyncStream.makeStream(of: RuntimeIssue.self)
    let waiting = RuntimeIssue.$reporter.withValue(.init { report.yield($0) }) {
      Task { await store.send("a").finish() }
    }
    var issues = reports.makeAsyncIterator()
    let issue = await issues.next(isolation: #isolation)
    #expect(
      issue?.message.hasPrefix("A call of `finish()` waits for effects of a simulation") == true)
    simulation.advance(by: .seconds(2))
    await waiting.value
    report.finish()
    #expect(await issues.next(isolation: #isolation) == nil)
    #expect(store.state == ["a", "b", "c"])
  }

  @available(macOS 26, iOS 26, *)
  @Test @MainActor func `70,000 calls of finish wait at a time`() async {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let store = Store.listing { (_: Int) in
      .run { _ in for await _ in gate {} }
    }
    store.send(1)
    let calls = (0..<70_000).map { _ in
      Task.immediate { @MainActor in await store.finish() }
    }
    opening.finish()
    for call in calls { await call.value }
    #expect(store.isIdle && store.running.isEmpty)
  }

  @Test func `finish waits for what the action caused, shielded or not, and for nothing else`()
    async
  {
    let (never, _) = AsyncStream.makeStream(of: Void.self)
    let store = Store.counted([String]()) {
      Chain(clock: Now())
      Reduce<[String], String> { _, action in
        action == "wait" ? .run { _ in for await _ in never {} } : .none
      }
    }
    store.send("wait")
    await store.send("a").finish()
    #expect(store.state == ["wait", "a", "b", "c"])
    let task = store.send("shields")
    task.cancel()
    await task.finish()
    #expect(Set(store.state.dropFirst(4)) == ["shields", "b", "named", "c"])
    #expect(store.running.count == 1)
    store.cancel()
    #expect(store.running.isEmpty)
  }

  /// An action starts an effect, 0 does nothing, and a negative one ends the effect of its opposite.
  @MainActor private func numbered() -> Store<[Int], Int> {
    .listing { (action: Int) in
      switch action {
      case 0: .none
      case ..<0: .cancel(id: -action)
      default: .run { _ in try await Task.sleep(for: .seconds(1_000)) }.cancellable(id: action)
      }
    }
  }

  @available(macOS 26, iOS 26, *)
  @Test @MainActor func `actions and other effects do not wake a call of finish`() async {
    let count = 100
    let store = numbered()
    let handles = (1...count).map { store.send($0) }
    let calls = handles.map { handle in Task.immediate { @MainActor in await handle.finish() } }
    let all = (1...count).map { _ in Task.immediate { @MainActor in await store.finish() } }
    #expect(store.waitCount == 2 * count)
    for number in 1...count {
      store.send(0)
      await Task.yield()
      store.send(-number)
      await calls[number - 1].value
    }
    for call in all { await call.value }
    #expect(store.waitCount == 2 * count)
  }

  @available(macOS 26, iOS 26, *)
  @Test @MainActor func `a call of finish waits on while an effect is left`() async {
    let store = numbered()
    for number in 1...3 { store.send(number) }
    let call = Task.immediate { @MainActor in await store.finish() }
    store.send(-2)
    await Task.yield()
    #expect(store.waitCount == 1)
    // It watches the newest, then the one that is left.
    store.send(-3)
    while store.waitCount < 2 { await Task.yield() }
    store.send(-1)
    await call.value
    #expect(store.waitCount == 2)
  }

  @available(macOS 26, iOS 26, *)
  @Test(arguments: [false, true]) @MainActor
  func `a message to a store on no isolation wakes one call, and its end the others`(
    isCollected: Bool
  ) async {
    let (first, reply) = AsyncStream.makeStream(of: Void.self)
    let (second, end) = AsyncStream.makeStream(of: Void.self)
    let store = Store.listing(isolation: nil) { (action: Int) in
      guard action == 0 else { return .none }
      return .run { send in
        for await _ in first {}
        await send(1)
        for await _ in second {}
      }
    }
    // A driver takes in the messages itself, before the call that they wake.
    func pass(until isDone: () -> Bool) async {
      while !isDone() {
        if !isCollected { await Task.yield() } else if store.collect() { store.step() }
      }
    }
    store.send(0)
    let calls = (0..<100).map { _ in Task.immediate { @MainActor in await store.finish() } }
    #expect(store.waitCount == 100)
    reply.finish()
    await pass { store.actionCount == 2 }
    // The call that the reply woke waits again.
    await pass { store.waitCount == (isCollected ? 100 : 101) }
    end.finish()
    await pass { store.isIdle }
    for call in calls { await call.value }
    #expect(store.waitCount == (isCollected ? 100 : 101))
  }

  @Test @MainActor
  func `a cancelled task that awaits finish of an action cancels what it caused`() async {
    let (begun, didBegin) = AsyncStream.makeStream(of: Void.self)
    let store = Store.counted(0) {
      Reduce<Int, Int> { _, _ in
        let effect = Effect<Int>.run(name: "plain") { _ in
          didBegin.yield()
          try await Task.sleep(for: .seconds(1_000))
        }
        return .merge(effect, effect.shielded)
      }
    }
    var begins = begun.makeAsyncIterator()
    for _ in 0..<2 {
      let waiting = Task { await store.send(0).finish() }
      await begins.next()
      await begins.next()
      waiting.cancel()
      await waiting.value
    }
    #expect(store.running.map(\.number) == [2, 4])
    let waiting = Task { await store.finish() }
    waiting.cancel()
    await waiting.value
    #expect(store.running.map(\.number) == [2, 4])
  }

  @Test @MainActor func `a cancelled task that awaits finish lets go of its store`() async {
    let (begun, didBegin) = AsyncStream.makeStream(of: Void.self)
    weak var store: Store<[Int], Int>?
    do {
      let waiting = Task {
        let own = Store.listing { (_: Int) in
          .run { _ in
            didBegin.yield()
            try await Task.sleep(for: .seconds(1_000))
          }
        }
        store = own
        own.send(0)
        await own.finish()
      }
      for await _ in begun { break }
      waiting.cancel()
      await waiting.value
    }
    #expect(store == nil)
  }
}
