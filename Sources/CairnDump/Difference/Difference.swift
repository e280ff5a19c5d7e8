/// Returns the changes between two values, one per line, or `nil` if the values are equal or have
/// the same text.
///
///     difference(from: before, to: after)
///     // - path[2].credentials.email: "ada@exampl"
///     // + path[2].credentials.email: "ada@example.com"
///     // + path[3]: .personalInfo(PersonalInfo.State(name: ""))
///     //   (unchanged: 2 at the root, 2 in path, 1 in path[2].credentials)
///
/// A line with `-` shows the old value, a line with `+` the new value, and a line with `~` a moved
/// element. The last line counts the unchanged parts beside each change. A path leads from the root
/// to the change: `.name` is a property or an enum case, `.0` a value without a name, `[3]` an
/// element, `["key"]` a value of a dictionary, `[]` an element of a set, and `[line 2]` a line of a
/// multiline string. A change of the root has no path.
///
/// - If the enum case, the type or the presence of an optional differs, both values are shown whole.
/// - Elements of a collection and lines of a string are matched so that as many as possible keep
///   their order. A match elsewhere is a move: `~ [3] moved to [0]: "d"`. The elements between the
///   matches are compared by position. An element with a property `id` is identified by it and can
///   both move and change. In paths, `-` and `~` count from the old position, `+` from the new one.
///   Elements with very many equal occurrences are compared by position only.
/// - Two unequal secrets are a change, also if they have the same length:
///   `+ pin: •••• (another secret)`.
/// - An object is compared once, at the first place where it occurs.
/// - A text of more than 2,000 characters and a list of more than 100 changes are truncated and
///   state how much is missing.
///
/// Not guaranteed: that all unequal values differ here. Parts that ``dumped(_:upTo:)`` does not show
/// (functions, and everything that the description or mirror of a type omits) are not compared, and
/// two references to one object always count as equal. Parts that are equal by their own `==` show
/// no changes.
///
/// - Complexity: Linear in the size of both values; O(*n* log *n*) for sorting dictionaries and sets
///   and for finding moves. Equal parts that are `Equatable` are neither reflected nor printed.
public func difference<Value>(from old: Value, to new: Value) -> String? {
  var comparer = Comparer()
  let comparison = comparer.compare(DumpNode(old), DumpNode(new))
  return comparison.changes.isEmpty ? nil : comparison.text
}

/// The changes inside a value, and the number of its unchanged parts.
struct Comparison {
  /// The number of unchanged children of the value at a path.
  typealias Unchanged = (path: String, count: Int)

  private(set) var changes: [Change] = []
  /// The number of unchanged children of the value itself.
  var unchangedCount = 0
  private var unchangedInside: [Unchanged] = []

  /// All values that have both changed and unchanged children, outermost first.
  var unchanged: [Unchanged] {
    (unchangedCount == 0 ? [] : [(path: "", count: unchangedCount)]) + unchangedInside
  }

  mutating func add(_ change: Change) {
    changes.append(change)
  }

  /// Adds the comparison of a child with its old and its new path.
  mutating func add(_ child: Comparison, inside old: String, _ new: String) {
    guard !child.changes.isEmpty else {
      unchangedCount += 1
      return
    }
    changes += child.changes.map { $0.inside(old, new) }
    unchangedInside += child.unchanged.map { (path: joinedPath(new, $0.path), count: $0.count) }
  }
}

extension Comparison {
  private static let maximumChanges = 100
  private static let maximumPlaces = 4

  var text: String {
    var lines = changes.prefix(Self.maximumChanges).map(\.text)
    let missing = changes.count - lines.count
    if missing > 0 { lines.append("… \(grouped(missing)) more \(plural("change", missing))") }
    if let summary { lines.append("  (\(summary))") }
    return lines.joined(separator: "\n")
  }

  /// `3 unchanged`, or for several places `unchanged: 3 at the root, 2 in path`.
  private var summary: String? {
    guard let first = unchanged.first else { return nil }
    guard unchanged.count > 1 else {
      return "\(grouped(first.count)) unchanged" + (first.path.isEmpty ? "" : " in \(first.path)")
    }
    guard unchanged.count <= Self.maximumPlaces else {
      let sum = unchanged.reduce(0) { $0 + $1.count }
      return "\(grouped(sum)) unchanged in \(grouped(unchanged.count)) places"
    }
    let places = unchanged.map {
      grouped($0.count) + ($0.path.isEmpty ? " at the root" : " in \($0.path)")
    }
    return "unchanged: " + places.joined(separator: ", ")
  }
}

/// `path[2]` and `email` make `path[2].email`.
func joinedPath(_ outer: String, _ inner: String) -> String {
  outer + (inner.isEmpty || inner.hasPrefix("[") ? "" : ".") + inner
}
