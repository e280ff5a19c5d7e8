/// Compares two values and descends only into parts that are not equivalent.
struct Comparer {
  /// The pairs of objects whose changes are already listed at another path.
  private var compared: Set<ObjectPair> = []

  mutating func compare(_ old: DumpNode, _ new: DumpNode) -> Comparison {
    guard !old.isEquivalent(to: new) else { return Comparison() }
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

  /// Returns `nil` if the branches have no corresponding parts.
  private mutating func compare(
    _ old: DumpNode.Branch, _ new: DumpNode.Branch
  ) -> Comparison? {
    guard old.kind.isEquivalent(to: new.kind) else { return nil }
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

  /// Compares fields in order, or returns `nil` if their names differ, as those of overloaded enum
  /// cases and of custom mirrors can.
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

  /// Compares ordered elements by the pairs of ``ElementPairing``.
  private mutating func compareElements(
    _ old: [DumpNode], _ new: [DumpNode], path: (Int) -> String
  ) -> Comparison {
    let pairing = ElementPairing(old, new)
    var comparison = Comparison()
    comparison.unchangedCount = pairing.equivalentCount
    for pair in pairing.pairs {
      switch pair {
      case .same(let oldIndex, let newIndex):
        let inner = compare(old[oldIndex], new[newIndex])
        comparison.add(inner, inside: path(oldIndex), path(newIndex))
      case .moved(let oldIndex, let newIndex):
        let inner = compare(old[oldIndex], new[newIndex])
        let isChanged = !inner.changes.isEmpty
        let move = Change(.moved(isChanged ? nil : new[newIndex], to: path(newIndex)))
        comparison.add(move.inside(path(oldIndex), path(newIndex)))
        if isChanged { comparison.add(inner, inside: path(oldIndex), path(newIndex)) }
      case .removed(let index):
        comparison.add(Change(.removed(old[index])).inside(path(index), path(index)))
      case .added(let index):
        comparison.add(Change(.added(new[index])).inside(path(index), path(index)))
      }
    }
    return comparison
  }

  /// Compares the values of a dictionary by key, and the elements of a set by themselves.
  private mutating func compareEntries(
    _ old: [DumpNode.Child], _ new: [DumpNode.Child]
  ) -> Comparison {
    let (old, new) = (numbered(old), numbered(new))
    let oldKeys = Set(old.map(\.key))
    let newByKey = Dictionary(uniqueKeysWithValues: new)
    var comparison = Comparison()
    var removedTexts: Set<String> = []

    for (key, child) in old {
      let path = child.path()
      if let newChild = newByKey[key] {
        comparison.add(compare(child.node, newChild.node), inside: path, path)
      } else {
        removedTexts.insert(key.node.oneLine)
        comparison.add(Change(.removed(child.node)).inside(path, path))
      }
    }
    for (key, child) in new where !oldKeys.contains(key) {
      let isAnotherSecret = removedTexts.contains(key.node.oneLine)
      let isElement = child.label == nil
      let path = child.path(suffix: isAnotherSecret ? " " + Change.anotherSecret : "")
      let change = Change(.added(child.node), isAnotherSecret: isAnotherSecret && isElement)
      comparison.add(change.inside(path, path))
    }
    return comparison
  }

  /// Children with their keys; the number distinguishes equivalent keys.
  private func numbered(_ children: [DumpNode.Child]) -> [(key: DumpKey, child: DumpNode.Child)] {
    var counts: [DumpKey: Int] = [:]
    return children.map { child in
      var key = DumpKey(node: child.identity)
      let number = counts[key, default: 0]
      counts[key] = number + 1
      key.number = number
      return (key, child)
    }
  }
}

extension Comparison {
  fileprivate static func replaced(_ old: DumpNode, by new: DumpNode) -> Comparison {
    var comparison = Comparison()
    comparison.add(
      Change(.replaced(old, by: new), isAnotherSecret: old.oneLine == new.oneLine))
    return comparison
  }
}

extension DumpNode.Child {
  /// `["key"]` in a dictionary, `[]` in a set.
  fileprivate func path(suffix: String = "") -> String {
    label.map { "[\($0.text)\(suffix)]" } ?? "[]"
  }
}

extension String {
  fileprivate var lineNodes: [DumpNode] { lines.map { line in DumpNode(line) } }
}
