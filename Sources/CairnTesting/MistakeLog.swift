import Cairn
import Synchronization

/// Keeps the mistakes of one step until the test can be failed with them.
final class MistakeLog: Sendable {
  private let mistakes = Mutex<[Mistake]>([])

  func append(_ mistake: Mistake) { mistakes.withLock { $0.append(mistake) } }

  func takeAll() -> [Mistake] {
    mistakes.withLock { mistakes in
      defer { mistakes = [] }
      return mistakes
    }
  }
}
