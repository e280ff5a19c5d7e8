import CAllocations
import Cairn
import Testing

/// Rule 11: an action that has no effect, in a store without observers, takes no lock and no memory.
@Suite(.timeLimit(.minutes(10))) struct CostTests {
  /// A counter at every place where a child can be.
  private struct Board {
    var left = Counter.State()
    var right: Counter.State? = .init()
    var path: StackState<Counter.State> = [.init()]
  }

  private enum BoardAction {
    case left(Counter.Action)
    case right(Counter.Action)
    case path(StackAction<Counter.Action>)

    static let left = CasePath(Self.left) { if case .left(let x) = $0 { x } else { nil } }
    static let right = CasePath(Self.right) { if case .right(let x) = $0 { x } else { nil } }
    static let path = CasePath(Self.path) { if case .path(let x) = $0 { x } else { nil } }
  }

  @Test(.enabled(if: allocations_are_counted(), "allocations are not counted here"))
  func `an action that has no effect allocates nothing`() {
    let store = Store(Board()) {
      Scope(\.left, BoardAction.left) { Counter() }
        .ifLet(\.right, BoardAction.right) { Counter() }
        .forEach(\.path, BoardAction.path) { Counter() }
    }
    func sendAll(_ times: Int) {
      for _ in 0..<times {
        store.send(.left(.increment))
        store.send(.right(.increment))
        store.send(.path(.element(id: 0, action: .increment)))
      }
    }
    sendAll(100)
    let before = allocations_of_this_thread()
    sendAll(1000)
    let allocations = allocations_of_this_thread() - before
    #expect(allocations == 0)
    #expect(store.state.path[0].count == 1100)
  }

  @Test(.enabled(if: allocations_are_counted(), "allocations are not counted here"))
  func `an allocation would be noticed`() {
    let store = Store([[Int]]()) {
      Reduce<[[Int]], Int> { state, action in
        state.append([action])
        return .none
      }
    }
    let before = allocations_of_this_thread()
    for number in 0..<100 { store.send(number) }
    #expect(allocations_of_this_thread() - before >= 100)
  }

  @Test(.leavesNothing)
  func `sending does not look into the mailbox, which has the only lock of a store`() async {
    let (replied, reply) = AsyncStream.makeStream(of: Void.self)
    let store = Store.counted([Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 1 else { return .none }
        return .run { send in
          async let delivery: Void = send(10)
          reply.finish()
          await delivery
        }
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
