import Cairn
import CairnSimulation
import CairnTesting
import Testing
import XCTest

@Suite struct TestStoreTests {
  @Test func `an action is reduced when it is received, and time stops until then`() {
    let store = ticker()
    let clock = store.simulation.clock
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .milliseconds(2500))
    #expect(store.state.ticks == 0)
    #expect(clock.now.offset == .seconds(1))
    store.receive(.tick) { $0.ticks = 1 }
    #expect(clock.now.offset == .seconds(2))
    store.receive(.tick) { $0.ticks = 2 }
    #expect(clock.now.offset == .milliseconds(2500))
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `an action is received by value, by case or by condition`() {
    let store: TestStoreOf<Search> = TestStore(Search.State()) { Search { $0.uppercased() } }
    let found = CasePath(Search.Action.found) { if case .found(let x) = $0 { x } else { nil } }
    func type(_ query: String) { store.send(.typed(query)) { $0.query = query } }
    type("a")
    store.receive(.found("A")) { $0.results = "A" }
    type("b")
    store.receive(.equal(.found("B"))) { $0.results = "B" }
    type("c")
    store.receive(.case(found)) { $0.results = "C" }
    type("d")
    store.receive(.case(found, "D")) { $0.results = "D" }
    type("e")
    store.receive(.where("a result") { $0 == .found("E") }) { $0.results = "E" }
    store.finish()
  }

  @Test func `an action that is not equatable is received by its case, also in a child`() {
    let store = TestStore(0) { Quiz() }
    store.send(.start)
    store.receive(.case(.saved)) { $0 = 1 }
    store.receive(.case(.child.appending(path: .answer), 42)) { $0 = 2 }
    store.receive(.case(.child.appending(path: .closed))) { $0 = 3 }
    store.send(.start) { $0 = 4 }
    let texts = failures { store.receive(.case(.child.appending(path: .answer), 41)) }
    #expect(texts.map { $0.contains("receive .child(.answer(41)), but received") } == [true])
    store.skipReceived()
    store.finish()
  }

  @Test func `a test that continues after finish is checked once more`() {
    let texts = failures {
      let store = ticker()
      store.finish()
      store.send(.start) { $0.isRunning = true }
    }
    #expect(texts.map { $0.prefix(23) } == ["1 effect still in fligh"])
  }

  @Test func `a follow-up of a child that its parent removes is not received`() {
    let store = TestStore(1 as Int?) {
      Reduce<Int?, String> { state, _ in
        state = nil
        return .none
      }
      .ifLet(\.self, CasePath<String, String>({ $0 }, extract: { $0 })) {
        Reduce<Int, String> { _, _ in .send("again") }
      }
    }
    store.send("done") { $0 = nil }
    store.finish()
  }
}

/// A test store works in every kind of test.
enum AnyTest {
  static func run(seconds: Int = 1) {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(seconds))
    for second in 1...seconds { store.receive(.tick) { $0.ticks = second } }
    store.skipInFlight()
    store.finish()
  }

  static func runTwice() async {
    run()
    await Task.yield()
    run()
  }
}

@Suite struct InEveryTestTests {
  @Test(arguments: 1...20)
  func `tests run in parallel`(seconds: Int) { AnyTest.run(seconds: seconds % 2 + 1) }

  @Test @MainActor func `a test of the main actor runs`() async { await AnyTest.runTwice() }
}

final class InEveryXCTests: XCTestCase {
  func testSynchronous() { AnyTest.run() }
  func testAsynchronous() async { await AnyTest.runTwice() }
  @MainActor func testOfTheMainActor() async { await AnyTest.runTwice() }
}
