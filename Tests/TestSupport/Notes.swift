import Cairn
import CairnSimulation
import Synchronization

/// Counts calls, from 1.
public final class Counter: Sendable {
  private let count = Mutex(0)

  public init() {}

  public var value: Int { count.withLock { $0 } }

  public func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

/// What happened, in order, noted from anywhere.
public final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  public init() {}

  public var all: [String] { lines.withLock { $0 } }

  public func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// The mistakes that the engine reports while `work` runs.
public func runtimeIssues(during work: () throws -> Void) rethrows -> [RuntimeIssue] {
  let log = RuntimeIssueLog()
  try RuntimeIssue.$reporter.withValue(.init(log.append), operation: work)
  return log.takeAll()
}

/// The mistakes that the engine reports while asynchronous `work` runs.
public func issuesReported(
  isolation: isolated (any Actor)? = #isolation, during work: () async -> Void
) async -> [RuntimeIssue] {
  let log = RuntimeIssueLog()
  await RuntimeIssue.$reporter.withValue(.init(log.append), operation: work)
  return log.takeAll()
}
