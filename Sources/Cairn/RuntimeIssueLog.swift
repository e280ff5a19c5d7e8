import Synchronization

/// Keeps reported mistakes until a driver can fail what it does with them.
@usableFromInline
package final class RuntimeIssueLog: Sendable {
  private let issues = Mutex<[RuntimeIssue]>([])
  /// Read without the lock: a driver asks after every action.
  @usableFromInline let hasIssues = Atomic(false)

  @usableFromInline
  package init() {}

  @inlinable
  package var isEmpty: Bool { !hasIssues.load(ordering: .acquiring) }

  @usableFromInline
  package func append(_ issue: RuntimeIssue) {
    issues.withLock { issues in
      issues.append(issue)
      hasIssues.store(true, ordering: .releasing)
    }
  }

  package func takeAll() -> [RuntimeIssue] {
    issues.withLock { issues in
      hasIssues.store(false, ordering: .releasing)
      defer { issues = [] }
      return issues
    }
  }
}
