import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Swift concurrency inside a simulation: one job after another, and only when it is driven.
@Suite struct ConcurrencyTests {
  private let simulation = Simulation()

  private typealias Work = @Sendable (Simulation) -> Effect<String>

  private static let kinds: [(name: String, actions: [String], work: Work)] = [
    (
      "a task group", ["1", "2", "3", "sum 14"],
      { _ in
        .run { send in
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
      }
    ),
    (
      "async let", ["fast at 1.0 seconds", "slow at 2.0 seconds"],
      { simulation in
        .run { [clock = simulation.clock] send in
          async let slow: Void = clock.sleep(for: .seconds(2))
          async let fast: Void = clock.sleep(for: .seconds(1))
          try await fast
          await send("fast at \(clock.now.offset)")
          try await slow
          await send("slow at \(clock.now.offset)")
        }
      }
    ),
    (
      "a default actor, for several effects at once", ["1", "2", "3", "4"],
      { _ in
        let counter = CounterActor()
        let ask = Effect<String>.run { send in
          for _ in 1...2 { await send("\(await counter.next())") }
        }
        return .merge(ask, ask)
      }
    ),
    (
      "an actor on the executor of the simulation, which a job may enter", [#"["a", "b"]"#],
      { simulation in
        let database = Database(on: simulation.executor)
        return .run { send in
          await database.insert("a")
          database.insertAtOnce("b")
          await send("\(await database.rows)")
        }
      }
    ),
    (
      "a continuation that another effect resumes", ["resumed"],
      { _ in
        let (calls, call) = AsyncStream.makeStream(of: CheckedContinuation<String, Never>.self)
        return .merge(
          .run { send in await send(await withCheckedContinuation { call.yield($0) }) },
          .run { _ in
            for await continuation in calls {
              continuation.resume(returning: "resumed")
              call.finish()
            }
          })
      }
    ),
    (
      "priorities, which change no order", [TaskPriority.low, .high, .medium].map { "\($0)" },
      { _ in
        .merge(
          [TaskPriority.low, .high, .medium].map { priority in
            .run(priority: priority) { send in await send("\(Task.currentPriority)") }
          })
      }
    ),
    (
      "a concurrent operation", ["begun at 0.0 seconds", "ended at 1.0 seconds"],
      { simulation in
        .run { @concurrent [clock = simulation.clock] send in
          await send("begun at \(clock.now.offset)")
          try await clock.sleep(for: .seconds(1))
          await send("ended at \(clock.now.offset)")
        }
      }
    ),
    (
      "Task.yield, which lets other ready jobs run first", ["a1 b1 a2 b2 a3 b3"],
      { _ in
        let log = Log()
        func work(_ name: String) -> Effect<String> {
          .run { send in
            for step in 1...3 {
              log.note("\(name)\(step)")
              await Task.yield()
            }
            if name == "b" { await send(log.all.joined(separator: " ")) }
          }
        }
        return .merge(work("a"), work("b"))
      }
    ),
  ]

  @Test(arguments: kinds.indices) func `concurrent work runs inside`(index: Int) {
    let (name, actions, work) = Self.kinds[index]
    let store = simulation.noting(work(simulation))
    store.send("start")
    #expect(store.state == [], "\(name)")
    simulation.advance(by: .seconds(2))
    #expect(store.state == actions, "\(name)")
    #expect(simulation.externallyBlocked == [], "\(name)")
  }

  @Test func `an AsyncStream runs inside, also when a test feeds it that changes threads or tasks`()
    async
  {
    let simulation = Simulation()
    let (elements, feed) = AsyncStream.makeStream(of: String.self)
    let store = simulation.noting(.stream(of: elements) { $0 })
    store.send("start")
    for number in 0..<100 {
      feed.yield("\(number)")
      await Task.yield()
      #expect(store.state.count == number)
      simulation.drain()
      #expect(store.state.count == number + 1)
    }
    await Task {
      feed.yield("fed")
      simulation.drain()
      #expect(store.state.last == "fed")
      feed.finish()
      simulation.drain()
      #expect(simulation.externallyBlocked == [])
    }.value
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

private actor CounterActor {
  private var count = 0

  func next() async -> Int {
    await Task.yield()
    count += 1
    return count
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
