import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Rule 2: `concatenate` starts each effect when the one before has finished.
@Suite(.bothWaysOfStarting, .leavesNothing, .timeLimit(.minutes(10))) struct SequenceTests {
  private let simulation = Simulation()
  private let log = Log()

  /// A store that returns an effect for "start", cancels "it" for "cancel", and keeps all actions.
  private func store(_ effect: Effect<String>) -> Store<[String], String> {
    simulation.listing { ["start": effect, "cancel": .cancel(id: "it")][$0] ?? .none }
  }

  /// Sleeps, and then says that it has ended.
  private func sleep(_ name: String, _ seconds: Int) -> Effect<String> {
    .run(name: name) { [clock = simulation.clock, log] send in
      log.note("\(name) begins at \(clock.now.offset)")
      try await clock.sleep(for: .seconds(seconds))
      await send(name)
    }
  }

  @Test func `each stage starts when the one before has finished`() {
    let store = store(.concatenate(sleep("a", 1), .send("b"), sleep("c", 2)))
    store.send("start")
    #expect(store.running.map(\.name) == ["a"])
    simulation.advance(by: .seconds(3))
    #expect(store.state == ["start", "a", "b", "c"])
    #expect(log.all == ["a begins at 0.0 seconds", "c begins at 1.0 seconds"])
    #expect(store.isIdle)
  }

  @Test func `sequences nest, and nothing is no stage`() {
    let inner = Effect.concatenate(sleep("a", 1), sleep("b", 1))
    let store = store(
      .concatenate(
        .none, .concatenate(), inner, .concatenate(.none, .send("c")), sleep("d", 1)))
    store.send("start")
    simulation.advance(by: .seconds(3))
    #expect(store.state == ["start", "a", "b", "c", "d"])
  }

  @Test func `cancelling a sequence by its id ends all of its stages`() {
    let store = store(.concatenate(sleep("a", 1), sleep("b", 1)).cancellable(id: "it"))
    store.send("start")
    store.send("cancel")
    simulation.advance(by: .seconds(5))
    #expect(store.state == ["start", "cancel"])
    #expect(store.isIdle)
  }

  @Test func `a stage that is cancelled by an id of its own leads to the next`() {
    let store = store(.concatenate(sleep("a", 1).cancellable(id: "it"), sleep("b", 1)))
    store.send("start")
    store.send("cancel")
    simulation.advance(by: .seconds(1))
    #expect(store.state == ["start", "cancel", "b"])
  }

  @Test(.gate) func `a sequence of a hundred thousand sends does not grow the stack`() {
    let store = store(.concatenate((0..<100_000).map { _ in .send("x") }))
    store.send("start")
    #expect(store.state.count == 100_001)
  }

  @Test func `a loop that adds to an effect does not grow the stack`() {
    for join in [Effect<String>.merge, Effect.concatenate] as [([Effect<String>]) -> Effect<String>]
    {
      let store = store((0..<5_000).reduce(.none) { effect, _ in join([effect, .send("x")]) })
      store.send("start")
      #expect(store.state.count == 5_001)
    }
  }

  @Test func `a screen is dismissed once its work is done, and its sequence ends with the screen`()
  {
    let store = simulation.counted(Root.State(path: [.init(), .init()])) {
      Root(clock: simulation.clock)
    }
    store.send(.screen(0, .slowClose))
    store.send(.screen(1, .slowClose))
    store.send(.popFrom(1))
    #expect(store.running.count == 1 && store.state.path.count == 1)
    simulation.advance(by: .seconds(1))
    #expect(store.isIdle && store.state == Root.State())
  }
}
