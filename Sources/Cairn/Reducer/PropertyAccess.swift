/// A child that is a property of its parent: always there.
public struct PropertyAccess<Parent, Child>: ChildAccess {
  @usableFromInline let keyPath: WritableKeyPath<Parent, Child> & Sendable

  @inlinable @inline(__always)
  init(_ keyPath: WritableKeyPath<Parent, Child> & Sendable) {
    self.keyPath = keyPath
  }

  @inlinable @inline(__always)
  public func child(in parent: Parent) -> Child? { parent[keyPath: keyPath] }

  @inlinable @inline(__always)
  public func modify<Result>(
    _ parent: inout Parent, _ change: (inout Child) -> Result
  ) -> Result? {
    change(&parent[keyPath: keyPath])
  }

  @inlinable @inline(__always)
  public func dismiss(from parent: inout Parent) -> Bool { false }

  public func missing(from parent: Parent) -> MissingRecipient {
    fatalError("\(keyPath) is a stored part of \(Parent.self) and cannot be missing")
  }
}

/// A child that is there or not: an alert, a sheet, a dialog. `dismiss` clears it.
public struct OptionalAccess<Parent, Child>: ChildAccess {
  @usableFromInline let keyPath: WritableKeyPath<Parent, Child?> & Sendable

  @inlinable @inline(__always)
  init(_ keyPath: WritableKeyPath<Parent, Child?> & Sendable) {
    self.keyPath = keyPath
  }

  @inlinable @inline(__always)
  public func child(in parent: Parent) -> Child? { parent[keyPath: keyPath] }

  @inlinable @inline(__always)
  public func modify<Result>(
    _ parent: inout Parent, _ change: (inout Child) -> Result
  ) -> Result? {
    // Taken out, not copied: a collection inside the child stays uniquely referenced.
    guard var child = parent[keyPath: keyPath].take() else { return nil }
    let result = change(&child)
    parent[keyPath: keyPath] = child
    return result
  }

  @inlinable @inline(__always)
  public func dismiss(from parent: inout Parent) -> Bool {
    parent[keyPath: keyPath] = nil
    return true
  }

  public func missing(from parent: Parent) -> MissingRecipient {
    MissingRecipient("\(keyPath) is nil: it was dismissed, or never shown")
  }
}

/// A child that is the payload of one case of its parent, an enum.
public struct CaseAccess<Parent, Child>: ChildAccess {
  @usableFromInline let casePath: CasePath<Parent, Child>

  @inlinable @inline(__always)
  init(_ casePath: CasePath<Parent, Child>) {
    self.casePath = casePath
  }

  @inlinable @inline(__always)
  public func child(in parent: Parent) -> Child? { casePath.extract(parent) }

  @inlinable @inline(__always)
  public func modify<Result>(
    _ parent: inout Parent, _ change: (inout Child) -> Result
  ) -> Result? {
    casePath.modify(&parent, change)
  }

  @inlinable @inline(__always)
  public func dismiss(from parent: inout Parent) -> Bool { false }

  public func missing(from parent: Parent) -> MissingRecipient {
    MissingRecipient("\(Parent.self) is in its case \(caseName(parent))")
  }
}
