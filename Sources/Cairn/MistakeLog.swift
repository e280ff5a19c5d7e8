import Synchronization

/// Keeps reported mistakes until a driver can fail what it does with them.
package final class MistakeLog: Sendable {
  private let mistakes = Mutex<[Mistake]>([])

  package init() {}

  package func append(_ mistake: Mistake) { mistakes.withLock { $0.append(mistake) } }

  package var isEmpty: Bool { mistakes.withLock { $0.isEmpty } }

  package func takeAll() -> [Mistake] {
    mistakes.withLock { mistakes in
      defer { mistakes = [] }
      return mistakes
    }
  }
}
