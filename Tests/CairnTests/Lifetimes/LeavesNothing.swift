import Cairn
import CairnSimulation
import Synchronization
import TestSupport
import Testing

// MARK: The traits of tests

/// Runs each test of a suite twice: effects begin within the call of `send` where the runtime can do
/// so, and in tasks of their own. No rule depends on the difference.
struct BothWaysOfStarting: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await work() }
    for isImmediate in [true, false] {
      try await EffectStart.$isImmediate.withValue(isImmediate, operation: work)
    }
  }
}

extension Trait where Self == BothWaysOfStarting {
  static var bothWaysOfStarting: BothWaysOfStarting { BothWaysOfStarting() }
}

/// After each test of a suite, no task that an effect began, no store and no screen is alive; see
/// ``Lives``.
///
/// What stays is waited for until the time limit of the suite, and then told. A test that counts no
/// store fails too: its stores are to be made by `counted`.
struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  var countsStores = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await work() }
    let left = try await Lives.left(by: work)
    func fail(_ comment: Comment) { Issue.record(comment, sourceLocation: test.sourceLocation) }
    if !left.isNothing { fail("\(left)") }
    if countsStores && left.storesMade == 0 { fail("No store was made by `counted`.") }
  }
}

extension Trait where Self == LeavesNothing {
  static var leavesNothing: LeavesNothing { LeavesNothing() }

  /// For tests that a page of the documentation shows word for word: a `TestStore` fails by itself
  /// if an effect is in flight at its end.
  static var leavesNoTask: LeavesNothing { LeavesNothing(countsStores: false) }
}

// MARK: Lives

/// The tasks, stores and screens of one test, each counted in and out by a ``Witness``.
///
/// Every task that an effect begins inherits the current one as a task-local value, and holds it
/// and with it the witness of the tasks until it is gone.
final class Lives: Sendable {
  @TaskLocal static var current: Lives?

  let stores: Census
  let screens: Census
  /// Also of the stores that have ended.
  let storesMade: Census
  private let task: Witness

  private init(tasks: Census, stores: Census, screens: Census, storesMade: Census) {
    task = Witness(tasks)
    self.stores = stores
    self.screens = screens
    self.storesMade = storesMade
  }

  /// Does `work` and waits until nothing that it began is alive.
  ///
  /// What stays is waited for until the task that waits is cancelled, as a time limit does it: a
  /// cancelled effect ends in its own time, on a thread of its own.
  static func left(by work: @Sendable () async throws -> Void) async rethrows -> Left {
    let (leavings, leaving) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    func census() -> Census { Census { leaving.yield() } }
    let (tasks, stores, screens, storesMade) = (census(), census(), census(), Census())
    // Tasks first: once there are none, nothing new can come.
    func left() -> Left {
      Left(
        hasTasks: tasks.number > 0, stores: stores.number, screens: screens.number,
        storesMade: storesMade.number)
    }
    try await $current.withValue(
      Lives(tasks: tasks, stores: stores, screens: screens, storesMade: storesMade),
      operation: work)
    for await _ in leavings where left().isNothing { break }
    return left()
  }
}

/// What is alive after a test.
struct Left {
  let hasTasks: Bool
  let stores: Int
  let screens: Int
  let storesMade: Int

  var isNothing: Bool { !hasTasks && stores == 0 && screens == 0 }
}

extension Left: CustomStringConvertible {
  var description: String {
    let parts = [
      hasTasks ? "tasks of effects" : nil, stores > 0 ? "stores: \(stores)" : nil,
      screens > 0 ? "screens: \(screens)" : nil,
    ]
    return "Alive are " + parts.compactMap(\.self).joined(separator: ", ") + "."
  }
}

/// Counts, from any thread: the witnesses that are alive, for one.
final class Census: Sendable {
  private let count = Atomic(0)
  private let onLeaving: @Sendable () -> Void

  init(onLeaving: @escaping @Sendable () -> Void = {}) {
    self.onLeaving = onLeaving
  }

  var number: Int { count.load(ordering: .acquiring) }

  func add(_ difference: Int) {
    count.wrappingAdd(difference, ordering: .acquiringAndReleasing)
    if difference < 0 { onLeaving() }
  }
}

/// Lives as long as what holds it: a store, a screen, or the work of an effect.
///
/// It is no part of the value of a state that holds it: any two are equal.
final class Witness: Sendable, Equatable {
  private let census: Census?

  init(_ census: Census?) {
    self.census = census
    census?.add(1)
  }

  deinit { census?.add(-1) }

  static func == (left: Witness, right: Witness) -> Bool { true }
}

extension Witness {
  /// Of a screen, for the test that runs now; where that counts nothing, it does nothing.
  static var ofScreen: Witness { Witness(Lives.current?.screens) }
}

// MARK: Counted stores

extension Store {
  /// A store that `.leavesNothing` counts.
  static func counted(
    _ state: State, executor: (any TaskExecutor)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) -> Store {
    @ReducerBuilder<State, Action> func counted() -> some Reducer<State, Action> {
      Counted()
      reducer()
    }
    return isolation == nil
      ? Store(nonisolated: state, executor: executor, reducer: counted)
      : Store(state, executor: executor, isolation: isolation, reducer: counted)
  }

  /// A store whose state lists its actions.
  static func listing(
    executor: (any TaskExecutor)? = nil, isolation: isolated (any Actor)? = #isolation,
    _ effect: @escaping (Action) -> Effect<Action>
  ) -> Store where State == [Action] {
    counted([], executor: executor, isolation: isolation) { Listing(effect: effect) }
  }
}

extension Simulation {
  /// A store of this simulation that `.leavesNothing` counts.
  func counted<State, Action: Sendable>(
    _ state: State, @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) -> Store<State, Action> {
    store(state) {
      Counted()
      reducer()
    }
  }

  /// A store of this simulation whose state lists its actions.
  func listing<Action: Sendable>(
    _ effect: @escaping (Action) -> Effect<Action>
  ) -> Store<[Action], Action> {
    counted([]) { Listing(effect: effect) }
  }
}

/// Lists its actions, and returns the effect of each.
struct Listing<Action: Sendable>: Reducer {
  let effect: (Action) -> Effect<Action>

  func reduce(into state: inout [Action], action: Action) -> Effect<Action> {
    state.append(action)
    return effect(action)
  }
}

/// Does nothing, and lives as long as the store that runs it: nobody else has it.
private struct Counted<State, Action: Sendable>: Reducer {
  private let witness: Witness

  init() {
    let lives = Lives.current
    if lives == nil {
      Issue.record("A store is counted here, and the test is not `.leavesNothing`.")
    }
    lives?.storesMade.add(1)
    witness = Witness(lives?.stores)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@MainActor
@Suite struct LeavesNothingTests {
  private let keeper = Keeper()

  @Test func `a test that leaves something fails, and says what`() async throws {
    let (ending, end) = AsyncStream.makeStream(of: Void.self)
    let issues = try await issues { keeper in
      keeper.store = Store.listing { _ in .none }
      keeper.screen = .init(sheet: .init())
      let simulation = Simulation()
      let store = simulation.listing { (_: Int) in .run { _ in Task { for await _ in ending {} } } }
      store.send(0)
      simulation.drain()
    }
    end.finish()
    #expect(issues == ["Alive are tasks of effects, stores: 1, screens: 2."])
  }

  /// The comments on the issues of a test that does `work` and is cancelled.
  private func issues(in work: @escaping @MainActor (Keeper) -> Void) async throws -> [String] {
    let test = try #require(Test.current)
    let log = Log()
    try await withKnownIssue {
      try await Task { [keeper] in
        try await LeavesNothing().provideScope(for: test, testCase: Test.Case.current) {
          await work(keeper)
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }.value
    } matching: {
      log.note($0.comments.map(\.rawValue).joined())
      return true
    }
    return log.all
  }
}

/// Keeps what it should not.
@MainActor private final class Keeper {
  var store: Store<[Int], Int>?
  var screen: TimerScreen.State?
}
