import Cairn
import CairnSimulation
import Testing

/// Rules 4 and 5: cancellation is owned by the store, scoped to the feature, and final.
@Suite(.bothWaysOfStarting, .leavesNothing, .timeLimit(.minutes(10))) struct CancellationTests {
  private let simulation = Simulation()

  private func downloads() -> Store<[String], Downloads.Action> {
    simulation.counted([]) { Downloads(clock: simulation.clock) }
  }

  @Test func `an effect that is cancelled by its id sends nothing more`() {
    let store = downloads()
    store.send(.start("a", id: 1))
    store.send(.start("b", id: 2))
    simulation.advance(by: .milliseconds(1500))
    store.send(.cancel(id: 1))
    simulation.advance(by: .seconds(2))
    #expect(store.state == ["a 1", "b 1", "b 2", "b 3"])
    #expect(store.running.isEmpty)
  }

  @Test func `an action that was already sent is not reduced after the cancellation`() {
    let store = Store.counted([String](), executor: simulation.executor) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return switch action {
        case "start": .run { send in await send("reply") }.cancellable(id: "it")
        case "cancel": .cancel(id: "it")
        default: .none
        }
      }
    }
    store.send("start")
    simulation.drain()
    store.send("cancel")
    store.drain()
    #expect(store.state == ["start", "cancel"])
  }

  @Test func `a follow-up that waits in the queue is dropped by a cancellation`() {
    let store = Store.counted([String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return switch action {
        case "start": .merge(.send("cancel"), .send("late").cancellable(id: "it"))
        case "cancel": .cancel(id: "it")
        default: .none
        }
      }
    }
    store.send("start")
    #expect(store.state == ["start", "cancel"])
  }

  @MainActor
  @Test func `tasks are cancelled after the reduction, when the state can be read again`() async {
    let owner = Owner()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    owner.store = Store.counted([String]()) {
      Reduce<[String], String> { [weak owner] state, action in
        state.append(action)
        guard action == "start" else { return .cancel(id: "it") }
        return .run { _ in
          await withTaskCancellationHandler {
            begin.finish()
            try? await ContinuousClock().sleep(for: .seconds(1_000_000))
          } onCancel: {
            // Where it is cancelled: on the main actor, inside `send`.
            MainActor.assumeIsolated { owner?.seen.append(owner?.store?.state ?? []) }
          }
        }
        .cancellable(id: "it")
      }
    }
    owner.store?.send("start")
    for await _ in begun {}
    owner.store?.send("cancel")
    #expect(owner.seen == [["start", "cancel"]])
  }

  @Test func `an effect that is cancelled before it begins never begins`() {
    let log = Log()
    let store = simulation.counted(0) {
      Reduce<Int, Int> { _, action in
        action == 0
          ? .run { _ in log.note("began") }.cancellable(id: "it")
          : .cancel(id: "it")
      }
    }
    store.send(0)
    store.send(1)
    simulation.drain()
    #expect(log.all.isEmpty)
  }

  @Test func `an effect that is cancelled by the reduction that starts it never begins`() {
    let log = Log()
    let store = simulation.counted(0) {
      Reduce<Int, Int> { _, _ in
        .merge(.run { _ in log.note("began") }.cancellable(id: "it"), .cancel(id: "it"))
      }
    }
    var started: [Int] = []
    let observation = store.observe { started.append($0.changes.started.count) }
    defer { observation.cancel() }
    store.send(0)
    simulation.drain()
    #expect(log.all.isEmpty)
    #expect(started == [0])
  }

  @Test func `cancelInFlight replaces the effect of the same id`() {
    let store = downloads()
    store.send(.start("a", id: 1))
    simulation.advance(by: .milliseconds(1500))
    store.send(.restart("b", id: 1))
    simulation.advance(by: .seconds(5))
    #expect(store.state == ["a 1", "b 1", "b 2", "b 3"])
  }

  @Test func `two stores never cancel each other's effects`() {
    let first = downloads()
    let second = downloads()
    first.send(.start("a", id: 1))
    second.send(.start("b", id: 1))
    first.send(.cancel(id: 1))
    simulation.advance(by: .seconds(3))
    #expect(first.state == [])
    #expect(second.state == ["b 1", "b 2", "b 3"])
  }

  @Test func `ids of different types are different ids`() {
    let store = simulation.counted(0) {
      Reduce<Int, Int> { [clock = simulation.clock] _, action in
        switch action {
        case 0: .run { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: 1)
        default: .cancel(id: "1")
        }
      }
    }
    store.send(0)
    store.send(1)
    #expect(store.running.count == 1)
  }

  @Test func `numbers of different types are different ids, of queued follow-ups too`() {
    let store = Store.counted([String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return switch action {
        case "start": .merge(.send("cancel"), .send("kept").cancellable(id: 1))
        case "cancel": .cancel(id: UInt8(1))
        default: .none
        }
      }
    }
    store.send("start")
    #expect(store.state == ["start", "cancel", "kept"])
  }

  @MainActor
  @Test(.timeLimit(.minutes(10)))
  func `finish does not wait for a cancelled effect that does not heed it`() async {
    let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
    let (ending, end) = AsyncStream.makeStream(of: Void.self)
    let deaf = Task { for await _ in ending {} }
    let store = Store.counted(0) {
      Reduce<Int, Int> { _, action in
        guard action == 0 else { return .cancel(id: "it") }
        return .run { _ in
          begin.finish()
          await deaf.value
        }
        .cancellable(id: "it")
      }
    }
    store.send(0)
    for await _ in beginning {}
    let finished = Task { await store.finish() }
    Task { _ = store.send(1) }
    await withTaskCancellationHandler {
      await finished.value
    } onCancel: {
      end.finish()
    }
    #expect(store.running.isEmpty)
    end.finish()
  }

  @Test func `the end of a store cancels its effects and lets go of everything`() {
    let log = Log()
    var store: Store? = simulation.counted(0) {
      Reduce<Int, Int> { [clock = simulation.clock] _, _ in
        .run { send in
          do {
            try await clock.sleep(for: .seconds(1))
          } catch {
            log.note("cancelled")
          }
          await send(1)
          log.note("ended")
        }
      }
    }
    weak let ended = store
    store?.send(0)
    simulation.drain()
    store = nil
    #expect(ended == nil)
    simulation.drain()
    #expect(log.all == ["cancelled", "ended"])
  }
}

/// Each download reports three times, a second apart.
private struct Downloads: Reducer {
  enum Action {
    case start(String, id: Int)
    case restart(String, id: Int)
    case cancel(id: Int)
    case part(String)
  }
  let clock: any Clock<Duration>

  func reduce(into state: inout [String], action: Action) -> Effect<Action> {
    switch action {
    case .start(let name, let id): return download(name).cancellable(id: id)
    case .restart(let name, let id): return download(name).cancellable(id: id, cancelInFlight: true)
    case .cancel(let id): return .cancel(id: id)
    case .part(let part):
      state.append(part)
      return .none
    }
  }

  private func download(_ name: String) -> Effect<Action> {
    .run(name: name) { [clock] send in
      for part in 1...3 {
        try await clock.sleep(for: .seconds(1))
        await send(.part("\(name) \(part)"))
      }
    }
  }
}

/// Keeps a store, and what was seen of it by a handler of a cancellation.
@MainActor private final class Owner {
  var store: Store<[String], String>?
  var seen: [[String]] = []
}
