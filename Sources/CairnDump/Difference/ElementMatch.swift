/// An element as it was and as it is, by their places.
struct ElementMatch {
  let old: Int
  let new: Int
}

/// The longest run in which old and new places both go up: a longest common subsequence.
///
/// - Parameter candidates: by the old place and then backwards by the new one, so that a run takes
///   at most one of each old place.
/// - Complexity: O(*n* log *n*).
func longestRun(of candidates: [ElementMatch]) -> [ElementMatch] {
  // For each length the run that ends earliest: its last candidate.
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
