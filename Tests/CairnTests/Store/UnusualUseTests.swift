import Cairn
import CairnSimulation
import Observation
import Synchronization
import TestSupport
import Testing

/// Unusual uses of a store by safe code of users. Some crashed, or lost an action.
@Suite(.timeLimit(.minutes(10))) struct UnusualUseTests {
  @available(macOS 26, iOS 26, *)
  @MainActor @Test func `finish called within a reduction waits for the deferred action`() async {
    let holder = Holder<[Int], Int>()
    let log = Log()
    let store = listing { (action: Int) in
      guard action == 1 else { return .none }
      return .run { send in
        await Task.yield()
        await send(2)
      }
    }
    holder.store = store
    var task: Task<Void, Never>?
    let observation = store.observe { event in
      guard event.step?.action == 0 else { return }
      task = Task.immediate { @MainActor in
        await holder.store?.send(1).finish()
        log.note("\(holder.store?.state ?? [])")
      }
    }
    store.send(0)
    await task?.value
    #expect(log.all == ["[0, 1, 2]"])
    holder.store = nil
    observation.cancel()
  }

  @available(macOS 26, iOS 26, *)
  @MainActor @Test(arguments: [false, true])
  func `finish that a reducer or a getter of an idle store calls alone returns`(
    isGetter: Bool
  ) async {
    let holder = Holder<Calling, Int>()
    let log = Log()
    var task: Task<Void, Never>?
    let call: () -> Void = {
      task = Task.immediate { @MainActor in
        await holder.store?.finish()
        log.note("finished")
      }
    }
    let store = Store(Calling(call: call)) {
      Reduce<Calling, Int> { state, _ in
        state.call()
        return .none
      }
    }
    holder.store = store
    if isGetter { _ = store.called } else { store.send(0) }
    for _ in 0..<1_000 where log.all.isEmpty { await Task.yield() }
    #expect(log.all == ["finished"])
    task?.cancel()
    holder.store = nil
  }

  @Test func `ids whose equality and hash use the store while values are tracked`() {
    let holder = Holder<Cells, Changing<Cells>.Action>()
    let store = Store(changing: Cells())
    holder.store = store
    let depth = Atomic(0)
    let use: @Sendable () -> Void = {
      defer { depth.subtract(1, ordering: .relaxed) }
      guard depth.add(1, ordering: .relaxed).newValue < 3, let store = holder.store else { return }
      withObservationTracking {
        _ = store.count
        for number in 0..<40 { _ = store[\.[number: number]] }
      } onChange: {
      }
      store.change { $0.add() }
      _ = store.state
    }
    for round in 0..<30 {
      withObservationTracking {
        for number in 0..<20 {
          _ = store[\.[id: NoisyID(number: number + round, use: use)]]
        }
        _ = store.count
      } onChange: {
      }
      store.change { $0.add() }
    }
    holder.store = nil
    #expect(store.state.count >= 30)
  }

  @MainActor @Test func `an effect that cancels itself is cancelled at once`() async {
    let log = Log()
    let holder = Holder<[Int], Int>()
    let store = listing { (action: Int) in
      switch action {
      case 0:
        .run { send in
          await send(1)
          log.note("by id: \(Task.isCancelled)")
          await send(2)
        }.cancellable(id: "id")
      case 1: .cancel(id: "id")
      case 10:
        .run { send in
          await MainActor.run { holder.store?.cancel() }
          log.note("by cancel: \(Task.isCancelled)")
          await send(11)
        }
      default: .none
      }
    }
    holder.store = store
    store.send(0)
    await store.finish()
    store.send(10)
    await store.finish()
    #expect(log.all == ["by id: true", "by cancel: true"])
    #expect(store.state == [0, 1, 10])
    holder.store = nil
  }

  @MainActor @Test func `effects that reply in turns without suspending do not grow the stack`()
    async
  {
    let store = Store(0) {
      Reduce<Int, Int> { state, action in
        state = action
        return action < 20_000 ? .run { send in await send(action + 1) } : .none
      }
    }
    store.send(0)
    await store.finish()
    #expect(store.state == 20_000)
  }

  @available(macOS 26, iOS 26, *)
  @MainActor @Test func `many calls of finish end while effects end without suspension`() async {
    for round in 0..<100 {
      let store = Store(0) {
        Reduce<Int, Int> { state, action in
          state += 1
          return action > 0
            ? .run { send in
              if action % 2 == 0 { await Task.yield() }
              if action % 3 == 0 { await Task.detached {}.value }
              await send(action - 1)
            } : .none
        }
      }
      var waits: [Task<Void, Never>] = []
      for number in 0..<5 {
        let task = store.send(number + round % 5)
        waits.append(Task { await task.finish() })
        waits.append(Task.immediate { await store.finish() })
      }
      for wait in waits { await wait.value }
      #expect(store.isIdle)
    }
  }
}

/// A store whose state lists its actions.
func listing(
  executor: (any TaskExecutor)? = nil, isolation: isolated (any Actor)? = #isolation,
  _ effect: @escaping (Int) -> Effect<Int>
) -> Store<[Int], Int> {
  let reducer = Listing(effect: effect)
  return isolation == nil
    ? Store(nonisolated: [], executor: executor) { reducer }
    : Store([], executor: executor, isolation: isolation) { reducer }
}

private struct Cells {
  var count = 0
  var rows: [Int: Int] = [:]

  subscript(number number: Int) -> Int { rows[number] ?? 0 }
  subscript(id id: NoisyID) -> Int { id.number }

  mutating func add() {
    count += 1
    rows[1, default: 0] += 1
  }
}

private struct NoisyID: Hashable, Sendable {
  let number: Int
  let use: @Sendable () -> Void

  static func == (left: Self, right: Self) -> Bool {
    left.use()
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    use()
    hasher.combine(number % 8)
  }
}

/// A state whose getter calls a function.
private struct Calling {
  let call: () -> Void

  var called: Bool {
    call()
    return true
  }
}
