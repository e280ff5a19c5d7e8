extension DumpNode {
  /// By key in a dictionary, by the element itself in a set.
  func keyedChanges(_ before: [Child], _ after: [Child]) -> [Change] {
    let (old, new) = (numbered(before), numbered(after))
    let oldByKey = Dictionary(uniqueKeysWithValues: old)
    let newByKey = Dictionary(uniqueKeysWithValues: new)
    var removedTexts: Set<String> = []

    let changed = old.flatMap { key, child -> [Change] in
      let text = child.key?.oneLine ?? ""
      if let newChild = newByKey[key] {
        return child.node.changes(to: newChild.node).map { $0.inside("[\(text)]") }
      }
      removedTexts.insert(key.node.oneLine)
      return [.removed(child.node, at: "[\(text)]")]
    }
    let added = new.filter { oldByKey[$0.key] == nil }.map { key, child -> Change in
      let isAnotherSecret = removedTexts.contains(key.node.oneLine)
      guard let text = child.key?.oneLine else {
        return .added(child.node, at: "[]", isAnotherSecret: isAnotherSecret)
      }
      return .added(child.node, at: "[\(text)\(isAnotherSecret ? " " + Change.anotherSecret : "")]")
    }
    return changed + added
  }

  /// Children with their keys; the number tells apart those that dump alike.
  private func numbered(_ children: [Child]) -> [(key: NumberedKey, child: Child)] {
    var counts: [DumpNode: Int] = [:]
    return children.map { child in
      let number = counts[child.identity, default: 0]
      counts[child.identity] = number + 1
      return (NumberedKey(node: child.identity, number: number), child)
    }
  }
}

private struct NumberedKey: Hashable {
  let node: DumpNode
  let number: Int
}
