/// The name that somebody probably meant when they mistyped it.
struct ClosestName {
  let name: String

  /// Finds the name that the fewest changes lead to, if they are few for so short a word.
  init?(to word: String, among names: [String]) {
    let limit = max(1, word.count / 3)
    let distances = names.map { (name: $0, distance: Self.distance(from: word, to: $0)) }
    guard let best = distances.min(by: { $0.distance < $1.distance }),
      best.distance <= limit, best.distance < word.count
    else { return nil }
    name = best.name
  }

  /// The number of characters inserted, removed, replaced or swapped with their neighbour
  /// (optimal string alignment).
  private static func distance(from first: String, to second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for i in first.indices {
      var current = [i + 1]
      for j in second.indices {
        let replacement = previous[j] + (first[i] == second[j] ? 0 : 1)
        var best = min(previous[j + 1] + 1, current[j] + 1, replacement)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          best = min(best, beforePrevious[j - 1] + 1)
        }
        current.append(best)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[second.count]
  }
}
