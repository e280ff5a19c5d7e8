extension Comparison {
  private static let mostChanges = 100
  private static let mostPlaces = 4

  var text: String {
    var lines = changes.prefix(Self.mostChanges).map(\.text)
    let missing = changes.count - lines.count
    if missing > 0 {
      lines.append("… \(grouped(missing)) more \(missing == 1 ? "change" : "changes")")
    }
    if let summary { lines.append("  (\(summary))") }
    return lines.joined(separator: "\n")
  }

  /// `3 unchanged`, or where several places have some: `unchanged: 3 at the root, 2 in path`.
  private var summary: String? {
    guard let first = unchanged.first else { return nil }
    guard unchanged.count > 1 else {
      return "\(grouped(first.count)) unchanged" + (first.path.isEmpty ? "" : " in \(first.path)")
    }
    guard unchanged.count <= Self.mostPlaces else {
      let sum = unchanged.reduce(0) { $0 + $1.count }
      return "\(grouped(sum)) unchanged in \(grouped(unchanged.count)) places"
    }
    let places = unchanged.map {
      grouped($0.count) + ($0.path.isEmpty ? " at the root" : " in \($0.path)")
    }
    return "unchanged: " + places.joined(separator: ", ")
  }
}
