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
