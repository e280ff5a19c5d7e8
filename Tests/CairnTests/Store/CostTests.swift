import CAllocations
import Cairn
import Testing

/// Rule 11: an action that has no effect, in a store without observers, takes no lock and no memory.
@Suite(.timeLimit(.minutes(10))) struct CostTests {
  @Test(.enabled(if: allocations_are_counted(), "allocations are not counted here"))
  func `an action that has no effect allocates nothing`() {
    let store = Store(CostBoard.State()) { CostBoard() }
    func allocations(_ times: Int) -> Int {
      let before = allocations_of_this_thread()
      for _ in 0..<times {
        store.send(.left(.increment))
        store.send(.right(.increment))
        store.send(.path(.element(id: 0, action: .increment)))
      }
      return Int(allocations_of_this_thread() - before)
    }
    #expect(allocations(100) > 0, "the first actions build the bodies")
    #expect(allocations(1000) == 0)
    #expect(store.state.path[0].count == 1100)
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

/// A counter at every place where a child can be.
struct CostBoard: Reducer {
  struct State {
    var left = Counter.State()
    var right: Counter.State? = .init()
    var path: StackState<Counter.State> = [.init()]
  }
  enum Action: CasePathable {
    case left(Counter.Action)
    case right(Counter.Action)
    case path(StackAction<Counter.Action>)
  }

  var body: some ReducerOf<Self> {
    Scope(\.left, .left) { Counter() }
      .ifLet(\.right, .right) { Counter() }
      .forEach(\.path, .path) { Counter() }
  }
}
