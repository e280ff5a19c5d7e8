import Cairn
import CairnSimulation
import CairnTesting
import TestSupport
import Testing

/// A test store with many effects in flight takes time in proportion to their number: a quadratic part
/// would exceed the limit many times.
@Suite(.gate, .timeLimit(.minutes(10))) struct ScaleTests {
  private enum Action: Equatable {
    case start(Int)
    case answered(Int)
    case ignored(Int)
  }

  private let simulation = Simulation()
  private let count = 20_000

  /// Starts many effects at once, each of which answers after a second.
  private func store(_ exhaustivity: Exhaustivity = .on) -> TestStore<Int, Action> {
    TestStore(0, exhaustivity: exhaustivity, simulation: simulation) { [clock = simulation.clock] in
      Reduce<Int, Action> { state, action in
        switch action {
        case .start(let count):
          return .merge(
            (0..<count).map { number in
              .run { send in
                try await clock.sleep(for: .seconds(1))
                await send(.answered(number))
              }
            })
        case .answered: state += 1
        case .ignored: break
        }
        return .none
      }
    }
  }

  @Test func `many effects in flight answer, and each answer is received`() {
    let store = store()
    store.send(.start(count))
    store.advance(by: .seconds(1))
    for number in 0..<count { store.receive(.answered(number)) { $0 = number + 1 } }
    store.finish()
  }

  @Test func `many effects in flight answer, and the answers are skipped`() {
    let store = store(.off)
    store.send(.start(count))
    store.advance(by: .seconds(1))
    store.skipReceived()
    #expect(store.state == count)
  }

  @Test func `actions are sent while many effects are in flight`() {
    let store = store()
    store.send(.start(count))
    for number in 0..<count { store.send(.ignored(number)) }
    store.skipInFlight()
    store.finish()
  }

  @Test func `many effects in flight are not blocked by external work`() {
    let store = store()
    store.send(.start(count))
    store.waitForExternalWork(timeout: .seconds(60))
    store.skipInFlight()
    store.finish()
  }
}
