/// A value as a key: what prints alike is one key, secrets aside, which compare by their text.
struct DumpKey: Hashable {
  /// Equal keys have equal hashes at any depth; deeper ones are only seldom needed to tell them.
  private static let hashedLevels = 2

  let node: DumpNode

  static func == (left: DumpKey, right: DumpKey) -> Bool {
    // Equality of their own may leave out what is hashed here.
    var likeness = Likeness(trustingEquality: false)
    return likeness.holds(left.node, right.node)
  }

  func hash(into hasher: inout Hasher) {
    Self.hash(node, into: &hasher, levels: Self.hashedLevels)
  }

  private static func hash(_ node: DumpNode, into hasher: inout Hasher, levels: Int) {
    switch node.content {
    case .leaf, .text:
      hasher.combine(node.oneLine)
    case .secret(let secret):
      hasher.combine(secret)
    case .branch(let branch):
      hasher.combine(branch.children.count)
      guard levels > 0 else { return }
      for child in branch.children { hash(child.node, into: &hasher, levels: levels - 1) }
    }
  }
}
