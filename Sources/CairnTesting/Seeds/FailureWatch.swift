import Synchronization
import Testing
import XCTest

/// Sees whether the running test fails meanwhile, in Swift Testing and in XCTest alike.
///
/// Nothing is changed about the failures: they are recorded as they come.
final class FailureWatch: NSObject, Sendable {
  private let hasSeen = Mutex(false)

  /// Whether the test fails while `body` runs.
  static func sees(_ body: () throws -> Void) rethrows -> Bool {
    let watch = FailureWatch()
    if Test.current != nil {
      try withKnownIssue(isIntermittent: true, body, matching: watch.note)
    } else {
      XCTestObservationCenter.shared.addTestObserver(watch)
      defer { XCTestObservationCenter.shared.removeTestObserver(watch) }
      try body()
    }
    return watch.hasSeen.withLock { $0 }
  }

  /// Whether the test fails while `body` runs.
  static func sees(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async rethrows -> Bool {
    let watch = FailureWatch()
    if Test.current != nil {
      try await withKnownIssue(isIntermittent: true, body, matching: watch.note)
    } else {
      XCTestObservationCenter.shared.addTestObserver(watch)
      defer { XCTestObservationCenter.shared.removeTestObserver(watch) }
      try await body()
    }
    return watch.hasSeen.withLock { $0 }
  }

  /// Sees an issue, and leaves it unknown.
  private func note(_ issue: Issue) -> Bool {
    #if compiler(>=6.3)
      guard issue.isFailure else { return false }
    #endif
    hasSeen.withLock { $0 = true }
    return false
  }

  private func note() { hasSeen.withLock { $0 = true } }
}

extension FailureWatch: XCTestObservation {
  #if canImport(Darwin)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) { note() }
  #else
    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) { note() }
  #endif
}
