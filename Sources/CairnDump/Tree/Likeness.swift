/// Whether there is nothing to tell between two values.
struct Likeness {
  /// Whether values that are equal are alike, whatever they print.
  let trustsEquality: Bool
  /// Objects that are being compared: taken as alike meanwhile, or cycles would not end.
  private var assumed: Set<ObjectPair> = []

  init(trustingEquality trustsEquality: Bool) {
    self.trustsEquality = trustsEquality
  }

  mutating func holds(_ old: DumpNode, _ new: DumpNode) -> Bool {
    if trustsEquality, areEqual(old.value, new.value) { return true }
    switch (old.content, new.content) {
    case (.secret(let old), .secret(let new)):
      return old == new
    case (.text(let old), .text(let new)):
      return old == new
    case (.leaf, .leaf), (.leaf, .text), (.text, .leaf):
      return old.oneLine == new.oneLine
    case (.branch(let old), .branch(let new)):
      return holds(old, new)
    case (.leaf, _), (.text, _), (.secret, _), (.branch, _):
      return false
    }
  }

  private mutating func holds(_ old: DumpNode.Branch, _ new: DumpNode.Branch) -> Bool {
    guard old.kind.isLike(new.kind), old.children.count == new.children.count else { return false }
    if let pair = ObjectPair(old, new), pair.isOne || !assumed.insert(pair).inserted { return true }
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
  /// Whether they are equal, or print alike.
  func isLike(_ other: DumpNode) -> Bool {
    var likeness = Likeness(trustingEquality: true)
    return likeness.holds(self, other)
  }
}

private func areEqual(_ old: Any, _ new: Any) -> Bool {
  guard let old = old as? any Equatable else { return false }
  return isEqual(old, to: new)
}

private func isEqual<Value: Equatable>(_ old: Value, to new: Any) -> Bool {
  (new as? Value) == old
}

extension DumpNode.Kind {
  /// Types of one name print alike, whatever module they are from.
  func isLike(_ other: DumpNode.Kind) -> Bool {
    switch (self, other) {
    case (.type(let old), .type(let new)): old == new || typeName(old) == typeName(new)
    case (.enumCase(let old), .enumCase(let new)): old == new
    case (.tuple, .tuple), (.array, .array), (.set, .set), (.dictionary, .dictionary): true
    case (.type, _), (.tuple, _), (.enumCase, _), (.array, _), (.set, _), (.dictionary, _): false
    }
  }
}
