/// From which states a step leads to a state: all in one array, one after the other.
@usableFromInline
package struct Predecessors {
  /// Where those of each state begin.
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

  /// The first state from which no way leads to a goal.
  @usableFromInline
  package func firstWithoutWay(to isGoal: (Int) -> Bool) -> Int? {
    let count = starts.count - 1
    var hasWay = (0..<count).map(isGoal)
    var open = (0..<count).filter { hasWay[$0] }
    while let state = open.popLast() {
      for index in indices[starts[state]..<starts[state + 1]] where !hasWay[Int(index)] {
        hasWay[Int(index)] = true
        open.append(Int(index))
      }
    }
    return hasWay.firstIndex(of: false)
  }
}
