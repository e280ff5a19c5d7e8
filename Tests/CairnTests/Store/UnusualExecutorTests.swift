import Cairn
import CairnSimulation
import Testing

/// Stores under load, and on executors that run jobs at unusual times.
@Suite(.timeLimit(.minutes(10))) struct UnusualExecutorTests {
  @Test func `a store of an actor, and one on no isolation, under load`() async {
    #expect(await Loaded().run() == 1 + 50 * 40)
    let store = Store(nonisolated: 0) { Load() }
    store.send(1)
    await store.finish()
    #expect(store.state == 1 + 50 * 40)
  }

  @Test func `a store of the executor of a simulation may be used on another thread`() async {
    let simulation = Simulation()
    let executor = simulation.executor
    let done = Census()
    async let state: Int = {
      let store = listing(executor: executor) { (action: Int) in
        guard action > 0 else { return .none }
        return .run { send in
          await send(0)
          await send(0)
        }
        .cancellable(id: action % 7, cancelInFlight: true)
      }
      for number in 1...2_000 {
        store.send(number)
        if number % 3 == 0 { store.drain() }
      }
      store.cancel()
      done.add(1)
      return store.state.count
    }()
    while done.number == 0 {
      simulation.drain()
      await Task.yield()
    }
    simulation.drain()
    #expect(await state >= 2_000)
  }

  @Test func `an executor, also of an actor, that runs jobs within enqueue`() async {
    for _ in 0..<200 { #expect(await countingDown() == [5, 4, 3, 2, 1, 0]) }
    #expect(await InlineActor().run() == [5, 4, 3, 2, 1, 0])
  }
}

/// The actions of a store whose effects each send the next lower number.
private func countingDown(
  on executor: InlineExecutor = InlineExecutor(), isolation: isolated (any Actor)? = #isolation
) async -> [Int] {
  let store = listing(executor: executor) { (action: Int) in
    guard action > 0 else { return .none }
    return .merge(
      .run { send in
        await send(action - 1)
        await Task.yield()
      }, .run { _ in })
  }
  store.send(5)
  await store.finish()
  return store.state
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

  func run() async -> [Int] { await countingDown(on: executor) }
}
