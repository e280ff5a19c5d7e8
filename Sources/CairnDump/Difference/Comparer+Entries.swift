extension Comparer {
  /// By key in a dictionary, by the element itself in a set.
  mutating func compareEntries(
    _ old: [DumpNode.Child], _ new: [DumpNode.Child]
  ) -> Comparison {
    let (old, new) = (numbered(old), numbered(new))
    let oldKeys = Set(old.map(\.key))
    let newByKey = Dictionary(uniqueKeysWithValues: new)
    var comparison = Comparison()
    var removedTexts: Set<String> = []

    for (key, child) in old {
      let path = child.place()
      if let newChild = newByKey[key] {
        comparison.add(compare(child.node, newChild.node), inside: path, path)
      } else {
        removedTexts.insert(key.key.node.oneLine)
        comparison.add(Change.removed(child.node).inside(path, path))
      }
    }
    for (key, child) in new where !oldKeys.contains(key) {
      let isAnotherSecret = removedTexts.contains(key.key.node.oneLine)
      let isElement = child.label == nil
      let path = child.place(suffix: isAnotherSecret ? " " + Change.anotherSecret : "")
      let change = Change.added(child.node, isAnotherSecret: isAnotherSecret && isElement)
      comparison.add(change.inside(path, path))
    }
    return comparison
  }

  /// Children with their keys; the number tells apart those that dump alike.
  private func numbered(_ children: [DumpNode.Child]) -> [(key: NumberedKey, child: DumpNode.Child)]
  {
    var counts: [DumpKey: Int] = [:]
    return children.map { child in
      let key = DumpKey(node: child.identity)
      let number = counts[key, default: 0]
      counts[key] = number + 1
      return (NumberedKey(key: key, number: number), child)
    }
  }
}

private struct NumberedKey: Hashable {
  let key: DumpKey
  let number: Int
}

extension DumpNode.Child {
  /// `["key"]` in a dictionary, `[]` in a set.
  fileprivate func place(suffix: String = "") -> String {
    label.map { "[\($0.text)\(suffix)]" } ?? "[]"
  }
}
