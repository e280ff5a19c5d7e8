import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Rules 4 and 5: cancellation is owned by the store, scoped to the feature, and final.
@Suite(.bothWaysOfStarting, .leavesNothing, .timeLimit(.minutes(10))) struct CancellationTests {
  private let simulation = Simulation()
  private let log = Log()

  @Test func `what was sent and waits is not reduced after the cancellation`() {
    let store = Store.listing(executor: simulation.executor) { (action: String) in
      switch action {
      case "start": .run { send in await send("reply") }.cancellable(id: "it")
      case "follow": .merge(.send("cancel"), .send("late").cancellable(id: "it"))
      case "cancel": .cancel(id: "it")
      default: .none
      }
    }
    store.send("start")
    simulation.drain()
    store.send("cancel")
    store.drain()
    store.send("follow")
    #expect(store.state == ["start", "cancel", "follow", "cancel"])
  }

  @MainActor
  @Test func `tasks are cancelled after the reduction, when the state can be read again`() async {
    let holder = Holder<[String], String>()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    holder.store = .listing { [holder, log] (action: String) in
      guard action == "start" else { return .cancel(id: "it") }
      return .run { _ in
        await withTaskCancellationHandler {
          begin.finish()
          try? await ContinuousClock().sleep(for: .seconds(1_000_000))
        } onCancel: {
          // Where it is cancelled: on the main actor, inside `send`.
          MainActor.assumeIsolated { log.note("\(holder.store?.state ?? [])") }
        }
      }
      .cancellable(id: "it")
    }
    holder.store?.send("start")
    for await _ in begun {}
    holder.store?.send("cancel")
    holder.store = nil
    #expect(log.all == [#"["start", "cancel"]"#])
  }

  @Test func `ids of different types or stores are different ids, of queued follow-ups too`() {
    func makeStore() -> Store<[String], String> {
      simulation.listing { [clock = simulation.clock] (action: String) in
        let work = Effect<String>.run { _ in try await clock.sleep(for: .seconds(1)) }
        return switch action {
        case "start":
          .merge(.send("cancel"), .send("kept").cancellable(id: 1), work.cancellable(id: 1))
        case "cancel": .merge(.cancel(id: "1"), .cancel(id: UInt8(1)))
        case "stop": .cancel(id: 1)
        default: .none
        }
      }
    }
    let (store, other) = (makeStore(), makeStore())
    for store in [store, other] {
      store.send("start")
      #expect(store.state == ["start", "cancel", "kept"])
      #expect(store.running.count == 1)
    }
    store.send("stop")
    #expect(store.running.isEmpty && other.running.count == 1)
  }

  @MainActor @Test func `finish does not wait for a cancelled effect that does not heed it`() async
  {
    let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
    let (ending, end) = AsyncStream.makeStream(of: Void.self)
    let deaf = Task { for await _ in ending {} }
    let store = Store.listing { (action: String) in
      guard action == "start" else { return .cancel(id: "it") }
      return .run { _ in
        begin.finish()
        await deaf.value
      }
      .cancellable(id: "it")
    }
    store.send("start")
    for await _ in beginning {}
    let finished = Task { await store.finish() }
    Task { _ = store.send("cancel") }
    await withTaskCancellationHandler {
      await finished.value
    } onCancel: {
      end.finish()
    }
    #expect(store.running.isEmpty)
    end.finish()
  }

  @Test func `the end of a store cancels its effects and lets go of everything`() {
    var store: Store? = simulation.counted(0) {
      Reduce<Int, Int> { [clock = simulation.clock, log] _, _ in
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
