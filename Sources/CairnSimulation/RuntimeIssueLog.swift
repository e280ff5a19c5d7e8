import Cairn
import Synchronization

/// Collects reported issues until a driver reads them and fails its current step.
@usableFromInline package final class RuntimeIssueLog: Sendable {
  private let issues = Mutex<[RuntimeIssue]>([])
  /// Read without the lock, because a driver checks it after every action.
  @usableFromInline let hasIssues = Atomic(false)

  @usableFromInline package init() {}

  @inlinable package var isEmpty: Bool { !hasIssues.load(ordering: .acquiring) }

  /// The number of issues that were not taken.
  package var count: Int { issues.withLock { $0.count } }

  @usableFromInline package func append(_ issue: RuntimeIssue) {
    issues.withLock { issues in
      issues.append(issue)
      hasIssues.store(true, ordering: .releasing)
    }
  }

  package func takeAll() -> [RuntimeIssue] {
    issues.withLock { issues in
      hasIssues.store(false, ordering: .releasing)
      return exchange(&issues, with: [])
    }
  }
}
