import Foundation
import Testing

/// Whether the gate runs the tests: `.ci/run` sets the variable `CAIRN_GATE`.
public let isGate = ProcessInfo.processInfo.environment["CAIRN_GATE"] != nil

/// The seeds of so many random values in the gate, and of a tenth of them otherwise: each test case takes time.
public func seeds(_ count: UInt64) -> Range<UInt64> { 0..<(isGate ? count : count / 10) }

extension Trait where Self == ConditionTrait {
  /// A test that takes long. `swift test` skips it.
  public static var gate: Self {
    .enabled(if: isGate, "only the gate runs this test; CAIRN_GATE=1 swift test runs it, too")
  }
}

/// Runs a suite on threads of its own, because its tests wait for processes.
///
/// The pool has one thread for each core. A test that waits there holds one up, and two of them hold up all other
/// tests, their time limits included. Here, those of the suites on the same threads.
public struct BlockingThreads: SuiteTrait, TestTrait, TestScoping {
  fileprivate let executor: BlockingExecutor

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(executor, operation: body)
  }
}

extension Trait where Self == BlockingThreads {
  /// The tests wait for processes. They share three threads with those of other suites.
  public static var blocking: Self { Self(executor: .shared) }

  /// The tests wait long for processes. They have a thread, and do not wait until another suite leaves it to them.
  public static var longBlocking: Self { Self(executor: BlockingExecutor(threads: 1)) }
}

private final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor(threads: 3)

  private let queue = OperationQueue()

  init(threads: Int) { queue.maxConcurrentOperationCount = threads }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
