/// Which instance of which feature an effect belongs to: the way from the root of the state down
/// to it.
///
/// Ids are compared within one scope only, so two screens of one stack never cancel each other's
/// effects; and when the place that a scope names is gone from the state, so are its effects.
public struct EffectScope: Hashable, Sendable {
  public typealias Rest = ArraySlice<Slot>

  var slots: [Slot] = []

  var isRoot: Bool { slots.isEmpty }

  func within(_ slot: Slot) -> EffectScope { EffectScope(slots: slots + [slot]) }

  func starts(with other: EffectScope) -> Bool { slots.starts(with: other.slots) }

  /// One step of the way: a property, a case, or one screen of a stack.
  public struct Slot: Hashable, Sendable {
    private enum Kind: Hashable {
      case property(AnyKeyPath & Sendable)
      case enumCase(SourceSite)
      case screen(AnyKeyPath & Sendable, number: Int, generation: Generation?)

      static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.property(let left), .property(let right)):
          left as AnyKeyPath == right as AnyKeyPath
        case (.enumCase(let left), .enumCase(let right)):
          left == right
        case (
          .screen(let left, let leftNumber, let leftGeneration),
          .screen(let right, let rightNumber, let rightGeneration)
        ):
          leftNumber == rightNumber && leftGeneration == rightGeneration
            && left as AnyKeyPath == right as AnyKeyPath
        case (.property, _), (.enumCase, _), (.screen, _):
          false
        }
      }

      func hash(into hasher: inout Hasher) {
        switch self {
        case .property(let keyPath):
          hasher.combine(keyPath as AnyKeyPath)
        case .enumCase(let site):
          hasher.combine(site)
        case .screen(let keyPath, let number, let generation):
          hasher.combine(keyPath as AnyKeyPath)
          hasher.combine(number)
          hasher.combine(generation)
        }
      }
    }

    private let kind: Kind

    private init(_ kind: Kind) {
      self.kind = kind
    }

    @usableFromInline
    static func property(_ keyPath: AnyKeyPath & Sendable) -> Slot { Slot(.property(keyPath)) }

    @usableFromInline
    static func enumCase(_ site: SourceSite) -> Slot { Slot(.enumCase(site)) }

    @usableFromInline
    static func screen(_ stack: AnyKeyPath & Sendable, _ id: StackID) -> Slot {
      Slot(.screen(stack, number: id.number, generation: id.generation))
    }

    /// The id of the screen, if this is a screen of that stack.
    @usableFromInline
    func screen(of stack: AnyKeyPath) -> StackID? {
      guard case .screen(let keyPath, let number, let generation) = kind,
        keyPath as AnyKeyPath == stack
      else { return nil }
      return StackID(number: number, generation: generation)
    }
  }
}

/// What a feature calls one of its effects, so that it can cancel it.
struct CancelID: Hashable, Sendable {
  let value: any Hashable & Sendable

  /// `AnyHashable` alone takes numbers of different types for equal.
  static func == (left: Self, right: Self) -> Bool {
    type(of: left.value) == type(of: right.value)
      && AnyHashable(left.value) == AnyHashable(right.value)
  }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
