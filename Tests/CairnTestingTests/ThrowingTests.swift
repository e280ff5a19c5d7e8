import Cairn
import CairnTesting
import Synchronization
import Testing

/// Assertions whose closures throw.
@Suite struct ThrowingTests {
  private struct Missing: Error {}

  private func search(_ exhaustivity: Exhaustivity = .on) -> TestStoreOf<Search> {
    TestStore(Search.State(), exhaustivity: exhaustivity) { Search { $0.uppercased() } }
  }

  private func present(_ text: String?) throws -> String {
    guard let text else { throw Missing() }
    return text
  }

  @Test func `a closure that may throw asserts a change`() throws {
    let store = search()
    try store.send(.typed("a")) { $0.query = try #require("a" as String?) }
    try store.receive(.found("A")) { $0.results = try present("A") }
    store.finish()
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `the error of a closure is thrown after the action`(exhaustivity: Exhaustivity) {
    let store = search(exhaustivity)
    #expect(throws: Missing.self) {
      try store.send(.typed("a")) { $0.query = try present(nil) }
    }
    store.expect(\.query, "a")
    #expect(throws: Missing.self) {
      try store.receive(.found("A")) { $0.results = try present(nil) }
    }
    store.expect(\.results, "A")
    store.finish()
  }

  @Test func `effects run after a closure has thrown`() {
    let begun = Mutex<[Int]>([])
    let store = TestStore(0) {
      Reduce<Int, Int> { state, action in
        state = action
        return .run { send in
          begun.withLock { $0.append(action) }
          if action < 2 { await send(action + 1) }
        }
      }
    }
    #expect(throws: Missing.self) { try store.send(1) { _ in throw Missing() } }
    #expect(begun.withLock { $0 } == [1])
    #expect(throws: Missing.self) { try store.receive(2) { _ in throw Missing() } }
    #expect(begun.withLock { $0 } == [1, 2])
    store.exhaustivity = .off
    #expect(throws: Missing.self) { try store.send(3) { _ in throw Missing() } }
    #expect(begun.withLock { $0 } == [1, 2, 3])
    store.finish()
  }
}
