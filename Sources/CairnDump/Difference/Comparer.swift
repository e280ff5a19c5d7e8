/// Compares two values, going only where they are not alike.
struct Comparer {
  /// Objects whose changes are known from another place.
  private var compared: Set<ObjectPair> = []

  mutating func compare(_ old: DumpNode, _ new: DumpNode) -> Comparison {
    guard !old.isLike(new) else { return Comparison() }
    switch (old.content, new.content) {
    case (.branch(let before), .branch(let after)):
      if let pair = ObjectPair(before, after), !compared.insert(pair).inserted {
        return Comparison()
      }
      return compare(before, after) ?? .replaced(old, by: new)
    case (.text(let before), .text(let after))
    where before.hasSeveralLines || after.hasSeveralLines:
      return compareElements(before.lineNodes, after.lineNodes) { "[line \($0 + 1)]" }
    case (.leaf, _), (.text, _), (.secret, _), (.branch, _):
      return .replaced(old, by: new)
    }
  }

  /// `nil` where there are no parts that belong together.
  private mutating func compare(
    _ old: DumpNode.Branch, _ new: DumpNode.Branch
  ) -> Comparison? {
    guard old.kind.isLike(new.kind) else { return nil }
    switch old.kind {
    case .type, .tuple:
      return compareFields(old.children, new.children)
    case .enumCase(let name):
      let inner =
        if let payload = old.onlyPayload, let newPayload = new.onlyPayload {
          compare(payload, newPayload)
        } else {
          compareFields(old.children, new.children)
        }
      guard let inner else { return nil }
      var comparison = Comparison()
      comparison.add(inner, inside: name, name)
      return comparison
    case .array:
      return compareElements(old.children.map(\.node), new.children.map(\.node)) { "[\($0)]" }
    case .set, .dictionary:
      return compareEntries(old.children, new.children)
    }
  }

  /// By name and order, or `nil` where these differ: cases of one name, mirrors made by hand.
  private mutating func compareFields(
    _ old: [DumpNode.Child], _ new: [DumpNode.Child]
  ) -> Comparison? {
    let names = old.map { $0.label?.text }
    guard names == new.map({ $0.label?.text }) else { return nil }
    var comparison = Comparison()
    for (index, (old, new)) in zip(old, new).enumerated() {
      let name = names[index] ?? "\(index)"
      comparison.add(compare(old.node, new.node), inside: name, name)
    }
    return comparison
  }
}

extension Comparison {
  fileprivate static func replaced(_ old: DumpNode, by new: DumpNode) -> Comparison {
    var comparison = Comparison()
    comparison.add(Change.replaced(old, by: new))
    return comparison
  }
}

extension String {
  fileprivate var lineNodes: [DumpNode] { lines.map { line in DumpNode(line) } }
}
