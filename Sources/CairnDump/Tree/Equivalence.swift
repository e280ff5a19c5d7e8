/// A comparison of two values that finds no difference in anything a dump shows.
struct Equivalence {
  /// The results of `==` that decide.
  enum Trust {
    case none
    /// Equal values are equivalent regardless of their text.
    case inEquality
    /// Also, unequal values with a description or a mirror of their own are not equivalent: it may omit something.
    case inBoth
  }

  let trust: Trust
  /// The pairs of objects being compared, which are assumed equivalent so that cycles end.
  private var assumed: Set<ObjectPair> = []

  init(trusting trust: Trust) {
    self.trust = trust
  }

  mutating func holds(_ old: DumpNode, _ new: DumpNode) -> Bool {
    if trust != .none, areEqual(old.value, new.value) { return true }
    if trust == .inBoth, old.isComparedAsWhole || new.isComparedAsWhole { return false }
    switch (old.content, new.content) {
    case (.secret(let old), .secret(let new)):
      return old == new
    case (.text(let old), .text(let new)):
      return old == new
    case (.leaf, .leaf), (.leaf, .text), (.text, .leaf):
      // Values of two types can have one description.
      let isSameType = trust != .inBoth || type(of: old.value) == type(of: new.value)
      return isSameType && old.oneLine == new.oneLine
    case (.branch(let old), .branch(let new)):
      return holds(old, new)
    case (.leaf, _), (.text, _), (.secret, _), (.branch, _):
      return false
    }
  }

  private mutating func holds(_ old: DumpNode.Branch, _ new: DumpNode.Branch) -> Bool {
    guard old.kind.isEquivalent(to: new.kind), old.children.count == new.children.count else {
      return false
    }
    if let pair = ObjectPair(old, new), pair.isSame || !assumed.insert(pair).inserted {
      return true
    }
    for (old, new) in zip(old.children, new.children) {
      guard holds(old.label, new.label), holds(old.node, new.node) else { return false }
    }
    return true
  }

  private mutating func holds(_ old: DumpNode.Label?, _ new: DumpNode.Label?) -> Bool {
    switch (old, new) {
    case (nil, nil): true
    case (.name(let old), .name(let new)): old == new
    case (.key(let old), .key(let new)): holds(old, new)
    case (nil, _), (.name, _), (.key, _): false
    }
  }
}

extension DumpNode {
  /// Whether the values are equal or have the same text.
  func isEquivalent(to other: DumpNode) -> Bool {
    var equivalence = Equivalence(trusting: .inEquality)
    return equivalence.holds(self, other)
  }

  /// Whether the text of the value may omit what its `==` compares; `false` for an object, which can be another one in
  /// each run, and for a value that differs from itself.
  fileprivate var isComparedAsWhole: Bool {
    let value = unwrapped(value)
    let isLeaf = if case .leaf = content { true } else { false }
    return (isLeaf || hasOwnMirror(value)) && !(type(of: value) is AnyClass)
      && areEqual(value, value)
  }
}

/// Whether the mirror of a value may omit something, such as the order of elements. Those of the standard library and of
/// the collections of `Cairn` omit nothing.
private func hasOwnMirror(_ value: Any) -> Bool {
  guard value is any CustomReflectable else { return false }
  let name = String(reflecting: type(of: value))
  return !["Swift.", "Cairn."].contains { name.hasPrefix($0) }
}

/// The value in an optional or an `AnyHashable`.
private func unwrapped(_ value: Any) -> Any {
  guard value is any CustomReflectable, !hasOwnMirror(value) else { return value }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional || type(of: value) == AnyHashable.self,
    let wrapped = mirror.children.first?.value
  else { return value }
  return unwrapped(wrapped)
}

/// Whether two values are equal or have the same text, and no part whose text may omit something is unequal.
package func areInterchangeable<Value>(_ one: Value, _ other: Value) -> Bool {
  var equivalence = Equivalence(trusting: .inBoth)
  return equivalence.holds(DumpNode(one), DumpNode(other))
}

private func areEqual(_ old: Any, _ new: Any) -> Bool {
  guard let old = old as? any Equatable else { return false }
  return isEqual(old, to: new)
}

private func isEqual<Value: Equatable>(_ old: Value, to new: Any) -> Bool {
  (new as? Value) == old
}

extension DumpNode.Kind {
  /// Whether the kinds have the same text. Types of one name in two modules do.
  func isEquivalent(to other: DumpNode.Kind) -> Bool {
    switch (self, other) {
    case (.type(let old), .type(let new)): old == new || typeName(old) == typeName(new)
    case (.enumCase(let old), .enumCase(let new)): old == new
    case (.tuple, .tuple), (.array, .array), (.set, .set), (.dictionary, .dictionary): true
    case (.type, _), (.tuple, _), (.enumCase, _), (.array, _), (.set, _), (.dictionary, _): false
    }
  }
}

/// An object and the object that it is compared with.
struct ObjectPair: Hashable {
  let old: ObjectIdentifier
  let new: ObjectIdentifier

  init?(_ old: DumpNode.Branch, _ new: DumpNode.Branch) {
    guard let old = old.object, let new = new.object else { return nil }
    self.old = old
    self.new = new
  }

  var isSame: Bool { old == new }
}

/// A value as a key. Values with the same text are equal, except secrets, which compare by content.
struct DumpKey: Hashable {
  /// The levels in which the contents of objects are hashed. They are not hashed below, because an object equals
  /// itself in every context, and its contents may be shown in one and not in another.
  private static let objectLevels = 2

  let node: DumpNode
  /// Distinguishes equivalent keys.
  var number = 0
  private let hash: Int

  init(node: DumpNode) {
    self.node = node
    var hasher = Hasher()
    Self.hash(node, into: &hasher, objectLevels: Self.objectLevels)
    hash = hasher.finalize()
  }

  static func == (left: DumpKey, right: DumpKey) -> Bool {
    guard left.number == right.number, left.hash == right.hash else { return false }
    // A custom `==` may ignore parts that are hashed here.
    var equivalence = Equivalence(trusting: .none)
    return equivalence.holds(left.node, right.node)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(hash)
  }

  private static func hash(_ node: DumpNode, into hasher: inout Hasher, objectLevels: Int) {
    switch node.content {
    case .leaf, .text:
      hasher.combine(node.oneLine)
    case .secret(let secret):
      hasher.combine(secret)
    case .branch(let branch):
      guard objectLevels > 0 || branch.object == nil else { return }
      hasher.combine(branch.children.count)
      for child in branch.children {
        hash(child.node, into: &hasher, objectLevels: objectLevels - 1)
      }
    }
  }
}
