import Cairn
import CairnSimulation
import CairnTesting
import Testing
import XCTest

/// A test store works in every kind of test.
enum AnyTest {
  static func run(seconds: Int = 1) {
    let store = TestStore(Ticker.State()) { [simulation = Simulation()] in
      Ticker(clock: simulation.clock)
    }
    store.send(.tick) { $0.ticks = 1 }
    store.finish()
    let simulation = Simulation()
    let timed = TestStore(Ticker.State(), simulation: simulation) {
      Ticker(clock: simulation.clock)
    }
    timed.send(.start) { $0.isRunning = true }
    timed.advance(by: .seconds(seconds))
    for second in 1...seconds { timed.receive(.tick) { $0.ticks = second } }
    timed.exhaustivity = .off
  }
}

@Suite struct InEveryTestTests {
  @Test(arguments: 1...20)
  func `tests run in parallel`(seconds: Int) { AnyTest.run(seconds: seconds % 2 + 1) }

  @Test func `an asynchronous test runs`() async {
    AnyTest.run()
    await Task.yield()
    AnyTest.run()
  }

  @Test @MainActor func `a test of the main actor runs`() async {
    AnyTest.run()
    await Task.yield()
    AnyTest.run()
  }

  @Test func `a store is kept while its test is suspended`() async {
    let simulation = Simulation()
    let store = TestStore(Ticker.State(), simulation: simulation) {
      Ticker(clock: simulation.clock)
    }
    store.send(.start) { $0.isRunning = true }
    await Task.yield()
    store.advance(by: .seconds(2))
    await Task.yield()
    store.receive(.tick) { $0.ticks = 1 }
    await Task.yield()
    store.receive(.tick) { $0.ticks = 2 }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `many tasks of one test have stores of their own`() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { AnyTest.run(seconds: 2) } }
    }
  }

  @Test(arguments: ["A", "B"])
  func `each test passes its own dependencies to its feature`(answer: String) {
    let store = TestStore(Search.State()) { Search { _ in answer } }
    store.send(.typed("?")) { $0.query = "?" }
    store.receive(.found(answer)) { $0.results = answer }
    store.finish()
  }
}

final class InEveryXCTests: XCTestCase {
  func testSynchronous() { AnyTest.run() }

  func testAsynchronous() async {
    AnyTest.run()
    await Task.yield()
    AnyTest.run()
  }

  @MainActor func testOfTheMainActor() async {
    AnyTest.run()
    await Task.yield()
    AnyTest.run()
  }
}
