import Cairn
import CairnSimulation
import Testing

/// Swift concurrency inside a simulation: one job after another, and only when it is driven.
@Suite struct ConcurrencyTests {
  private let simulation = Simulation()

  @Test func `a task group runs inside`() {
    let store = simulation.noting { send in
      let squares = await withTaskGroup(of: Int.self) { group in
        for number in 1...3 {
          group.addTask {
            await send("\(number)")
            return number * number
          }
        }
        return await group.reduce(0, +)
      }
      await send("sum \(squares)")
    }
    store.send("start")
    #expect(store.state == [])
    simulation.drain()
    #expect(store.state == ["1", "2", "3", "sum 14"])
  }

  @Test func `async let runs inside`() {
    let store = simulation.noting { [clock = simulation.clock] send in
      async let slow: Void = clock.sleep(for: .seconds(2))
      async let fast: Void = clock.sleep(for: .seconds(1))
      try await fast
      await send("fast at \(clock.now.offset)")
      try await slow
      await send("slow at \(clock.now.offset)")
    }
    store.send("start")
    simulation.advance(by: .seconds(2))
    #expect(store.state == ["fast at 1.0 seconds", "slow at 2.0 seconds"])
  }

  @Test func `a default actor runs inside, for several effects at once`() {
    actor Counter {
      private var count = 0

      func next() async -> Int {
        await Task.yield()
        count += 1
        return count
      }
    }
    let counter = Counter()
    let ask = Effect<String>.run { send in
      for _ in 1...2 { await send("\(await counter.next())") }
    }
    let store = simulation.noting(.merge(ask, ask))
    store.send("start")
    #expect(store.state == [])
    simulation.drain()
    #expect(store.state == ["1", "2", "3", "4"])
  }

  @Test func `an actor on the executor of the simulation runs inside, and a job may enter it`() {
    let database = Database(on: simulation.executor)
    let store = simulation.noting { send in
      await database.insert("a")
      database.insertAtOnce("b")
      await send("\(await database.rows)")
    }
    store.send("start")
    #expect(store.state == [])
    simulation.drain()
    #expect(store.state == [#"["a", "b"]"#])
  }

  @Test func `a continuation runs inside if another effect resumes it`() {
    let (calls, call) = AsyncStream.makeStream(of: CheckedContinuation<String, Never>.self)
    let store = simulation.noting(
      .merge(
        .run { send in
          await send(await withCheckedContinuation { call.yield($0) })
        },
        .run { send in
          for await continuation in calls { continuation.resume(returning: "resumed") }
        }))
    store.send("start")
    simulation.drain()
    #expect(store.state == ["resumed"])
  }

  @Test func `an AsyncStream runs inside, also when the test feeds it`() {
    let (elements, feed) = AsyncStream.makeStream(of: String.self)
    let store = simulation.noting(.stream(of: elements) { $0 })
    store.send("start")
    feed.yield("before")
    simulation.drain()
    feed.yield("after")
    #expect(store.state == ["before"])
    simulation.drain()
    #expect(store.state == ["before", "after"])
    feed.finish()
    simulation.drain()
    #expect(simulation.externallyBlocked == [])
  }

  @Test func `a cancellation handler runs when its effect is cancelled`() {
    let log = Log()
    let store = simulation.noting { [clock = simulation.clock] _ in
      await withTaskCancellationHandler {
        try? await clock.sleep(for: .seconds(1))
        log.note("ended, cancelled: \(Task.isCancelled)")
      } onCancel: {
        log.note("cancelled")
      }
    }
    store.send("start")
    simulation.drain()
    store.send("stop")
    #expect(log.all == ["cancelled"])
    simulation.drain()
    #expect(log.all == ["cancelled", "ended, cancelled: true"])
  }

  @Test func `a priority is visible inside, and changes no order`() {
    func work(_ priority: TaskPriority) -> Effect<String> {
      .run(priority: priority) { send in await send("\(Task.currentPriority)") }
    }
    let store = simulation.noting(.merge(work(.low), work(.high), work(.medium)))
    store.send("start")
    simulation.drain()
    #expect(store.state == [TaskPriority.low, .high, .medium].map { "\($0)" })
  }

  @Test func `a concurrent operation runs inside`() {
    let store = simulation.noting(
      .run { @concurrent [clock = simulation.clock] send in
        await send("begun at \(clock.now.offset)")
        try await clock.sleep(for: .seconds(1))
        await send("ended at \(clock.now.offset)")
      })
    store.send("start")
    simulation.advance(by: .seconds(1))
    #expect(store.state == ["begun at 0.0 seconds", "ended at 1.0 seconds"])
  }

  @Test func `Task.yield lets other ready jobs run first`() {
    let log = Log()
    func work(_ name: String) -> Effect<String> {
      .run { _ in
        for step in 1...3 {
          log.note("\(name)\(step)")
          await Task.yield()
        }
      }
    }
    let store = simulation.noting(.merge(work("a"), work("b")))
    store.send("start")
    simulation.drain()
    #expect(log.all == ["a1", "b1", "a2", "b2", "a3", "b3"])
  }

  @Test func `an unstructured task runs inside if it prefers the executor`() {
    let log = Log()
    let task = Task(executorPreference: simulation.executor) { [clock = simulation.clock] in
      try await clock.sleep(for: .seconds(1))
      log.note("awake")
    }
    simulation.advance(by: .milliseconds(999))
    #expect(log.all == [])
    simulation.advance(by: .milliseconds(1))
    #expect(log.all == ["awake"])
    task.cancel()
  }
}

private actor Database {
  private(set) var rows: [String] = []
  private let executor: any SerialExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(on executor: any SerialExecutor) {
    self.executor = executor
  }

  func insert(_ row: String) { rows.append(row) }

  nonisolated func insertAtOnce(_ row: String) { assumeIsolated { $0.insert(row) } }
}
