import Synchronization

/// The id of a screen in a ``StackState``: a number, and a generation.
///
/// The number of a new screen is one more than the greatest number in the stack; the first is 0. It is the
/// position from the bottom, unless a screen below was removed alone or inserted; see ``StackState/remove(id:)``.
///
/// An integer literal denotes the current screen with that number, for scripts and tests. An id returned
/// by a stack denotes one screen, and finds nothing after that screen is removed. Equality and hashing
/// use the number alone. Equal sequences of inputs therefore lead to equal actions.
public struct StackID: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  @usableFromInline let number: Int
  /// `nil` denotes the current screen with the number.
  @usableFromInline let generation: UInt64?

  @inlinable init(number: Int, generation: UInt64?) {
    self.number = number
    self.generation = generation
  }

  public init(integerLiteral number: Int) {
    self.init(number: number, generation: nil)
  }

  public static func == (left: Self, right: Self) -> Bool { left.number == right.number }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    noteGeneration()
  }

  /// A search compares generations beside the values.
  private func noteGeneration() { StackGenerations.note([generation ?? 0]) }

  public var description: String { "#\(number)" }

  /// Identifies one screen among all screens that a stack has held, including earlier screens with
  /// the same number.
  public struct Identity: Hashable, Sendable {
    @usableFromInline let number: Int
    @usableFromInline let generation: UInt64

    @inlinable init(number: Int, generation: UInt64) {
      self.number = number
      self.generation = generation
    }
  }

  /// The number and the generation; a literal has the generation 0, which no screen has.
  var identity: Identity { Identity(number: number, generation: generation ?? 0) }

  private static let lastGeneration = Atomic<UInt64>(0)

  /// A new generation for every push, in every stack, copy and restored state.
  ///
  /// The counter is the only state that stores share. A generation is only compared, and never printed, encoded or
  /// ordered, so that no store obtains information about another.
  @usableFromInline static func makeGeneration() -> UInt64 {
    lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

extension StackID: Codable {
  /// Encodes the number. A decoded id denotes the current screen with that number.
  public func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }

  public init(from decoder: any Decoder) throws {
    self.init(number: try Int(from: decoder), generation: nil)
  }
}

extension StackID: CustomReflectable {
  /// Has no children, because the generation differs from run to run.
  public var customMirror: Mirror {
    noteGeneration()
    return Mirror(self, children: [])
  }
}

/// The generations in hashed values: of the screens of stacks, and of stack ids.
///
/// Equality and hashing leave generations out, but the engine does not: an id of a removed screen finds
/// nothing, and an equal id of its successor finds the successor. A search compares the ``pattern`` of
/// generations beside the values.
///
/// Only what `hash(into:)` passes to the hasher is found, which is everything in a synthesized one. A
/// mirror of an id counts as its hash, for values that are not `Hashable`.
@usableFromInline
package final class StackGenerations: Sendable {
  /// The generations that were found.
  @usableFromInline
  package struct Found: Sendable {
    /// The generations, in order; 0 for an id that denotes the current screen. If the numbers of a stack differ from
    /// the positions, they follow its generations, with all bits inverted.
    @usableFromInline package var values: [UInt64] = []
    /// Whether they are those of one stack without numbers: no id and no other stack can equal them.
    @usableFromInline package var isOneStack = true

    @usableFromInline package var pattern: [Int] { StackGenerations.pattern(of: values) }
  }

  /// Numbers in the order in which generations occur first: equal for two values in which the same ids
  /// denote the same screens.
  package static func pattern(of generations: [UInt64]) -> [Int] {
    var numbers: [UInt64: Int] = [0: 0]
    return generations.map { value in
      if let number = Int(exactly: ~value) { return ~number }
      let number = numbers[value] ?? numbers.count
      numbers[value] = number
      return number
    }
  }

  /// Receives the generations of the values that the current task hashes.
  @TaskLocal private static var collector: StackGenerations?

  /// The number of searches that use a collector. Without one, a hash only reads this number.
  private static let searches = Atomic(0)

  /// The pattern of the generations in a value. O(*n*) in its size.
  @usableFromInline
  package static func pattern(in value: some Hashable) -> [Int] {
    let generations = StackGenerations()
    return generations.run { generations.found { _ = value.hashValue }.pattern }
  }

  /// The number of stack ids that were hashed in ``run(_:)``.
  private let hashedIDs = Atomic(0)
  @usableFromInline package var hasHashedIDs: Bool { hashedIDs.load(ordering: .relaxed) > 0 }

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

  /// - Parameter numbers: of a stack, the numbers that differ from the positions: a literal id finds another
  ///   screen than in an equal stack. `nil` for an id.
  @usableFromInline
  static func note(_ generations: @autoclosure () -> [UInt64], numbered numbers: [Int]? = nil) {
    guard searches.load(ordering: .relaxed) > 0, let collector else { return }
    let values = generations() + (numbers ?? []).map { ~UInt64($0) }
    let isPlain = numbers?.isEmpty == true
    if !isPlain { collector.hashedIDs.wrappingAdd(1, ordering: .relaxed) }
    collector.contents.withLock { contents in
      guard let isEmpty = contents?.values.isEmpty else { return }
      if !isPlain || !isEmpty { contents?.isOneStack = false }
      contents?.values += values
    }
  }
}
