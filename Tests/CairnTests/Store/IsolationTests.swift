import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Rule 10: a store belongs to the isolation that made it.
@Suite(.timeLimit(.minutes(10))) struct IsolationTests {
  @MainActor
  @Test(.bothWaysOfStarting, .leavesNothing)
  func `a store of the main actor reduces replies on the main actor`() async {
    let store = Store.counted([Int]()) { Ask { MainActor.preconditionIsolated() } }
    store.send(1)
    await store.finish()
    #expect(store.state == [1, 10])
  }

  @MainActor
  @Test(.leavesNothing)
  func `an effect of the main actor replies within send, and a concurrent one afterwards`() async {
    guard #available(macOS 26, iOS 26, *) else { return }
    let store = Store.listing { (action: Int) in
      switch action {
      case 1: .run { send in await send(10) }
      case 2: .run { @concurrent send in await send(20) }
      default: .none
      }
    }
    store.send(1)
    #expect(store.state == [1, 10])
    store.send(2)
    #expect(store.state == [1, 10, 2])
    await store.finish()
    #expect(store.state == [1, 10, 2, 20])
  }

  @Test(.bothWaysOfStarting, .leavesNothing)
  func `an actor that keeps a store is kept alive neither by it nor by its effects`() async {
    var owner: Owner? = Owner()
    await owner?.start()
    weak let ended = owner
    owner = nil
    #expect(ended == nil)
  }

  /// In a dead store nothing is reduced before `finish()`, and its first effect tells the remedy.
  @MainActor
  @Test func `a store in a usual place of a program replies, or reports what to write`() async {
    let report = """
      The effect "ask" (effect 1, started by action 1: 1) began in a store on no isolation. Its actions \
      are not reduced until the owner of the store drains it.
      Likely causes:
        - the store is the initial value of a property, a `lazy var`, a `static let`, a global or a \
      default argument, where Swift fills in no isolation, even on the main actor
        - the store is made in a function that belongs to no actor
      Suggestion: write `Store(…, isolation: MainActor.shared)`, or make the store in an initializer or a \
      function of its actor; if its owner calls `drain()` or awaits `finish()`, write \
      `Store(nonisolated: …)`.
      """
    for (place, isAlive, makeStore) in Places.all {
      let reports = await reports {
        let store = makeStore()
        store.send(1)
        store.send(1)
        #expect(store.state == (isAlive ? [1, 10, 1, 10] : [1, 1]), "\(place)")
        await store.finish()
        #expect(store.state.sorted() == [1, 1, 10, 10], "\(place)")
      }
      #expect(reports == (isAlive ? [] : [report]), "\(place)")
    }
  }

  @Test func `a store that is asked for on no isolation reports nothing`() async {
    let reports = await reports {
      let store = Store(nonisolated: [Int]()) { Ask() }
      await store.send(1).finish()
      #expect(store.state == [1, 10])
    }
    #expect(reports == [])
  }

  private func reports(
    isolation: isolated (any Actor)? = #isolation, in body: () async -> Void
  ) async -> [String] {
    let (issues, issue) = AsyncStream.makeStream(of: RuntimeIssue.self)
    await RuntimeIssue.$reporter.withValue(.init { issue.yield($0) }) { await body() }
    issue.finish()
    return await issues.reduce(into: []) { $0.append($1.description) }
  }

  @Test(
    .blocking,
    arguments: [
      (
        "func use(_ child: ChildStore<Int, Int>) { child.send(1) }", "child.send(1)",
        "Task.detached { child.send(1) }"
      ),
      (
        """
        func use() {
          let store = Store(0) { Reduce<Int, Int> { _, _ in .none } }
          store.send(1)
          store.send(2)
        }
        """, "store.send(1)", "Task.detached { store.send(1) }"
      ),
      (
        """
        @MainActor let store = Store(0) { Reduce<Int, Int> { _, _ in .none } }
        @MainActor func use() { store.send(1) }
        """, "@MainActor func", "func"
      ),
    ])
  func `a store or a child cannot be used from elsewhere, or handed on while its owner keeps it`(
    right: String, part: String, wrong: String
  ) throws {
    let right = "import Cairn\n" + right
    #expect(try Compiler.diagnose(right) == "")
    #expect(try Compiler.diagnose(right.replacing(part, with: wrong)).contains("error: "))
  }
}

// The usual places of a store in a program of the main actor. Swift fills in no isolation in most.

@MainActor private final class Places {
  let property = Store([Int]()) { Ask() }
  lazy var lazily = Store([Int]()) { Ask() }
  static let shared = Store([Int]()) { Ask() }
  @Kept var kept = Store([Int]()) { Ask() }
  let argument: Store<[Int], Int>
  let made: Store<[Int], Int>

  let namedProperty = Store([Int](), isolation: MainActor.shared) { Ask() }
  let namedArgument: Store<[Int], Int>

  init(
    _ store: Store<[Int], Int> = Store([Int]()) { Ask() },
    named: Store<[Int], Int> = Store([Int](), isolation: MainActor.shared) { Ask() }
  ) {
    argument = store
    namedArgument = named
    made = Store([Int]()) { Ask() }
  }

  static let all: [(place: String, isAlive: Bool, @MainActor () -> Store<[Int], Int>)] = [
    ("the initial value of a property of a class", false, { Places().property }),
    ("the initial value of a property of a struct", false, { StructPlaces().property }),
    ("a lazy var", false, { Places().lazily }),
    ("a static let", false, { Places.shared }),
    ("a global", false, { globalStore }),
    ("the initial value of a wrapped property", false, { Places().kept }),
    ("a default argument", false, { Places().argument }),
    ("an initializer", true, { Places().made }),
    ("a function", true, { Store([Int]()) { Ask() } }),
    ("an initial value that names the isolation", true, { Places().namedProperty }),
    ("a default argument that names the isolation", true, { Places().namedArgument }),
  ]
}

@MainActor private struct StructPlaces {
  let property = Store([Int]()) { Ask() }
}

@MainActor private let globalStore = Store([Int]()) { Ask() }

/// A wrapper like `State` of SwiftUI.
@MainActor @propertyWrapper private struct Kept<Value> {
  let wrappedValue: Value
}

/// Adds an action, and asks an effect for ten times the first.
private struct Ask: Reducer {
  var check: () -> Void = {}

  func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
    check()
    state.append(action)
    return action == 1 ? .run(name: "ask") { send in await send(10) } : .none
  }
}

private actor Owner {
  private var store: Store<Int, Int>?

  func start() {
    store = Store.counted(0) {
      Reduce<Int, Int> { _, _ in
        .run { _ in try await ContinuousClock().sleep(for: .seconds(1_000_000)) }
      }
    }
    store?.send(1)
  }
}

/// Stores under load, and on executors that run jobs at unusual times.
@Suite(.timeLimit(.minutes(10))) struct UnusualExecutorTests {
  @Test(.bothWaysOfStarting, .leavesNothing)
  func `a store of an actor, which reduces all replies, and one on no isolation, under load`() async
  {
    #expect(await Loaded().run() == 1 + 50 * 40)
    let store = Store.counted(0, isolation: nil) { Load() }
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

  @Test func `an effect that its first action cancels, within enqueue, is cancelled`() async {
    #expect(await InlineActor().cancelling() == ["cancelled"])
  }

  @Test func `finish waits again within enqueue, and returns after the last effect`() async {
    #expect(await InlineActor().finishing() == ["finished: 2"])
  }

  @Test func `readers that begin to read again while one is added receive all states`() async {
    #expect(await InlineActor().reading() == ["1: 1", "2: 1", "2: 2"])
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
    let store = Store.counted(0) { Load { self.preconditionIsolated() } }
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
  private var store: Store<Int, Int>?
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run() async -> [Int] { await countingDown(on: executor) }

  /// What an effect notes after an action of it has cancelled it.
  func cancelling() async -> [String] {
    let log = Log()
    let (suspensions, suspend) = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
    let store = listing(executor: executor) { (action: Int) in
      guard action == 0 else { return .cancel(id: "id") }
      return .run { send in
        await send(1)
        await withCheckedContinuation { _ = suspend.yield($0) }
        log.note(Task.isCancelled ? "cancelled" : "goes on")
      }
      .cancellable(id: "id")
    }
    store.send(0)
    for await suspension in suspensions {
      suspension.resume()
      break
    }
    return log.all
  }

  /// What a call of `finish()` notes. Each of the two effects suspends, and the first one starts the second.
  func finishing() async -> [String] {
    let log = Log()
    let (suspensions, suspend) = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
    store = Store(0, executor: executor) {
      Reduce<Int, Int> { state, action in
        state = action
        guard action < 2 else { return .none }
        return .run { send in
          await withCheckedContinuation { _ = suspend.yield($0) }
          await send(action + 1)
        }
      }
    }
    store?.send(0)
    let waiting = Task(executorPreference: executor) { await self.finish(log) }
    for await suspension in suspensions {
      suspension.resume()
      if store?.untrackedState == 2 { break }
    }
    let notes = log.all
    waiting.cancel()
    return notes
  }

  private func finish(_ log: Log) async {
    await store?.finish()
    log.note("finished: \(store?.untrackedState ?? 0)")
  }

  /// What two readers note of a store on no isolation. Its last state comes from an effect, whose reply wakes them.
  func reading() async -> [String] {
    let log = Log()
    let (suspensions, suspend) = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
    store = Store(nonisolated: 0, executor: executor) {
      Reduce<Int, Int> { state, action in
        state = action
        guard action == 1 else { return .none }
        return .run { send in
          await withCheckedContinuation { _ = suspend.yield($0) }
          await send(2)
        }
      }
    }
    for last in [1, 2] {
      Task(executorPreference: executor) { await self.read(until: last, log) }
    }
    store?.send(1)
    for await suspension in suspensions {
      suspension.resume()
      break
    }
    store = nil
    return log.all.sorted()
  }

  /// Begins to read again after the state 1, and ends after the last one.
  private func read(until last: Int, _ log: Log) async {
    guard let states = store?.states else { return }
    for await state in states where state == 1 { break }
    for await state in states {
      log.note("\(last): \(state)")
      if state == last { return }
    }
  }
}
