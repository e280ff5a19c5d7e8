/// Which elements of two collections have the same key.
///
/// The key of an element is its property `id`, if it has one, or else the element itself.
struct ElementMatches {
  /// A key that is in more places tells little, and comparing them all would take long.
  private static let mostOfOneKey = 1_000

  /// For each key, where it was and is.
  private var places: [DumpKey: (old: [Int], new: [Int])] = [:]

  init(_ old: ArraySlice<DumpNode>, _ new: ArraySlice<DumpNode>) {
    for (place, node) in zip(old.indices, old) {
      places[node.elementKey, default: ([], [])].old.append(place)
    }
    for (place, node) in zip(new.indices, new) {
      places[node.elementKey, default: ([], [])].new.append(place)
    }
    places = places.filter { $1.old.count * $1.new.count <= Self.mostOfOneKey }
  }

  /// Those that could belong together, by the old place and then backwards by the new one.
  var candidates: [ElementMatch] {
    var matches: [ElementMatch] = []
    for (old, new) in places.values {
      for place in old { matches += new.map { ElementMatch(old: place, new: $0) } }
    }
    return matches.sorted { $0.old == $1.old ? $0.new > $1.new : $0.old < $1.old }
  }

  /// Where those that are in these gaps went to.
  func moves(in gaps: [Gap]) -> [Int: Int] {
    let leaving = Set(gaps.flatMap(\.old))
    let arriving = Set(gaps.flatMap(\.new))
    var moves: [Int: Int] = [:]
    for (old, new) in places.values {
      for (old, new) in zip(old.filter(leaving.contains), new.filter(arriving.contains)) {
        moves[old] = new
      }
    }
    return moves
  }
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
