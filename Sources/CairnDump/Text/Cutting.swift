extension String {
  /// The first `limit` characters, and how many there are more.
  func cut(to limit: Int) -> String {
    let rest = dropFirst(limit)
    guard !rest.isEmpty else { return self }
    let unit = rest.count == 1 ? "character" : "characters"
    return prefix(limit) + "… \(grouped(rest.count)) more \(unit)"
  }
}
