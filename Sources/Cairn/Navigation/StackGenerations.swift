import Synchronization

/// The generations in hashed values: of the screens of stacks, and of stack ids.
///
/// Equality and hashing leave generations out, but the engine does not: an id of a removed screen finds
/// nothing, and an equal id of its successor finds the successor. A search compares the ``pattern`` of
/// generations beside the values.
///
///     let generations = StackGenerations()
///     generations.run {
///       let found = generations.found { _ = state.hashValue }
///     }
///
/// Only what `hash(into:)` passes to the hasher is found, which is everything in a synthesized one. A
/// mirror of an id counts as its hash, for values that are not `Hashable`.
@usableFromInline
package final class StackGenerations: Sendable {
  /// The generations that were found.
  @usableFromInline
  package struct Found: Sendable {
    /// The generations, in order; 0 for an id that denotes the current screen.
    @usableFromInline package var values: [UInt64] = []
    /// Whether they are those of one stack: no id and no other stack can equal them.
    @usableFromInline package var isOneStack = true

    @usableFromInline package init() {}

    @usableFromInline package var pattern: [Int] { StackGenerations.pattern(of: values) }
  }

  /// Numbers in the order in which generations occur first: equal for two values in which the same ids
  /// denote the same screens.
  @usableFromInline
  package static func pattern(of generations: [UInt64]) -> [Int] {
    var numbers: [UInt64: Int] = [0: 0]
    return generations.map { value in
      let number = numbers[value] ?? numbers.count
      numbers[value] = number
      return number
    }
  }

  /// Receives the generations of the values that the current task hashes.
  @TaskLocal private static var collector: StackGenerations?

  /// The number of searches that use a collector. Without one, a hash only reads this number.
  private static let searches = Atomic(0)

  @usableFromInline package static var areCollected: Bool { searches.load(ordering: .relaxed) > 0 }

  /// `nil` while nothing is collected.
  private let contents = Mutex<Found?>(nil)

  @usableFromInline
  package init() { Self.searches.wrappingAdd(1, ordering: .relaxed) }

  deinit { Self.searches.wrappingSubtract(1, ordering: .relaxed) }

  /// Runs a search, which calls ``found(_:)``.
  @usableFromInline
  package func run<Result>(_ search: () -> Result) -> Result {
    Self.$collector.withValue(self, operation: search)
  }

  /// Collects the generations of the values that `body` hashes, in order.
  @usableFromInline
  package func found(_ body: () -> Void) -> Found {
    contents.withLock { $0 = Found() }
    body()
    return contents.withLock { $0.take() } ?? Found()
  }

  @usableFromInline
  static func note(_ generations: [UInt64], ofStack isStack: Bool) {
    collector?.contents.withLock { contents in
      guard let isEmpty = contents?.values.isEmpty else { return }
      if !isStack || !isEmpty { contents?.isOneStack = false }
      contents?.values += generations
    }
  }
}
