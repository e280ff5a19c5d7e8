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

  /// One step of the way: a property, a case, or one element of a collection.
  public struct Slot: Hashable, Sendable {
    private enum Kind: Hashable {
      case property(AnyKeyPath & Sendable)
      case enumCase(SourceSite)
      case element(AnyKeyPath & Sendable, AnyID)

      static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.property(let left), .property(let right)):
          left as AnyKeyPath == right as AnyKeyPath
        case (.enumCase(let left), .enumCase(let right)):
          left == right
        case (.element(let left, let leftID), .element(let right, let rightID)):
          leftID == rightID && left as AnyKeyPath == right as AnyKeyPath
        case (.property, _), (.enumCase, _), (.element, _):
          false
        }
      }

      func hash(into hasher: inout Hasher) {
        switch self {
        case .property(let keyPath):
          hasher.combine(keyPath as AnyKeyPath)
        case .enumCase(let site):
          hasher.combine(site)
        case .element(let keyPath, let id):
          hasher.combine(keyPath as AnyKeyPath)
          hasher.combine(id)
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
    static func element(
      _ collection: AnyKeyPath & Sendable, _ identity: some Hashable & Sendable
    ) -> Slot {
      Slot(.element(collection, AnyID(identity)))
    }

    /// The identity of the element, if this is an element of that collection.
    @usableFromInline
    func element<Identity>(of collection: AnyKeyPath, as type: Identity.Type) -> Identity? {
      guard case .element(let keyPath, let id) = kind, keyPath as AnyKeyPath == collection else {
        return nil
      }
      return id.value as? Identity
    }
  }
}

/// An id of any type: what a feature calls one of its effects, or one of its elements.
struct AnyID: Hashable, Sendable {
  let value: any Hashable & Sendable

  init(_ value: any Hashable & Sendable) {
    self.value = value
  }

  /// `AnyHashable` alone takes numbers of different types for equal.
  static func == (left: Self, right: Self) -> Bool {
    type(of: left.value) == type(of: right.value)
      && AnyHashable(left.value) == AnyHashable(right.value)
  }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
