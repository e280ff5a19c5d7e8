import Cairn
import CairnSimulation
import CairnTesting
import Foundation
import Testing
import XCTest

/// Tests that must fail, each in a process of its own that ``ReportingTests`` starts; they do
/// nothing in an ordinary run.
enum MustFail {
  static let isAsked = ProcessInfo.processInfo.environment["CAIRN_MUST_FAIL"] != nil

  static func run() {
    let store = TestStore(Ticker.State()) { Ticker(clock: Simulation().clock) }
    store.send(.tick)
    store.finish()
  }

  /// Must not fail, and tell something.
  static func skip() {
    let store = TestStore(Ticker.State(), exhaustivity: .off(showSkipped: true)) {
      Ticker(clock: Simulation().clock)
    }
    store.send(.tick)
    store.finish()
  }
}

final class FailingXCTests: XCTestCase {
  func testFails() {
    if MustFail.isAsked { MustFail.run() }
  }

  func testSkips() {
    if MustFail.isAsked { MustFail.skip() }
  }

  func testFailsUnderASeed() {
    guard MustFail.isAsked else { return }
    withSeeds(0..<1000) { seed in
      XCTAssertNotEqual(seed, 3)
    }
  }
}

@Test(.enabled(if: MustFail.isAsked)) func `fails in a process of its own`() {
  MustFail.run()
}

@Test(.enabled(if: MustFail.isAsked)) func `skips in a process of its own`() {
  MustFail.skip()
}
