import Cairn
import CairnSimulation
import Testing

/// `SemanticsTests` compares throttled and debounced effects with the rules, and `SequenceTests` has those of a sequence.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct TimedEffectTests {
  private let simulation = Simulation()

  /// A negative number searches, and its search sends its opposite.
  private func store(
    _ effect: @escaping (Effect<Int>, any Clock<Duration>) -> Effect<Int>
  ) -> Store<[Int], Int> {
    simulation.counted([]) {
      Reduce<[Int], Int> { [clock = simulation.clock] state, action in
        if action < 0 {
          return effect(.run(name: "search") { send in await send(-action) }, clock)
        }
        state.append(action)
        return .none
      }
    }
  }

  @Test func `a debounced effect starts once it has been quiet for a while`() {
    let store = store { $0.debounced(id: "search", for: .milliseconds(250), on: $1) }
    for number in 1...4 {
      store.send(-number)
      simulation.advance(by: .milliseconds(100))
    }
    #expect(store.state == [])
    simulation.advance(by: .milliseconds(150))
    #expect(store.state == [4])
    #expect(store.isIdle)
  }

  @Test func `with latest, the last of each while starts at its end, and begins the next`() {
    let store = store {
      $0.throttled(id: "search", for: .milliseconds(250), on: $1, latest: true)
    }
    for number in 1...6 {
      store.send(-number)
      simulation.advance(by: .milliseconds(100))
    }
    #expect(store.state == [1, 3, 5])
    simulation.advance(by: .seconds(1))
    #expect(store.state == [1, 3, 5, 6])
  }

  @Test func `a background effect that a throttle holds back does not keep the store busy`() async {
    let store = store {
      $0.throttled(id: "search", for: .milliseconds(250), on: $1, latest: true).background
    }
    store.send(-1)
    simulation.drain()
    #expect(store.isIdle && store.running.map(\.name) == ["throttle"])
    let task = store.send(-2)
    #expect(store.isIdle)
    await task.finish(isolation: nil)
    simulation.advance(by: .seconds(1))
    #expect(store.state == [1, 2])
  }

  @Test func `a stream sends an action for each element until it ends`() {
    let (stream, feed) = AsyncStream.makeStream(of: Int.self)
    let store = simulation.listing { (action: Int) in
      action == 0 ? .stream(of: stream, name: "numbers") { $0 }.background : .none
    }
    store.send(0)
    feed.yield(1)
    feed.yield(2)
    simulation.drain()
    #expect(store.state == [0, 1, 2])
    #expect(store.isIdle && store.running.count == 1)
    feed.finish()
    simulation.drain()
    #expect(store.running.isEmpty)
  }
}
