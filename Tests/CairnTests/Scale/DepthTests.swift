import Cairn
import CairnSimulation
import Testing

/// What is deep or many. The time limit tells linear from quadratic, and nothing finer.
@Suite(.timeLimit(.minutes(10))) struct DepthTests {
  @Test func `a stack of 100,000 screens`() {
    var stack = StackState<Int>()
    let ids = (0..<100_000).map { stack.push($0) }
    #expect(stack.count == 100_000)
    #expect(ids.enumerated().allSatisfy { stack[id: $1] == $0 })
    #expect(stack == StackState(0..<100_000))

    stack.pop(from: ids[50_000])
    #expect(stack.count == 50_000)
    #expect(stack == StackState(0..<50_000))
    #expect(ids[50_000...].allSatisfy { stack[id: $0] == nil })
  }

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
  func `1,000 actions for the top of 100,000 screens`() {
    let screens = Array(repeating: TimerScreen.State(), count: 100_000)
    let simulation = Simulation()
    let store = simulation.counted(Root.State(path: StackState(screens))) {
      Root(clock: simulation.clock)
    }
    store.send(.screen(99_999, .timer(.start)))
    for _ in 0..<1000 { store.send(.screen(99_999, .timer(.tick))) }
    #expect(store.state.path.last?.timer.ticks == 1000)
    store.send(.popFrom(1))
    #expect(store.running.isEmpty)
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
