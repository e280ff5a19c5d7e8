import Synchronization

/// The id of a screen in a ``StackState``: its position from the bottom, and its generation.
///
/// An integer literal denotes the current screen at that position, for scripts and tests. An id
/// returned by a stack denotes one screen, and finds nothing after that screen is removed.
/// Equality and hashing use the position alone. Equal sequences of inputs therefore lead to equal
/// actions.
public struct StackID: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  @usableFromInline let number: Int
  @usableFromInline let generation: Generation?

  @inlinable init(number: Int, generation: Generation?) {
    self.number = number
    self.generation = generation
  }

  public init(integerLiteral number: Int) {
    self.init(number: number, generation: nil)
  }

  public static func == (left: Self, right: Self) -> Bool { left.number == right.number }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  public var description: String { "#\(number)" }
}

extension StackID {
  /// Identifies one screen among all screens that a stack has held, including earlier screens at
  /// the same position.
  public struct Identity: Hashable, Sendable {
    @usableFromInline let number: Int
    @usableFromInline let generation: Generation

    @inlinable init(number: Int, generation: Generation) {
      self.number = number
      self.generation = generation
    }
  }
}

extension StackID: Codable {
  /// Encodes the position. A decoded id denotes the current screen at that position.
  public func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }

  public init(from decoder: any Decoder) throws {
    self.init(number: try Int(from: decoder), generation: nil)
  }
}

extension StackID: CustomReflectable {
  /// Has no children, because the generation differs from run to run.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Distinguishes the screens that have had the same position: every push gets a new generation, in
/// every stack, copy and restored state.
///
/// The numbers come from one counter of the process, the only state that stores share. A generation
/// is compared for identity only; it is never printed, encoded, ordered or hashed into a state.
/// Therefore no store can obtain information about another.
@usableFromInline struct Generation: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  @usableFromInline let number: UInt64

  @usableFromInline init() {
    number = Generation.last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  @inlinable static func == (left: Self, right: Self) -> Bool { left.number == right.number }
}
