/// The corresponding elements of two collections.
///
/// Equivalent elements at both ends are skipped first, in linear time; often at most one element
/// remains. Of the remaining elements, those with equal keys correspond: as many as possible keep
/// their order, the others are moves. All others correspond by position.
struct ElementPairing {
  enum Pair {
    case same(old: Int, new: Int)
    case moved(old: Int, new: Int)
    case removed(Int)
    case added(Int)
  }

  /// The number of equivalent elements that were skipped and are in no pair.
  private(set) var equivalentCount = 0
  /// The pairs in the order of their old indices; added elements follow those that they replace.
  private(set) var pairs: [Pair] = []

  private let old: [DumpNode]
  private let new: [DumpNode]

  init(_ old: [DumpNode], _ new: [DumpNode]) {
    self.old = old
    self.new = new
    let middle = trimmed(Gap(old: old.indices, new: new.indices))
    guard middle.canHoldMoves else {
      pair(middle, moves: [:], destinations: [])
      return
    }

    let matches = ElementMatches(old[middle.old], new[middle.new])
    let anchors = longestIncreasingRun(of: matches.candidates)
    let gaps = middle.split(at: anchors).map { trimmed($0) }
    let moves = matches.moves(in: gaps)
    let destinations = Set(moves.values)
    for (index, gap) in gaps.enumerated() {
      pair(gap, moves: moves, destinations: destinations)
      if index < anchors.count {
        pairs.append(.same(old: anchors[index].old, new: anchors[index].new))
      }
    }
  }

  private mutating func trimmed(_ gap: Gap) -> Gap {
    var gap = gap
    while let oldNode = old[gap.old].first, let newNode = new[gap.new].first,
      oldNode.isEquivalent(to: newNode)
    {
      gap.old.removeFirst()
      gap.new.removeFirst()
      equivalentCount += 1
    }
    while let oldNode = old[gap.old].last, let newNode = new[gap.new].last,
      oldNode.isEquivalent(to: newNode)
    {
      gap.old.removeLast()
      gap.new.removeLast()
      equivalentCount += 1
    }
    return gap
  }

  private mutating func pair(_ gap: Gap, moves: [Int: Int], destinations: Set<Int>) {
    var remaining = gap.new.filter { !destinations.contains($0) }[...]
    for index in gap.old {
      if let new = moves[index] {
        pairs.append(.moved(old: index, new: new))
      } else if let new = remaining.popFirst() {
        pairs.append(.same(old: index, new: new))
      } else {
        pairs.append(.removed(index))
      }
    }
    pairs += remaining.map(Pair.added)
  }
}

/// A range of the old collection and the corresponding range of the new one.
private struct Gap {
  var old: Range<Int>
  var new: Range<Int>

  /// Whether an element can have another position within the gap.
  var canHoldMoves: Bool { !old.isEmpty && !new.isEmpty && old.count + new.count > 2 }

  /// The gaps before, between and after pairs of elements that keep their order.
  func split(at anchors: [ElementMatch]) -> [Gap] {
    var gaps: [Gap] = []
    var (oldStart, newStart) = (old.lowerBound, new.lowerBound)
    for anchor in anchors {
      gaps.append(Gap(old: oldStart..<anchor.old, new: newStart..<anchor.new))
      (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    return gaps + [Gap(old: oldStart..<old.upperBound, new: newStart..<new.upperBound)]
  }
}

/// The old and the new index of an element.
private typealias ElementMatch = (old: Int, new: Int)

/// The elements of two collections grouped by key.
///
/// The key of an element is its property `id`, or the element itself if it has no such property.
private struct ElementMatches {
  /// A key with more pairs identifies no element, and comparing all its pairs would take long.
  private static let maximumPairs = 1_000

  private var indicesByKey: [DumpKey: (old: [Int], new: [Int])] = [:]

  init(_ old: ArraySlice<DumpNode>, _ new: ArraySlice<DumpNode>) {
    for (index, node) in zip(old.indices, old) {
      indicesByKey[node.elementKey, default: ([], [])].old.append(index)
    }
    for (index, node) in zip(new.indices, new) {
      indicesByKey[node.elementKey, default: ([], [])].new.append(index)
    }
    indicesByKey = indicesByKey.filter { $1.old.count * $1.new.count <= Self.maximumPairs }
  }

  /// All pairs with equal keys, by ascending old and then descending new index.
  var candidates: [ElementMatch] {
    var matches: [ElementMatch] = []
    for (old, new) in indicesByKey.values {
      for index in old { matches += new.map { (old: index, new: $0) } }
    }
    return matches.sorted { $0.old == $1.old ? $0.new > $1.new : $0.old < $1.old }
  }

  /// The new index by the old index of each element that moved from one gap to another.
  func moves(in gaps: [Gap]) -> [Int: Int] {
    let sources = Set(gaps.flatMap(\.old))
    let destinations = Set(gaps.flatMap(\.new))
    var moves: [Int: Int] = [:]
    for (old, new) in indicesByKey.values {
      for (old, new) in zip(old.filter(sources.contains), new.filter(destinations.contains)) {
        moves[old] = new
      }
    }
    return moves
  }
}

/// The longest run of candidates whose old and new indices both increase: a longest common
/// subsequence.
///
/// - Parameter candidates: Ordered by ascending old and then descending new index, so that a run
///   contains each old index at most once.
/// - Complexity: O(*n* log *n*).
private func longestIncreasingRun(of candidates: [ElementMatch]) -> [ElementMatch] {
  // For each length, the last candidate of the run with the smallest last index.
  var ends: [Int] = []
  var previous: [Int?] = []
  for (index, candidate) in candidates.enumerated() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if candidates[ends[middle]].new < candidate.new { low = middle + 1 } else { high = middle }
    }
    previous.append(low == 0 ? nil : ends[low - 1])
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var run: [ElementMatch] = []
  var next = ends.last
  while let index = next {
    run.append(candidates[index])
    next = previous[index]
  }
  return run.reversed()
}

extension DumpNode {
  fileprivate var elementKey: DumpKey {
    guard case .branch(let branch) = content, case .type = branch.kind,
      let id = branch.children.first(where: \.isID)
    else { return DumpKey(node: self) }
    return DumpKey(node: id.node)
  }
}

extension DumpNode.Child {
  fileprivate var isID: Bool {
    if case .name("id") = label { true } else { false }
  }
}
