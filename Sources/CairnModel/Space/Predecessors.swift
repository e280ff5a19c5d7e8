/// The predecessors of each state, in one array.
@usableFromInline
package struct Predecessors {
  /// The offset of the predecessors of each state.
  private let starts: [Int]
  private let indices: [UInt32]

  @usableFromInline
  package init(of steps: [(from: UInt32, to: UInt32)], states count: Int) {
    var ends = Array(repeating: 0, count: count + 1)
    for step in steps { ends[Int(step.to) + 1] += 1 }
    for index in 0..<count { ends[index + 1] += ends[index] }
    starts = ends
    var indices = Array(repeating: UInt32(0), count: steps.count)
    for step in steps {
      indices[ends[Int(step.to)]] = step.from
      ends[Int(step.to)] += 1
    }
    self.indices = indices
  }

  /// The first state from which no path leads to a goal. O(steps).
  @usableFromInline
  package func firstWithoutPath(to isGoal: (Int) -> Bool) -> Int? {
    let count = starts.count - 1
    var hasPath = (0..<count).map(isGoal)
    var open = (0..<count).filter { hasPath[$0] }
    while let state = open.popLast() {
      for index in indices[starts[state]..<starts[state + 1]] where !hasPath[Int(index)] {
        hasPath[Int(index)] = true
        open.append(Int(index))
      }
    }
    return hasPath.firstIndex(of: false)
  }
}
