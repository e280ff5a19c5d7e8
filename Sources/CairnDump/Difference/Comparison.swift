/// What changed inside a value, and how many of its parts did not.
struct Comparison {
  /// How many children of the value at a path are as they were.
  struct Unchanged {
    let path: String
    let count: Int
  }

  private(set) var changes: [Change] = []
  /// How many children of the value itself are as they were.
  var unchangedCount = 0
  private var unchangedInside: [Unchanged] = []

  /// All places that hold something changed and something unchanged, outermost first.
  var unchanged: [Unchanged] {
    (unchangedCount == 0 ? [] : [Unchanged(path: "", count: unchangedCount)]) + unchangedInside
  }

  mutating func add(_ change: Change) {
    changes.append(change)
  }

  /// Takes in what was found in a child, which is at these paths.
  mutating func add(_ child: Comparison, inside old: String, _ new: String) {
    guard !child.changes.isEmpty else {
      unchangedCount += 1
      return
    }
    changes += child.changes.map { $0.inside(old, new) }
    unchangedInside += child.unchanged.map {
      Unchanged(path: Path.joined(new, $0.path), count: $0.count)
    }
  }
}
