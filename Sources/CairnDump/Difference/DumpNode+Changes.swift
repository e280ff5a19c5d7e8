extension DumpNode {
  /// What changed from this value to `new`, each with its path from here.
  func changes(to new: DumpNode) -> [Change] {
    guard case .branch(let kind, let before) = self, case .branch(kind, let after) = new else {
      return self == new ? [] : [.replaced(self, by: new)]
    }
    switch kind {
    case .type:
      return fieldChanges(before, after) ?? [.replaced(self, by: new)]
    case .enumCase(let name):
      let changes =
        if let payload = onlyPayload, let newPayload = new.onlyPayload {
          payload.changes(to: newPayload)
        } else {
          fieldChanges(before, after)
        }
      return changes?.map { $0.inside(name) } ?? [.replaced(self, by: new)]
    case .array:
      return elementChanges(before.map(\.node), after.map(\.node))
    case .set, .dictionary:
      return keyedChanges(before, after)
    }
  }

  /// By name and order, or `nil` where these differ: cases of one name, mirrors made by hand.
  private func fieldChanges(_ before: [Child], _ after: [Child]) -> [Change]? {
    guard before.map(\.key) == after.map(\.key) else { return nil }
    return zip(before, after).enumerated().flatMap { index, pair in
      let (old, new) = pair
      return old.node.changes(to: new.node).map { $0.inside(old.key?.oneLine ?? "\(index)") }
    }
  }

  /// By position, once the unchanged elements at both ends are set aside.
  private func elementChanges(_ before: [DumpNode], _ after: [DumpNode]) -> [Change] {
    let start = zip(before, after).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (before.dropFirst(start), after.dropFirst(start))
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    let (old, new) = (oldRest.dropLast(end), newRest.dropLast(end))
    return (start..<max(old.endIndex, new.endIndex)).flatMap { index -> [Change] in
      let path = "[\(index)]"
      if index >= new.endIndex { return [.removed(old[index], at: path)] }
      if index >= old.endIndex { return [.added(new[index], at: path)] }
      return old[index].changes(to: new[index]).map { $0.inside(path) }
    }
  }
}
