import Cairn
import Testing

/// Runs each test of a suite twice: effects begin within the call of `send` where the runtime can do
/// so, and in tasks of their own. No rule depends on the difference.
struct BothWaysOfStarting: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await work() }
    for isImmediate in [true, false] {
      try await EffectStart.$isImmediate.withValue(isImmediate, operation: work)
    }
  }
}

extension Trait where Self == BothWaysOfStarting {
  static var bothWaysOfStarting: BothWaysOfStarting { BothWaysOfStarting() }
}

/// After each test of a suite, no task that an effect began, no store and no screen is alive; see
/// ``Lives``.
///
/// What stays is waited for until the time limit of the suite, and then told. A test that counts no
/// store fails too: its stores are to be made by `counted`.
struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  var countsStores = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await work() }
    let left = try await Lives.left(by: work)
    func fail(_ comment: Comment) { Issue.record(comment, sourceLocation: test.sourceLocation) }
    if !left.isNothing { fail("\(left)") }
    if countsStores && left.storesMade == 0 { fail("No store was made by `counted`.") }
  }
}

extension Trait where Self == LeavesNothing {
  static var leavesNothing: LeavesNothing { LeavesNothing() }

  /// For tests that a page of the documentation shows word for word: a `TestStore` fails by itself
  /// if an effect is in flight at its end.
  static var leavesNoTask: LeavesNothing { LeavesNothing(countsStores: false) }
}
