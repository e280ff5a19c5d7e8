import Cairn
import CairnTesting
import Foundation
import Testing
import XCTest

/// Tests that must fail. ``ReportingTests`` runs each in a separate process; in an ordinary run they
/// do nothing.
enum MustFail {
  static let isRequested = ProcessInfo.processInfo.environment["CAIRN_MUST_FAIL"] != nil

  static func run() {
    let store = ticker()
    store.send(.tick)
    store.finish()
  }

  /// Must pass with a note.
  static func skip() {
    let store = ticker(.off(showSkipped: true))
    store.send(.tick)
    store.finish()
  }
}

final class FailingXCTests: XCTestCase {
  func testFails() { if MustFail.isRequested { MustFail.run() } }
  func testSkips() { if MustFail.isRequested { MustFail.skip() } }

  func testFailsUnderASeed() {
    guard MustFail.isRequested else { return }
    withSeeds(0..<1000) { seed in
      XCTAssertNotEqual(seed, 3)
    }
  }

  func testIsSkippedUnderASeed() throws {
    guard MustFail.isRequested else { return }
    try withSeeds(0..<3) { _ in throw XCTSkip("not here") }
  }

  func testIsSkippedUnderASeedLater() async throws {
    guard MustFail.isRequested else { return }
    try await withSeeds(0..<3) { _ in
      await Task.yield()
      throw XCTSkip("not here")
    }
  }
}

@Test(.enabled(if: MustFail.isRequested)) func `skips in a separate process`() { MustFail.skip() }
