import Synchronization

/// Keeps reported mistakes until a driver can fail what it does with them.
@usableFromInline
package final class MistakeLog: Sendable {
  private let mistakes = Mutex<[Mistake]>([])
  /// Read without the lock: a driver asks after every action.
  @usableFromInline let hasMistakes = Atomic(false)

  @usableFromInline
  package init() {}

  @inlinable
  package var isEmpty: Bool { !hasMistakes.load(ordering: .acquiring) }

  @usableFromInline
  package func append(_ mistake: Mistake) {
    mistakes.withLock { mistakes in
      mistakes.append(mistake)
      hasMistakes.store(true, ordering: .releasing)
    }
  }

  package func takeAll() -> [Mistake] {
    mistakes.withLock { mistakes in
      hasMistakes.store(false, ordering: .releasing)
      defer { mistakes = [] }
      return mistakes
    }
  }
}
