/// Accesses a child in the state of its parent: a property, an optional, a case of an enum, or an
/// element of a collection.
///
/// The operators (``Scope``, `ifLet`, `ifCaseLet`, `forEach`) differ only in their access. The work (to
/// run the child, dismiss it, scope its effects and describe its absence) is done once, below.
public protocol _ChildAccess<Parent, Child> {
  associatedtype Parent
  associatedtype Child
  /// Distinguishes a child from another that replaces it.
  associatedtype Identity

  /// The child that is present now; `nil` if there is none.
  func child(in parent: Parent) -> Child?

  /// The child with this identity; `nil` if it has been removed.
  func child(_ identity: Identity, in parent: Parent) -> Child?

  /// Changes the child in place; `nil` if there is none.
  func modify<Result>(
    _ parent: inout Parent, _ change: (inout Child, Identity) -> Result
  ) -> Result?

  /// The identity of the child after its reduction.
  func identity(_ before: Identity, of child: Child) -> Identity

  /// The component of a scope that denotes the child at a case path.
  func component(_ identity: Identity, of path: _Kernel.EffectScope.Component)
    -> _Kernel.EffectScope.Component

  /// The identity of the child that a component denotes; `nil` if it denotes another child.
  func identity(_ component: _Kernel.EffectScope.Component, of path: _Kernel.EffectScope.Component)
    -> Identity?

  /// Removes the child; `false` if the parent cannot exist without it.
  func dismiss(_ identity: Identity, from parent: inout Parent) -> Bool

  /// Describes the absence of the child.
  func missing(from parent: Parent) -> _Kernel.MissingRecipient
}

extension _ChildAccess {
  @inlinable @inline(__always) func reduce<ParentAction, Runner: Reducer>(
    _ child: Runner, into parent: inout Parent, action: Runner.Action,
    path: () -> _Kernel.EffectScope.Component,
    embed: (Identity) -> @Sendable (Runner.Action) -> ParentAction
  ) -> Effect<ParentAction> where Runner.State == Child {
    let outcome = modify(&parent) { state, identity in
      let effect = child.reduce(into: &state, action: action)
      return (effect, effect.isNone ? identity : self.identity(identity, of: state))
    }
    guard let (effect, identity) = outcome else { return .undelivered }
    guard !effect.isNone else { return .none }
    let isDismissed = effect.dismisses && dismiss(identity, from: &parent)
    return effect.of(
      child: component(identity, of: path()), embed: embed(identity), isDismissed: isDismissed)
  }

  @inlinable @inline(__always) func missingRecipient<Runner: Reducer>(
    _ child: Runner, of action: Runner.Action, in parent: Parent
  ) -> _Kernel.MissingRecipient? where Runner.State == Child {
    guard let state = self.child(in: parent) else { return missing(from: parent) }
    return child.missingRecipient(of: action, in: state)
  }

  @inlinable func hasEnded<Runner: Reducer>(
    _ child: Runner, at path: _Kernel.EffectScope.Component, _ scope: _Kernel.EffectScope.Subpath,
    in parent: Parent
  ) -> Bool? where Runner.State == Child {
    guard let identity = scope.first.flatMap({ identity($0, of: path) }) else { return nil }
    guard let state = self.child(identity, in: parent) else { return true }
    return scope.count == 1 ? false : child.hasEnded(scope.dropFirst(), in: state)
  }

  @inlinable @inline(__always)
  public func identity(_ before: Identity, of child: Child) -> Identity { before }

  @inlinable @inline(__always)
  public func dismiss(_ identity: Identity, from parent: inout Parent) -> Bool { false }
}

extension _ChildAccess where Identity == Void {
  @inlinable @inline(__always)
  public func child(_: Void, in parent: Parent) -> Child? { child(in: parent) }

  @inlinable public func component(
    _: Void, of path: _Kernel.EffectScope.Component
  ) -> _Kernel.EffectScope.Component { path }

  @inlinable public func identity(
    _ component: _Kernel.EffectScope.Component, of path: _Kernel.EffectScope.Component
  ) -> Void? { component == path ? () : nil }
}

extension _ChildAccess where Identity: Hashable & Sendable {
  @inlinable public func component(
    _ identity: Identity, of path: _Kernel.EffectScope.Component
  ) -> _Kernel.EffectScope.Component { path.element(identity) }

  @inlinable public func identity(
    _ component: _Kernel.EffectScope.Component, of path: _Kernel.EffectScope.Component
  ) -> Identity? { component.element(of: path, as: Identity.self) }
}

extension _Kernel {
  /// A property of the parent: always present.
  public struct PropertyAccess<Parent, Child>: _ChildAccess {
    @usableFromInline let keyPath: WritableKeyPath<Parent, Child> & Sendable

    @inlinable @inline(__always)
    init(_ keyPath: WritableKeyPath<Parent, Child> & Sendable) { self.keyPath = keyPath }

    @inlinable @inline(__always)
    public func child(in parent: Parent) -> Child? { parent[keyPath: keyPath] }

    @inlinable @inline(__always) public func modify<Result>(
      _ parent: inout Parent, _ change: (inout Child, Void) -> Result
    ) -> Result? {
      change(&parent[keyPath: keyPath], ())
    }

    public func missing(from parent: Parent) -> _Kernel.MissingRecipient {
      fatalError("\(keyPath) is a property of \(Parent.self) and cannot be missing")
    }
  }
}

extension _Kernel {
  /// An optional property: an alert, a sheet. `dismiss` sets it to `nil`.
  public struct OptionalAccess<Parent, Child>: _ChildAccess {
    @usableFromInline let keyPath: WritableKeyPath<Parent, Child?> & Sendable

    @inlinable @inline(__always)
    init(_ keyPath: WritableKeyPath<Parent, Child?> & Sendable) { self.keyPath = keyPath }

    @inlinable @inline(__always)
    public func child(in parent: Parent) -> Child? { parent[keyPath: keyPath] }

    @inlinable @inline(__always) public func modify<Result>(
      _ parent: inout Parent, _ change: (inout Child, Void) -> Result
    ) -> Result? {
      // Moved out, not copied: a collection inside the child stays uniquely referenced.
      guard var child = parent[keyPath: keyPath].take() else { return nil }
      let result = change(&child, ())
      parent[keyPath: keyPath] = child
      return result
    }

    @inlinable @inline(__always) public func dismiss(_: Void, from parent: inout Parent) -> Bool {
      parent[keyPath: keyPath] = nil
      return true
    }

    public func missing(from parent: Parent) -> _Kernel.MissingRecipient {
      // The description of a computed property contains an address.
      let path = "\(keyPath)"
      let place = path.contains("<computed") ? "the \(Child.self) of \(Parent.self)" : path
      return _Kernel.MissingRecipient("\(place) is nil: it was dismissed, or never shown")
    }
  }
}

extension _Kernel {
  /// The payload of one case of the parent, an enum.
  public struct CaseAccess<Parent, Child>: _ChildAccess {
    @usableFromInline let casePath: CasePath<Parent, Child>

    @inlinable @inline(__always)
    init(_ casePath: CasePath<Parent, Child>) { self.casePath = casePath }

    @inlinable @inline(__always)
    public func child(in parent: Parent) -> Child? { casePath.extract(parent) }

    @inlinable @inline(__always) public func modify<Result>(
      _ parent: inout Parent, _ change: (inout Child, Void) -> Result
    ) -> Result? {
      casePath.modify(&parent) { change(&$0, ()) }
    }

    public func missing(from parent: Parent) -> _Kernel.MissingRecipient {
      _Kernel.MissingRecipient("\(Parent.self) is in its case \(caseName(parent))")
    }
  }
}

extension _Kernel {
  /// A child whose id distinguishes it from a child that replaces it.
  public struct IdentifiedAccess<Base: _ChildAccess>: _ChildAccess
  where Base.Identity == Void, Base.Child: Identifiable, Base.Child.ID: Sendable {
    public typealias Child = Base.Child

    @usableFromInline let base: Base

    @inlinable @inline(__always) init(_ base: Base) { self.base = base }

    @inlinable @inline(__always)
    public func child(in parent: Base.Parent) -> Child? { base.child(in: parent) }

    @inlinable public func child(_ identity: Child.ID?, in parent: Base.Parent) -> Child? {
      base.child(in: parent).flatMap { $0.id == identity ? $0 : nil }
    }

    /// The id is read only if there is an effect.
    @inlinable @inline(__always) public func modify<Result>(
      _ parent: inout Base.Parent, _ change: (inout Child, Child.ID?) -> Result
    ) -> Result? {
      base.modify(&parent) { child, _ in change(&child, nil) }
    }

    @inlinable @inline(__always)
    public func identity(_ before: Child.ID?, of child: Child) -> Child.ID? { child.id }

    @inlinable @inline(__always)
    public func dismiss(_: Child.ID?, from parent: inout Base.Parent) -> Bool {
      base.dismiss((), from: &parent)
    }

    public func missing(from parent: Base.Parent) -> _Kernel.MissingRecipient {
      base.missing(from: parent)
    }
  }
}

/// The element of a collection that an id denotes.
@usableFromInline struct ElementAccess<Parent, Elements: _ElementCollection>: _ChildAccess {
  @usableFromInline let keyPath: WritableKeyPath<Parent, Elements> & Sendable
  @usableFromInline let id: Elements.ID

  @inlinable @inline(__always)
  init(_ keyPath: WritableKeyPath<Parent, Elements> & Sendable, _ id: Elements.ID) {
    self.keyPath = keyPath
    self.id = id
  }

  @inlinable @inline(__always) func child(in parent: Parent) -> Elements.Element? {
    let elements = parent[keyPath: keyPath]
    return Elements._identity(of: id, in: elements).flatMap { Elements._element($0, in: elements) }
  }

  @inlinable @inline(__always)
  func child(_ identity: Elements.Identity, in parent: Parent) -> Elements.Element? {
    Elements._element(identity, in: parent[keyPath: keyPath])
  }

  @inlinable @inline(__always) func modify<Result>(
    _ parent: inout Parent, _ change: (inout Elements.Element, Elements.Identity) -> Result
  ) -> Result? {
    Elements._modifyElement(id, of: &parent[keyPath: keyPath], change)
  }

  @inlinable @inline(__always)
  func dismiss(_ identity: Elements.Identity, from parent: inout Parent) -> Bool {
    Elements._dismiss(identity, from: &parent[keyPath: keyPath])
  }

  @usableFromInline func missing(from parent: Parent) -> _Kernel.MissingRecipient {
    _Kernel.MissingRecipient(
      Elements._missing(id, in: parent[keyPath: keyPath], at: "\(keyPath)"))
  }
}

extension _Kernel {
  /// The reason why an action is refused: its screen does not exist.
  public struct MissingRecipient: Error, Equatable, CustomStringConvertible {
    /// Names the missing screen and the present ones.
    public let description: String

    /// Creates a reason.
    public init(_ description: String) {
      self.description = description
    }
  }
}

/// The name of a value's case, without its payload, so that no value of a user is printed.
func caseName<Value>(_ value: Value) -> String {
  String(String(describing: value).prefix { $0 != "(" })
}
