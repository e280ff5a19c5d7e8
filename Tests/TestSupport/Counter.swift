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
