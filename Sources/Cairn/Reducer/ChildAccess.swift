/// Accesses a child in the state of its parent: a property, an optional, a case of an enum, or an
/// element of a collection.
///
/// The operators (``Scope``, `ifLet`, `ifCaseLet`, `forEach`) differ only in their access. The work (to
/// run the child, dismiss it, scope its effects and describe its absence) is done once, below.
public protocol _ChildAccess<Parent, Child>: Sendable {
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

  /// Makes the access to the child with an identity, for an effect. A closure, because a key path that is a
  /// value becomes an object, also in an action without an effect.
  var locate: @Sendable (Identity) -> Self { get }

  /// The identity in a component of a scope: that of an element, or of a child with an id.
  static func _stored(_ identity: Identity) -> (any Hashable & Sendable)?

  /// The identity of the child that a component denotes; `nil` if it denotes another kind of child.
  static func _identity(in component: _Kernel.EffectScope.Component) -> Identity?

  /// Whether the other access has the same place in the parent.
  func isSame(as other: Self) -> Bool

  /// Removes the child; `false` if the parent cannot exist without it.
  func dismiss(_ identity: Identity, from parent: inout Parent) -> Bool

  /// Describes the absence of the child.
  func missing(from parent: Parent) -> _Kernel.MissingRecipient

  /// The part of ``_Kernel/Node/weight`` beside that of the child.
  static var weight: Int { get }
}

extension _ChildAccess {
  @inlinable @inline(__always) func reduce<ParentAction, Runner: Reducer>(
    _ child: Runner, into parent: inout Parent, action: Runner.Action, site: () -> SourceSite,
    embed: (Identity) -> @Sendable (Runner.Action) -> ParentAction
  ) -> Effect<ParentAction> where Runner.State == Child {
    let outcome = modify(&parent) { state, identity in
      let effect = child.reduce(into: &state, action: action)
      return (effect, effect.isNone ? identity : self.identity(identity, of: state))
    }
    guard let (effect, identity) = outcome else {
      return Effect(.undelivered(missing(from: parent)))
    }
    guard !effect.isNone else { return .none }
    return scoped(effect, to: identity, in: &parent, site: site(), embed: embed(identity))
  }

  /// The effect of a child as one of its parent. Not specialized: an app would contain it once for each child.
  @usableFromInline func scoped<ChildAction, ParentAction>(
    _ effect: Effect<ChildAction>, to identity: Identity, in parent: inout Parent,
    site: SourceSite, embed: @escaping @Sendable (ChildAction) -> ParentAction
  ) -> Effect<ParentAction> {
    let isDismissed = effect.dismisses && dismiss(identity, from: &parent)
    let component = _Kernel.EffectScope.Component(site, element: Self._stored(identity)) {
      [locate] in Self._identity(in: $0).map { locate($0) }
    }
    return effect.of(child: component, embed: embed, isDismissed: isDismissed)
  }

  @inlinable @inline(__always) func missingRecipient<Runner: Reducer>(
    _ child: Runner, of action: Runner.Action, in parent: Parent,
    _ check: _Kernel.Node<Runner>.Check?
  ) -> _Kernel.MissingRecipient? where Runner.State == Child {
    guard let state = self.child(in: parent) else { return missing(from: parent) }
    return check?(child, action, state)
  }

  @inlinable @inline(__always)
  public func identity(_ before: Identity, of child: Child) -> Identity { before }

  public func dismiss(_ identity: Identity, from parent: inout Parent) -> Bool { false }

  @inlinable public static var weight: Int { @inline(__always) get { 1 } }
}

extension _ChildAccess where Identity == Void {
  public func child(_: Void, in parent: Parent) -> Child? { child(in: parent) }

  public static func _stored(_: Void) -> (any Hashable & Sendable)? { nil }

  public static func _identity(in component: _Kernel.EffectScope.Component) -> Void? {
    component.identity == nil ? () : nil
  }
}

extension _ChildAccess where Identity: Hashable & Sendable {
  public static func _stored(_ identity: Identity) -> (any Hashable & Sendable)? { identity }

  public static func _identity(in component: _Kernel.EffectScope.Component) -> Identity? {
    component.identity?.value as? Identity
  }
}

// A scope of effects leads to its feature by the accesses of its components. The types of their states are
// compared, because a reducer may run another by hand on a part of its state.
extension _ChildAccess {
  /// Whether the feature at the end of a scope has been removed from a state; `nil` if the scope does not
  /// begin in a state of that type.
  func hasEnded<State>(_ scope: _Kernel.EffectScope.Subpath, in state: State) -> Bool? {
    guard State.self == Parent.self, let identity = scope.first.flatMap(Self._identity) else {
      return nil
    }
    let child = unsafe withUnsafePointer(to: state) {
      unsafe $0.withMemoryRebound(to: Parent.self, capacity: 1) {
        unsafe self.child(identity, in: $0.pointee)
      }
    }
    guard let child else { return true }
    let rest = scope.dropFirst()
    return rest.isEmpty ? false : rest.access?.hasEnded(rest, in: child)
  }

  /// Whether the scope begins at the place of this access, or has no places. One action can reach the children of
  /// several places.
  func leads(into scope: _Kernel.EffectScope.Subpath) -> Bool {
    guard let access = scope.access else { return true }
    return (access as? Self).map { isSame(as: $0) } ?? false
  }

  /// Removes the innermost feature of a scope that can be removed.
  ///
  /// - Returns: the number of components up to that feature; `nil` if there is none.
  func dismiss<State>(_ scope: _Kernel.EffectScope.Subpath, from state: inout State) -> Int? {
    guard State.self == Parent.self, let identity = scope.first.flatMap(Self._identity) else {
      return nil
    }
    let rest = scope.dropFirst()
    return unsafe withUnsafeMutablePointer(to: &state) {
      unsafe $0.withMemoryRebound(to: Parent.self, capacity: 1) { parent in
        let inner = rest.access.flatMap { access in
          unsafe modify(&parent.pointee) { child, _ in access.dismiss(rest, from: &child) }
        }
        if let depth = inner ?? nil { return depth + 1 }
        return unsafe dismiss(identity, from: &parent.pointee) ? 1 : nil
      }
    }
  }
}

extension _Kernel {
  /// A property of the parent: always present.
  public struct PropertyAccess<Parent, Child>: _ChildAccess {
    public typealias Identity = Void

    @usableFromInline let keyPath: @Sendable () -> WritableKeyPath<Parent, Child> & Sendable

    @inlinable @inline(__always)
    init(_ keyPath: @escaping @Sendable () -> WritableKeyPath<Parent, Child> & Sendable) {
      self.keyPath = keyPath
    }

    public var locate: @Sendable (Identity) -> Self { { [keyPath] _ in Self(keyPath) } }

    @inlinable @inline(__always)
    public func child(in parent: Parent) -> Child? { parent[keyPath: keyPath()] }

    @inlinable @inline(__always) public func modify<Result>(
      _ parent: inout Parent, _ change: (inout Child, Void) -> Result
    ) -> Result? {
      change(&parent[keyPath: keyPath()], ())
    }

    public func isSame(as other: Self) -> Bool { keyPath() == other.keyPath() }

    public func missing(from parent: Parent) -> _Kernel.MissingRecipient {
      fatalError("\(keyPath()) is a property of \(Parent.self) and cannot be missing")
    }
  }

  /// An optional property: an alert, a sheet. `dismiss` sets it to `nil`.
  public struct OptionalAccess<Parent, Child>: _ChildAccess {
    public typealias Identity = Void

    @usableFromInline let keyPath: @Sendable () -> WritableKeyPath<Parent, Child?> & Sendable

    @inlinable @inline(__always)
    init(_ keyPath: @escaping @Sendable () -> WritableKeyPath<Parent, Child?> & Sendable) {
      self.keyPath = keyPath
    }

    public var locate: @Sendable (Identity) -> Self { { [keyPath] _ in Self(keyPath) } }

    @inlinable @inline(__always)
    public func child(in parent: Parent) -> Child? { parent[keyPath: keyPath()] }

    @inlinable @inline(__always) public func modify<Result>(
      _ parent: inout Parent, _ change: (inout Child, Void) -> Result
    ) -> Result? {
      // An absent child is not written, and a present one is written once, by one access. A setter, or an
      // observer of the property, would take `nil` for a dismissal.
      guard parent[keyPath: keyPath()] != nil else { return nil }
      return Self.modify(&parent[keyPath: keyPath()], change)
    }

    @inlinable @inline(__always) static func modify<Result>(
      _ place: inout Child?, _ change: (inout Child, Void) -> Result
    ) -> Result? {
      // Moved out, not copied: a collection inside a stored child stays uniquely referenced.
      guard var child = place.take() else { return nil }
      let result = change(&child, ())
      place = child
      return result
    }

    public func isSame(as other: Self) -> Bool { keyPath() == other.keyPath() }

    public func dismiss(_: Void, from parent: inout Parent) -> Bool {
      parent[keyPath: keyPath()] = nil
      return true
    }

    public func missing(from parent: Parent) -> _Kernel.MissingRecipient {
      // The description of a computed property contains an address.
      let path = "\(keyPath())"
      let place = path.contains("<computed") ? "the \(Child.self) of \(Parent.self)" : path
      return _Kernel.MissingRecipient("\(place) is nil: it was dismissed, or never shown")
    }
  }

  /// The payload of one case of the parent, an enum.
  public struct CaseAccess<Parent, Child>: _ChildAccess {
    public typealias Identity = Void

    @usableFromInline let casePath: CasePath<Parent, Child>

    @inlinable public static var weight: Int { @inline(__always) get { 3 } }

    @inlinable @inline(__always)
    init(_ casePath: CasePath<Parent, Child>) { self.casePath = casePath }

    public var locate: @Sendable (Identity) -> Self { { [casePath] _ in Self(casePath) } }

    @inlinable @inline(__always)
    public func child(in parent: Parent) -> Child? { casePath.extract(parent) }

    @inlinable @inline(__always) public func modify<Result>(
      _ parent: inout Parent, _ change: (inout Child, Void) -> Result
    ) -> Result? {
      casePath.modify(&parent) { change(&$0, ()) }
    }

    public func isSame(as other: Self) -> Bool { casePath == other.casePath }

    public func missing(from parent: Parent) -> _Kernel.MissingRecipient {
      _Kernel.MissingRecipient("\(Parent.self) is in its case \(caseName(parent))")
    }
  }

  /// A child whose id distinguishes it from a child that replaces it.
  public struct IdentifiedAccess<Base: _ChildAccess>: _ChildAccess
  where Base.Identity == Void, Base.Child: Identifiable, Base.Child.ID: Sendable {
    public typealias Child = Base.Child

    @usableFromInline let base: Base

    @inlinable public static var weight: Int { @inline(__always) get { Base.weight } }

    @inlinable @inline(__always) init(_ base: Base) { self.base = base }

    public var locate: @Sendable (Child.ID?) -> Self {
      { [locate = base.locate] _ in Self(locate(())) }
    }

    @inlinable @inline(__always)
    public func child(in parent: Base.Parent) -> Child? { base.child(in: parent) }

    public func child(_ identity: Child.ID?, in parent: Base.Parent) -> Child? {
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

    public func isSame(as other: Self) -> Bool { base.isSame(as: other.base) }

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
  @usableFromInline let keyPath: @Sendable () -> WritableKeyPath<Parent, Elements> & Sendable
  @usableFromInline let id: Elements.ID

  @inlinable @inline(__always)
  init(
    _ keyPath: @escaping @Sendable () -> WritableKeyPath<Parent, Elements> & Sendable,
    _ id: Elements.ID
  ) {
    self.keyPath = keyPath
    self.id = id
  }

  @usableFromInline var locate: @Sendable (Elements.Identity) -> Self {
    { [keyPath] in Self(keyPath, Elements._id(of: $0)) }
  }

  @inlinable @inline(__always) func child(in parent: Parent) -> Elements.Element? {
    let elements = parent[keyPath: keyPath()]
    return Elements._identity(of: id, in: elements).flatMap { Elements._element($0, in: elements) }
  }

  @usableFromInline
  func child(_ identity: Elements.Identity, in parent: Parent) -> Elements.Element? {
    Elements._element(identity, in: parent[keyPath: keyPath()])
  }

  @inlinable @inline(__always) func modify<Result>(
    _ parent: inout Parent, _ change: (inout Elements.Element, Elements.Identity) -> Result
  ) -> Result? {
    // For an absent element nothing is written: a setter, or an observer of the property, would see a change.
    guard Elements._identity(of: id, in: parent[keyPath: keyPath()]) != nil else { return nil }
    return Elements._modifyElement(id, of: &parent[keyPath: keyPath()], change)
  }

  @inlinable @inline(__always)
  func identity(_ before: Elements.Identity, of child: Elements.Element) -> Elements.Identity {
    Elements._identity(before, of: child)
  }

  /// The ids differ if the element has changed its own, and another one may have the old id.
  @usableFromInline func isSame(as other: Self) -> Bool {
    id == other.id && keyPath() == other.keyPath()
  }

  @usableFromInline
  func dismiss(_ identity: Elements.Identity, from parent: inout Parent) -> Bool {
    // A collection whose elements cannot be dismissed is not written.
    guard let dismiss = Elements._dismiss else { return false }
    dismiss(identity, &parent[keyPath: keyPath()])
    return true
  }

  @usableFromInline func missing(from parent: Parent) -> _Kernel.MissingRecipient {
    _Kernel.MissingRecipient(
      Elements._missing(
        id, in: parent[keyPath: keyPath()], at: _Kernel.text(of: keyPath())))
  }
}

extension _Kernel {
  /// The text of a key path. That of a computed property contains an address, which differs from run to run.
  package static func text(of path: AnyKeyPath) -> String {
    path.debugDescription.split(separator: " ").filter { !$0.hasPrefix("0x") }
      .joined(separator: " ")
  }

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
  let mirror = Mirror(reflecting: value)
  // A description of the type's own could contain the payload.
  if mirror.displayStyle == .enum, let name = mirror.children.first?.label { return name }
  return String(String(describing: value).prefix { $0 != "(" })
}
