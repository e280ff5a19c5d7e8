import Synchronization

/// The id of a screen in a ``StackState``: a number, and a generation.
///
/// The number of a pushed screen is one more than the number of the screen below it; the first is 0. It is
/// the position from the bottom, unless a screen below was removed alone; see ``StackState/remove(id:)``.
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
  private func noteGeneration() {
    guard StackGenerations.areCollected else { return }
    StackGenerations.note([generation ?? 0], ofStack: false)
  }

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

  private static let lastGeneration = Atomic<UInt64>(0)

  /// Distinguishes the screens that have had the same number: every push gets a new generation, in
  /// every stack, copy and restored state.
  ///
  /// The numbers come from one counter of the process, the only state that stores share. A generation
  /// is compared for identity only; it is never printed, encoded, ordered or hashed into a state.
  /// Therefore no store can obtain information about another.
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
