/// Names one screen of a ``StackState``: its place from the bottom, and which of the screens that
/// have stood there it is.
///
/// A literal means whatever screen stands at that place now, as a script or a test wants it; an
/// id that a stack gave means that one screen only, and finds nothing once it is gone.
/// Equality and hashing compare the place alone, so that equal walks give equal actions.
public struct StackID: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  @usableFromInline let number: Int
  @usableFromInline let generation: Generation?

  @inlinable
  init(number: Int, generation: Generation?) {
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
  /// Which screen of all that a stack has held, also where others have stood in the same place.
  public struct Identity: Hashable, Sendable {
    @usableFromInline let number: Int
    @usableFromInline let generation: Generation

    @inlinable
    init(number: Int, generation: Generation) {
      self.number = number
      self.generation = generation
    }
  }
}

extension StackID: Codable {
  /// As its place, a number: what is read means whatever screen stands there.
  public func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }

  public init(from decoder: any Decoder) throws {
    self.init(number: try Int(from: decoder), generation: nil)
  }
}

extension StackID: CustomReflectable {
  /// The place alone: the generation differs from run to run.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
