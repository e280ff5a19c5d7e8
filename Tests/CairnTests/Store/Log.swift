import Cairn
import CairnSimulation
import Synchronization

/// What happened, in order, noted from anywhere.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// The mistakes that the engine reports while `work` runs.
func runtimeIssues(during work: () -> Void) -> [RuntimeIssue] {
  let log = RuntimeIssueLog()
  RuntimeIssue.$reporter.withValue(.init(log.append), operation: work)
  return log.takeAll()
}

/// The mistakes that the engine reports while asynchronous `work` runs.
func issuesReported(
  isolation: isolated (any Actor)? = #isolation, during work: () async -> Void
) async -> [RuntimeIssue] {
  let log = RuntimeIssueLog()
  await RuntimeIssue.$reporter.withValue(.init(log.append), operation: work)
  return log.takeAll()
}

/// Runs a closure in its `deinit`. Everything happens on one thread, so nothing is shared.
final class DeinitToken: @unchecked Sendable {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  deinit { body() }
}

/// Holds a store, for what the store itself holds. The test takes it out at its end.
final class Holder<State, Action: Sendable>: @unchecked Sendable {
  var store: Store<State, Action>?
  var observation: StoreObservation?
}

extension CasePath where Root == Value {
  /// The actions of a child that are those of its parent.
  static var same: Self { Self({ $0 }, extract: { $0 }) }
}

/// Where an array keeps its elements: another place after a copy.
func address<Element>(_ array: [Element]?) -> UnsafeRawPointer? {
  array?.withUnsafeBytes { $0.baseAddress }
}
