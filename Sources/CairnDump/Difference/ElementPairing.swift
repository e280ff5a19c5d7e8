/// Which elements of two collections belong together.
///
/// What is alike at both ends is set aside, which is linear and mostly leaves one place. In what is
/// left, elements with the same key stay where as many as possible keep their order, and moved
/// elsewhere; others belong together by position.
struct ElementPairing {
  enum Pair {
    case same(old: Int, new: Int)
    case moved(old: Int, new: Int)
    case removed(Int)
    case added(Int)
  }

  /// How many are alike, and in no pair.
  private(set) var alikeCount = 0
  /// In the order of the old places; what was added stands where others went.
  private(set) var pairs: [Pair] = []

  private let old: [DumpNode]
  private let new: [DumpNode]

  init(_ old: [DumpNode], _ new: [DumpNode]) {
    self.old = old
    self.new = new
    let middle = trimmed(Gap(old: old.indices, new: new.indices))
    guard middle.canHoldMoves else {
      pair(middle, moves: [:])
      return
    }

    let matches = ElementMatches(old[middle.old], new[middle.new])
    let anchors = longestRun(of: matches.candidates)
    let gaps = middle.split(at: anchors).map { trimmed($0) }
    let moves = matches.moves(in: gaps)
    for (index, gap) in gaps.enumerated() {
      pair(gap, moves: moves)
      if index < anchors.count {
        pairs.append(.same(old: anchors[index].old, new: anchors[index].new))
      }
    }
  }

  private mutating func trimmed(_ gap: Gap) -> Gap {
    var gap = gap
    while let oldNode = old[gap.old].first, let newNode = new[gap.new].first,
      oldNode.isLike(newNode)
    {
      gap.old.removeFirst()
      gap.new.removeFirst()
      alikeCount += 1
    }
    while let oldNode = old[gap.old].last, let newNode = new[gap.new].last,
      oldNode.isLike(newNode)
    {
      gap.old.removeLast()
      gap.new.removeLast()
      alikeCount += 1
    }
    return gap
  }

  private mutating func pair(_ gap: Gap, moves: [Int: Int]) {
    let arrived = Set(moves.values)
    var rest = gap.new.filter { !arrived.contains($0) }[...]
    for index in gap.old {
      if let new = moves[index] {
        pairs.append(.moved(old: index, new: new))
      } else if let new = rest.popFirst() {
        pairs.append(.same(old: index, new: new))
      } else {
        pairs.append(.removed(index))
      }
    }
    pairs += rest.map(Pair.added)
  }
}
