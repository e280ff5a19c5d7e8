/// Which instance of which feature an effect belongs to: the way from the root of the state down
/// to it.
///
/// Ids are compared within one scope only, so two screens of one stack never cancel each other's
/// effects; and when the place that a scope names is gone from the state, so are its effects.
public struct EffectScope: Hashable, Sendable {
  public typealias Rest = ArraySlice<Slot>

  @usableFromInline var slots: [Slot] = []

  @inlinable
  init(slots: [Slot] = []) {
    self.slots = slots
  }

  @inlinable
  var isRoot: Bool { slots.isEmpty }

  @inlinable
  func within(_ slot: Slot) -> EffectScope { EffectScope(slots: slots + [slot]) }

  @inlinable
  func starts(with other: EffectScope) -> Bool { slots.starts(with: other.slots) }

  /// One step of the way: a child, or one element of a collection. They are told apart by the case
  /// path that their actions come through.
  public struct Slot: Hashable, Sendable {
    @usableFromInline let site: SourceSite
    /// Of an element.
    @usableFromInline let identity: AnyID?

    @usableFromInline
    init(_ site: SourceSite) {
      self.site = site
      identity = nil
    }

    @usableFromInline
    init(_ site: SourceSite, element identity: some Hashable & Sendable) {
      self.site = site
      self.identity = AnyID(identity)
    }

    /// The identity of the element, if this is an element whose actions come through that path.
    @usableFromInline
    func element<Identity>(at site: SourceSite, as type: Identity.Type) -> Identity? {
      site == self.site ? identity?.value as? Identity : nil
    }
  }
}

/// An id of any type: what a feature calls one of its effects, or one of its elements.
@usableFromInline
package struct AnyID: Hashable, Sendable {
  @usableFromInline package let value: any Hashable & Sendable

  @inlinable
  package init(_ value: any Hashable & Sendable) {
    self.value = value
  }

  /// `AnyHashable` alone takes numbers of different types for equal.
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    type(of: left.value) == type(of: right.value)
      && AnyHashable(left.value) == AnyHashable(right.value)
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
