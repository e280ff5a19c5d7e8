import Testing

/// After each test of a suite, no task that an effect began is alive: counted by a witness that
/// every task inherits as a task-local value and holds until it is gone.
///
/// A task that stays is waited for until the time limit fails the test.
struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await work() }
    let (gone, end) = AsyncStream.makeStream(of: Never.self)
    try await LifeWitness.$current.withValue(LifeWitness { end.finish() }, operation: work)
    for await _ in gone {}
  }
}

extension Trait where Self == LeavesNothing {
  static var leavesNothing: LeavesNothing { LeavesNothing() }
}

private final class LifeWitness: Sendable {
  @TaskLocal static var current: LifeWitness?

  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit { onEnd() }
}
