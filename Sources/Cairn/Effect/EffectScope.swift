/// The feature instance that an effect belongs to, as a path from the root of the state.
///
/// Ids are compared within one scope, so two screens of one stack never cancel each other's effects.
/// When the instance is removed from the state, its effects are cancelled.
public struct EffectScope: Hashable, Sendable {
  public typealias Subpath = ArraySlice<Component>

  @usableFromInline var components: [Component] = []

  @inlinable init(components: [Component] = []) {
    self.components = components
  }

  @inlinable var isRoot: Bool { components.isEmpty }

  /// The positions of the case paths, for messages.
  @usableFromInline var description: String {
    components.map(\.site.description).joined(separator: ", ")
  }

  @inlinable func within(_ component: Component) -> EffectScope {
    EffectScope(components: components + [component])
  }

  @inlinable func starts(with other: EffectScope) -> Bool {
    components.starts(with: other.components)
  }

  /// A child, or one element of a collection. Children are identified by the case path of their actions.
  public struct Component: Hashable, Sendable {
    @usableFromInline let site: SourceSite
    /// The identity of an element; `nil` for a child.
    @usableFromInline let identity: AnyID?

    @usableFromInline init(_ site: SourceSite, element identity: (any Hashable & Sendable)? = nil) {
      self.site = site
      self.identity = identity.map { AnyID($0) }
    }

    /// The component of an element of this child. For a child with an id, the component of the child
    /// with that id.
    @usableFromInline func element(_ identity: some Hashable & Sendable) -> Component {
      Component(site, element: identity)
    }

    /// The identity of the element, if it belongs to `child`.
    @usableFromInline func element<Identity>(of child: Component, as: Identity.Type) -> Identity? {
      site == child.site ? identity?.value as? Identity : nil
    }
  }
}

/// An id of any type: of an effect or of an element.
@usableFromInline package struct AnyID: Hashable, Sendable {
  @usableFromInline package let value: any Hashable & Sendable

  @inlinable package init(_ value: any Hashable & Sendable) {
    self.value = value
  }

  /// `AnyHashable` alone equates numbers of different types.
  @usableFromInline package static func == (left: Self, right: Self) -> Bool {
    type(of: left.value) == type(of: right.value)
      && AnyHashable(left.value) == AnyHashable(right.value)
  }

  @usableFromInline package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
