extension String {
  /// The name that was probably meant, if one is close: the same but for case, the only one that
  /// begins so, or the first of those with the fewest edits, at most two and half of the letters.
  package func closest(of names: [String]) -> String? {
    let word = Array(lowercased())
    let candidates = names.map { (name: $0, letters: Array($0.lowercased())) }
    if let same = candidates.first(where: { $0.letters == word }) { return same.name }
    let longer = candidates.filter { $0.letters.starts(with: word) }
    if longer.count == 1 { return longer[0].name }
    return
      candidates
      .map { (name: $0.name, edits: word.edits(to: $0.letters, limit: 2), letters: $0.letters) }
      .filter { $0.edits <= Swift.min(2, Swift.max(word.count, $0.letters.count) / 2) }
      .min { $0.edits < $1.edits }?.name
  }
}

extension [Character] {
  /// Insertions, deletions, replacements and swaps of neighbours that lead to `other`: the optimal
  /// string alignment form of the Damerau–Levenshtein distance.
  ///
  /// Beyond `limit` it gives some number above it, at no cost when the lengths alone tell.
  fileprivate func edits(to other: [Character], limit: Int) -> Int {
    if abs(count - other.count) > limit { return limit + 1 }
    var beforeLast: [Int] = []
    var last: [Int] = .init(0...other.count)
    for row in indices {
      var current = [row + 1]
      for column in other.indices {
        var edits = Swift.min(
          last[column + 1] + 1, current[column] + 1,
          last[column] + (self[row] == other[column] ? 0 : 1))
        if row > 0, column > 0, self[row] == other[column - 1], self[row - 1] == other[column] {
          edits = Swift.min(edits, beforeLast[column - 1] + 1)
        }
        current.append(edits)
      }
      beforeLast = last
      last = current
    }
    return last[other.count]
  }
}
