extension Comparer {
  /// In order: what is alike at both ends, what is the same element in between, the rest by
  /// position.
  mutating func compareElements(
    _ old: [DumpNode], _ new: [DumpNode], at place: (Int) -> String
  ) -> Comparison {
    let pairing = ElementPairing(old, new)
    var comparison = Comparison()
    comparison.unchangedCount = pairing.alikeCount
    for pair in pairing.pairs {
      switch pair {
      case .same(let oldIndex, let newIndex):
        let inner = compare(old[oldIndex], new[newIndex])
        comparison.add(inner, inside: place(oldIndex), place(newIndex))
      case .moved(let oldIndex, let newIndex):
        let inner = compare(old[oldIndex], new[newIndex])
        let isChanged = !inner.changes.isEmpty
        let move = Change.moved(isChanged ? nil : new[newIndex], to: place(newIndex))
        comparison.add(move.inside(place(oldIndex), place(newIndex)))
        if isChanged { comparison.add(inner, inside: place(oldIndex), place(newIndex)) }
      case .removed(let index):
        comparison.add(Change.removed(old[index]).inside(place(index), place(index)))
      case .added(let index):
        comparison.add(Change.added(new[index]).inside(place(index), place(index)))
      }
    }
    return comparison
  }
}
