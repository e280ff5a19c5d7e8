import CAllocations
import Cairn
import CairnSimulation
import Foundation
import TestSupport
import Testing

/// What is deep or many. The time limit tells linear from quadratic, and nothing finer.
@Suite(.timeLimit(.minutes(10))) struct DepthTests {
  /// A quadratic cost is a hundred times and more that of the stack without a removal.
  @Test func `all screens of a stack are scoped in linear time, after a removal too`() {
    func cost(_ path: StackState<TimerScreen.State>) -> Duration {
      let store = Store(Root.State(path: path)) { Root(clock: ContinuousClock()) }
      func screens() -> [ChildStore<TimerScreen.State, TimerScreen.Action>] {
        store.scope(\.path, .path)
      }
      #expect(screens().count == path.count)
      return (1...3).map { _ in ContinuousClock().measure { _ = screens() } }.min() ?? .zero
    }
    var path = StackState(Array(repeating: TimerScreen.State(), count: 20_001))
    let whole = cost(path)
    path.remove(id: 0)
    #expect(cost(path) < whole * 20)
  }

  @Test(.leavesNothing)
  func `10,000 effects in flight are cancelled by one pop, and none sends`() {
    let simulation = Simulation()
    let store = simulation.counted(Root.State(path: [.init()])) { Root(clock: simulation.clock) }
    for _ in 0..<10_000 { store.send(.screen(0, .timer(.start))) }
    simulation.drain()
    #expect(store.running.count == 10_000)

    var steps: [Step<Root.Action>] = []
    let observation = store.observe { event in event.step.map { steps.append($0) } }
    defer { observation.cancel() }
    store.send(.popFrom(0))
    simulation.advance(by: .seconds(1))
    #expect(steps.map(\.changes.cancelled) == [Array(1...10_000)])
    #expect(store.running.isEmpty)
  }
}

/// A path of 64 features: 64 cases, and 64 reducers in one body. They compile, and run on the stack of a small thread.
@Suite struct WidthTests {
  /// The last case is the deepest.
  private static let states: [CasePath<WidePath.State, Int>] = [.c0, .c31, .c32, .c62, .c63]
  private static let actions: [CasePath<WidePath.Action, Int>] = [.c0, .c31, .c32, .c62, .c63]

  @Test func `the screens of a path of 64 cases are reached on a stack of 512 KB`() async {
    let path = await onSmallStack {
      let store = Store(StackState(Self.states.map { $0.embed(0) })) {
        EmptyReducer<StackState<WidePath.State>, StackAction<WidePath.Action>>()
          .forEach(\.self, .same) { WidePath() }
      }
      for (index, path) in Self.actions.enumerated() {
        store.send(.element(id: StackID(integerLiteral: index), action: path.embed(index)))
      }
      return store.state
    }
    #expect(zip(Self.states, path).map { $0.extract($1) } == Array(0..<5))
  }

  /// As large as the stacks of secondary threads are on Apple's systems.
  private func onSmallStack<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }
}

struct Adding: Reducer {
  typealias State = Int
  typealias Action = Int

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return .none
  }
}

struct WidePath: FeatureEnum {
  typealias StateTraits = Sendable
  typealias ActionTraits = Sendable

  let c0 = Adding(), c1 = Adding(), c2 = Adding(), c3 = Adding(), c4 = Adding(), c5 = Adding(),
    c6 = Adding(), c7 = Adding(), c8 = Adding(), c9 = Adding(), c10 = Adding(), c11 = Adding(),
    c12 = Adding(), c13 = Adding(), c14 = Adding(), c15 = Adding(), c16 = Adding(), c17 = Adding(),
    c18 = Adding(), c19 = Adding(), c20 = Adding(), c21 = Adding(), c22 = Adding(), c23 = Adding(),
    c24 = Adding(), c25 = Adding(), c26 = Adding(), c27 = Adding(), c28 = Adding(), c29 = Adding(),
    c30 = Adding(), c31 = Adding(), c32 = Adding(), c33 = Adding(), c34 = Adding(), c35 = Adding(),
    c36 = Adding(), c37 = Adding(), c38 = Adding(), c39 = Adding(), c40 = Adding(), c41 = Adding(),
    c42 = Adding(), c43 = Adding(), c44 = Adding(), c45 = Adding(), c46 = Adding(), c47 = Adding(),
    c48 = Adding(), c49 = Adding(), c50 = Adding(), c51 = Adding(), c52 = Adding(), c53 = Adding(),
    c54 = Adding(), c55 = Adding(), c56 = Adding(), c57 = Adding(), c58 = Adding(), c59 = Adding(),
    c60 = Adding(), c61 = Adding(), c62 = Adding(), c63 = Adding()
}

@Suite struct OutlastingPartTests {
  private struct Part: _Kernel.OutlastingPart {
    let name: String
    let log: Log

    func willBeReplaced(by others: [any _Kernel.OutlastingPart]) {
      log.note("\(name) of \(others.count)")
    }

    func willBeRestored() {}
  }

  private struct Document {
    var bytes = [UInt8](repeating: 0, count: 20_000_000)
    var lines = Array(repeating: "line", count: 1_000)
    var first: Part
    var others: [(any _Kernel.OutlastingPart)?]
  }

  /// The time limit tells a look at the collection from a look at each byte.
  @Test(.timeLimit(.minutes(20))) func `the parts beside a long collection of bytes are told`() {
    let log = Log()
    let document = Document(
      first: Part(name: "a", log: log), others: [nil, Part(name: "b", log: log)])
    _Kernel.willReplace(document, by: document)
    #expect(log.all == ["a of 2", "b of 2"])
  }
}

/// Rule 11: an action that has no effect, in a store without observers, takes no lock and no memory.
@Suite(.timeLimit(.minutes(10))) struct CostTests {
  @Test(.enabled(if: allocations_are_counted(), "allocations are not counted here"))
  func `an action that has no effect allocates nothing`() {
    let store = Store(CostBoard.State()) { CostBoard() }
    func allocations(_ times: Int) -> Int {
      let before = allocations_of_this_thread()
      for _ in 0..<times {
        store.send(.left(1))
        store.send(.right(1))
        store.send(.path(.element(id: 0, action: 1)))
      }
      return Int(allocations_of_this_thread() - before)
    }
    #expect(allocations(100) > 0, "the first actions build the bodies")
    #expect(allocations(1000) == 0)
    #expect(store.state.path[0] == 1100)
  }

  @Test(.leavesNothing)
  func `sending does not look into the mailbox, which has the only lock of a store`() async {
    let (replied, reply) = AsyncStream.makeStream(of: Void.self)
    let store = Store.listing { (action: Int) in
      guard action == 1 else { return .none }
      return .run { send in
        async let delivery: Void = send(10)
        reply.finish()
        await delivery
      }
    }
    store.send(1)
    for await _ in replied {}
    store.send(2)
    #expect(store.state == [1, 2])
    store.drain()
    await store.finish()
    #expect(store.state == [1, 2, 10])
  }
}

/// A number at every place where a child can be.
struct CostBoard: Reducer {
  struct State {
    var left = 0
    var right: Int? = 0
    var path: StackState<Int> = [0]
  }
  enum Action: CasePathable {
    case left(Int)
    case right(Int)
    case path(StackAction<Int>)
  }

  var body: some ReducerOf<Self> {
    Scope(\.left, .left) { Adding() }
      .ifLet(\.right, .right) { Adding() }
      .forEach(\.path, .path) { Adding() }
  }
}
