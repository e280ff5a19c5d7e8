import Cairn
import CairnSimulation
import Testing

/// Stores under load, and on executors that run jobs at unusual times.
@Suite(.timeLimit(.minutes(10))) struct UnusualExecutorTests {
  @Test func `a store of an actor under load`() async {
    #expect(await Loaded().run() == 1 + 50 * 40)
  }

  @Test func `a store on no isolation under load`() async {
    let store = Store(nonisolated: 0) { Load() }
    store.send(1)
    await store.finish()
    #expect(store.state == 1 + 50 * 40)
  }

  @Test func `a store of the executor of a simulation may be used on another thread`() async {
    let simulation = Simulation()
    let executor = simulation.executor
    let done = Census()
    await withTaskGroup(of: Int.self) { group in
      group.addTask {
        let store = Store(nonisolated: 0, executor: executor) {
          Reduce<Int, Int> { state, action in
            state += 1
            guard action > 0 else { return .none }
            return .run { send in
              await send(0)
              await send(0)
            }
            .cancellable(id: action % 7, cancelInFlight: true)
          }
        }
        for number in 1...2_000 {
          store.send(number)
          if number % 3 == 0 { store.drain() }
        }
        store.cancel()
        done.add(1)
        return store.state
      }
      while done.number == 0 {
        simulation.drain()
        await Task.yield()
      }
      simulation.drain()
      for await _ in group {}
    }
  }

  @Test func `an executor that runs jobs within enqueue`() async {
    let executor = InlineExecutor()
    for _ in 0..<200 {
      let store = listing(executor: executor) { action in
        guard action > 0 else { return .none }
        return .merge(
          .run { send in
            await send(action - 1)
            await Task.yield()
          }, .run { _ in })
      }
      store.send(5)
      await store.finish()
      #expect(store.state == [5, 4, 3, 2, 1, 0])
    }
  }

  @Test func `an actor whose executor runs jobs within enqueue`() async {
    let actor = InlineActor()
    await actor.run()
    #expect(await actor.found == [5, 4, 3, 2, 1, 0])
  }
}

/// Fifty effects send forty actions each.
private struct Load: Reducer {
  var check: () -> Void = {}

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    check()
    state += 1
    guard action == 1 else { return .none }
    return .merge(
      (0..<50).map { _ in
        .run { send in
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { await send(0) } }
          }
        }
      })
  }
}

private actor Loaded {
  func run() async -> Int {
    let store = Store(0) { Load { self.preconditionIsolated() } }
    store.send(1)
    await store.finish()
    return store.state
  }
}

private final class InlineExecutor: TaskExecutor, SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(
      isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
  }

  func checkIsolated() {}
}

private actor InlineActor {
  private let executor = InlineExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private(set) var found: [Int] = []

  func run() async {
    let store = listing(executor: executor) { action in
      action > 0 ? .run { send in await send(action - 1) } : .none
    }
    store.send(5)
    await store.finish()
    found = store.state
  }
}
