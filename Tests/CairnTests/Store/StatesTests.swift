import Cairn
import Testing

/// `Store.states`: in each isolation, for slow readers, and their ends.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct StatesTests {
  /// Adds; a negative number asks an effect to add its opposite.
  fileprivate static func makeStore(
    isolation: isolated (any Actor)? = #isolation
  ) -> Store<Int, Int> {
    Store.counted(0) {
      Reduce<Int, Int> { state, action in
        guard action < 0 else {
          state += action
          return .none
        }
        return .run { send in await send(-action) }
      }
    }
  }

  @Test func `it begins with the current state, and each reader gets the newest at its own pace`()
    async
  {
    let store = Self.makeStore()
    var quick = store.states.makeAsyncIterator()
    var slow = store.states.makeAsyncIterator()
    store.send(1)
    var seen: [Int?] = [await slow.next()]
    for _ in 1...3 {
      store.send(1)
      seen.append(await quick.next())
    }
    seen.append(await slow.next())
    #expect(seen == [1, 2, 3, 4, 4])
  }

  /// A reader of a store on no isolation would wait for ever if it asked for its own.
  @MainActor @Test func `a reader of any store gets what an effect brings about`() async {
    #expect(await Self.makeStore().stateAfterEffect() == 5)
    #expect(await Self.makeStore(isolation: nil).stateAfterEffect() == 5)
    #expect(await Reading().last() == 5)
    #expect(await readOnNoIsolation() == 5)
  }

  @concurrent private func readOnNoIsolation() async -> Int {
    await Self.makeStore(isolation: nil).stateAfterEffect()
  }

  @MainActor
  @Test func `it ends with its store, which it does not keep alive`() async {
    var store: Store<Int, Int>? = Self.makeStore()
    weak let ended = store
    let states = store?.states
    let reader = Task {
      var seen: [Int] = []
      if let states { for await state in states { seen.append(state) } }
      return seen
    }
    await Task.yield()
    store = nil
    #expect(ended == nil)
    #expect([[], [0]].contains(await reader.value))
  }

  @MainActor
  @Test func `it ends with the task that reads it, and another reader goes on`() async {
    let store = Self.makeStore()
    var other = store.states.makeAsyncIterator()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let reader = Task {
      for await _ in store.states { begin.finish() }
    }
    for await _ in begun {}
    #expect(store.readerCount == 2)
    reader.cancel()
    await reader.value
    store.send(1)
    #expect(store.readerCount == 1)
    #expect(await other.next(isolation: #isolation) == 1)
  }

  @Test func `a reader of a store made on no isolation can be cancelled while it waits`() async {
    let reader = Task {
      let store = Self.makeStore(isolation: nil)
      var count = 0
      for await _ in store.states {
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      store.send(1)
      return (count, store.readerCount)
    }
    #expect(await reader.value == (1, 0))
  }

  @Test func `a reader holds no state while it waits`() async {
    let copies = Count()
    let store = Store.counted(Table(rows: Rows(copies: copies))) { Changing() }
    var states = store.states.makeAsyncIterator()
    for _ in 1...3 {
      #expect(await states.next()?.title == "")
      store.change { $0.rows.modify { $0[0] += 1 } }
    }
    #expect(copies.value == 0)
  }
}

extension Store<Int, Int> {
  /// The state in which it is five, brought about by an effect.
  fileprivate func stateAfterEffect(isolation: isolated (any Actor)? = #isolation) async -> Int {
    send(-5)
    for await state in states where state == 5 { return state }
    return state
  }
}

private actor Reading {
  func last() async -> Int { await StatesTests.makeStore().stateAfterEffect() }
}
