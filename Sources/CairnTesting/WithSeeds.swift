import Synchronization
import Testing
import XCTest

/// Runs the body of a test once for each seed, stops at the first seed under which it fails, and
/// reports that seed.
///
///     @Test func `the results belong to the last query`() {
///       withSeeds(0..<1000) { seed in
///         let simulation = Simulation(seed: seed)
///         let store = simulation.store(Search.State()) { Search() }
///         …
///       }
///     }
///
/// The reported seed alone, `withSeeds([17])`, reproduces the failure. A failure in another task or
/// thread counts if it is recorded before the body returns.
public func withSeeds(
  _ seeds: some Sequence<UInt64>,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: (UInt64) throws -> Void
) rethrows {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var passed = 0
  for seed in seeds {
    var hasFailed = true
    defer { if hasFailed { fail(FailureText.failedUnderSeed(seed, after: passed), at: site) } }
    do {
      hasFailed = try FailureObserver.observesFailure { try body(seed) }
    } catch let skip as XCTSkip where Test.current == nil {
      // XCTest skips the test. In Swift Testing it is an error like any other.
      hasFailed = false
      throw skip
    }
    if hasFailed { return }
    passed += 1
  }
}

/// Runs the asynchronous body of a test once for each seed, stops at the first seed under which it
/// fails, and reports that seed.
public func withSeeds(
  _ seeds: some Sequence<UInt64>, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: (UInt64) async throws -> Void
) async rethrows {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var passed = 0
  for seed in seeds {
    var hasFailed = true
    defer { if hasFailed { fail(FailureText.failedUnderSeed(seed, after: passed), at: site) } }
    do {
      hasFailed = try await FailureObserver.observesFailure { try await body(seed) }
    } catch let skip as XCTSkip where Test.current == nil {
      hasFailed = false
      throw skip
    }
    if hasFailed { return }
    passed += 1
  }
}

/// Observes whether the running test fails, in Swift Testing or in XCTest. The failures themselves
/// are recorded as usual.
private final class FailureObserver: NSObject, Sendable {
  private let hasFailed = Mutex(false)

  static func observesFailure(_ body: () throws -> Void) rethrows -> Bool {
    let observer = FailureObserver()
    if Test.current != nil {
      try withKnownIssue(isIntermittent: true, body, matching: observer.observe)
    } else {
      XCTestObservationCenter.shared.addTestObserver(observer)
      defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
      try body()
    }
    return observer.hasFailed.withLock { $0 }
  }

  static func observesFailure(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async rethrows -> Bool {
    let observer = FailureObserver()
    if Test.current != nil {
      try await withKnownIssue(isIntermittent: true, body, matching: observer.observe)
    } else {
      XCTestObservationCenter.shared.addTestObserver(observer)
      defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
      try await body()
    }
    return observer.hasFailed.withLock { $0 }
  }

  /// Returns `false`, because the issue is not a known one.
  private func observe(_ issue: Issue) -> Bool {
    #if compiler(>=6.3)
      guard issue.isFailure else { return false }
    #endif
    recordFailure()
    return false
  }

  private func recordFailure() { hasFailed.withLock { $0 = true } }
}

extension FailureObserver: XCTestObservation {
  #if canImport(Darwin)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) { recordFailure() }
  #else
    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) { recordFailure() }
  #endif
}
