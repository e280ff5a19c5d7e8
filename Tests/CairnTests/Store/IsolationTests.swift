import Cairn
import Testing

/// Rule 10: a store belongs to the isolation that made it.
@Suite(.timeLimit(.minutes(10))) struct IsolationTests {
  @MainActor
  @Test(.bothWaysOfStarting, .leavesNothing)
  func `a store of the main actor reduces replies on the main actor`() async {
    let store = Store.counted([Bool]()) { Echo { isOnMainActor() } }
    store.send(.ask)
    await store.finish()
    #expect(store.state == [true])
  }

  @MainActor
  @Test(.leavesNothing)
  func `an effect of the main actor replies within send, and a concurrent one afterwards`() async {
    guard #available(macOS 26, iOS 26, *) else { return }
    let store = Store.counted([Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return switch action {
        case 1: .run { send in await send(10) }
        case 2: .run { @concurrent send in await send(20) }
        default: .none
        }
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
  func `a store of an actor reduces replies on that actor`() async {
    #expect(await Keeper().run() == [true])
  }

  @Test(.bothWaysOfStarting, .leavesNothing)
  func `an actor that keeps a store is kept alive neither by it nor by its effects`() async {
    var owner: Owner? = Owner()
    await owner?.start()
    weak let ended = owner
    owner = nil
    #expect(ended == nil)
  }

  @Test(.bothWaysOfStarting, .leavesNothing)
  func `a store made on no isolation keeps replies until it is drained`() async {
    let (replied, reply) = AsyncStream.makeStream(of: Void.self)
    let store = Store.counted(0) {
      Reduce<Int, Int> { state, action in
        state += action
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
    #expect(store.state == 1)
    await store.finish()
    #expect(store.state == 11)
  }

  @Test func `a store of the main actor cannot be used from elsewhere`() throws {
    let wrong = """
      import Cairn
      @MainActor let store = Store(0) { Reduce<Int, Int> { _, _ in .none } }
      func elsewhere() { store.send(1) }
      """
    let right = wrong.replacing("func", with: "@MainActor func")
    #expect(try Compiler.diagnose(right) == "")
    #expect(try Compiler.diagnose(wrong).contains("main actor-isolated"))
  }

  @Test func `a store cannot be handed to another isolation while its owner keeps it`() throws {
    let wrong = """
      import Cairn
      func hand() {
        let store = Store(0) { Reduce<Int, Int> { _, _ in .none } }
        Task.detached { store.send(1) }
        store.send(2)
      }
      """
    let right = wrong.replacing("Task.detached { store.send(1) }", with: "store.send(1)")
    #expect(try Compiler.diagnose(right) == "")
    #expect(try Compiler.diagnose(wrong).contains("error: "))
  }

  @Test func `a child cannot be handed to another isolation`() throws {
    let wrong = """
      import Cairn
      func hand(_ child: ChildStore<Int, Int>) { Task.detached { child.send(1) } }
      """
    let right = wrong.replacing("Task.detached { child.send(1) }", with: "child.send(1)")
    #expect(try Compiler.diagnose(right) == "")
    #expect(try Compiler.diagnose(wrong).contains("error: "))
  }
}

private actor Keeper {
  func run() async -> [Bool] {
    let store = Store.counted([Bool]()) {
      Echo {
        self.preconditionIsolated()
        return true
      }
    }
    store.send(.ask)
    await store.finish()
    return store.state
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

/// Asks an effect, and notes where the answer is reduced.
private struct Echo: Reducer {
  enum Action { case ask, answer }
  let whereAmI: () -> Bool

  func reduce(into state: inout [Bool], action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      return .run { send in await send(.answer) }
    case .answer:
      state.append(whereAmI())
      return .none
    }
  }
}

private func isOnMainActor() -> Bool {
  MainActor.preconditionIsolated()
  return true
}
