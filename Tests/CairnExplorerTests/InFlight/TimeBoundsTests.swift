import CairnSimulation
import Testing

@testable import CairnExplorer

/// The bounds of a path agree with those that are all computed.
@Suite struct TimeBoundsTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `the bounds of a path agree with a matrix of all bounds`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let times = (0..<Int.random(in: 2...12, using: &random)).map { event in
      event == 0 ? 0 : Int.random(in: 0...20, using: &random)
    }
    var path = PathBounds()
    var matrix = DifferenceBounds()
    for event in times.indices.dropFirst() {
      #expect([path.add(), matrix.add()] == [event, event])
      path.require(0, after: event, .upTo(.zero))
      matrix.require(0, after: event, .upTo(.zero))
    }
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      // The times are a solution.
      let event = Int.random(in: times.indices, using: &random)
      let other = Int.random(in: times.indices, using: &random)
      let slack = Int.random(in: 0...6, using: &random)
      let difference = Duration.seconds(times[event] - times[other] + slack)
      let bound: Bound =
        slack > 0 && Bool.random(using: &random) ? .lessThan(difference) : .upTo(difference)
      path.require(event, after: other, bound)
      matrix.require(event, after: other, bound)
    }
    expectEqual(path, matrix)
    #expect(path.solution == matrix.solution)

    let event = Int.random(in: times.indices.dropFirst(), using: &random)
    let time = Duration.seconds(Int.random(in: -5...25, using: &random))
    path.require(event, at: time)
    matrix.require(event, at: time)
    #expect(path.isPossible == matrix.isPossible)
    if matrix.isPossible { expectEqual(path, matrix) }
  }

  private func expectEqual(_ path: PathBounds, _ matrix: DifferenceBounds) {
    #expect([path.isPossible, path.hasEarliest] == [matrix.isPossible, matrix.hasEarliest])
    let events = 0..<matrix.count
    #expect(events.map { path.latest($0) } == events.map { matrix.latest($0) })
    #expect(events.allSatisfy { path.first(after: $0) == matrix.first(after: $0) })
  }

  @Test(arguments: [1, 10, 40, 200])
  func `the times of a long path are whole nanoseconds`(count: Int) {
    // Each event comes less than a second after the one before, and the last one is late.
    var path = PathBounds()
    for event in 1...count {
      #expect(path.add() == event)
      path.require(event - 1, after: event, .lessThan(.zero))
      path.require(event, after: event - 1, .lessThan(.seconds(1)))
    }
    path.require(0, after: count, .lessThan(.seconds(1 - count)))
    let times = path.chosen
    #expect(times.allSatisfy { $0.attoseconds % 1_000_000_000 == 0 })
    let isRising = zip(times, times.dropFirst()).allSatisfy { before, after in
      before < after && after - before < .seconds(1)
    }
    #expect(isRising && times[count] > .seconds(count - 1), "\(times)")
  }

  @Test func `bounds without a solution are impossible`() {
    var path = PathBounds()
    let (one, other) = (path.add(), path.add())
    path.require(0, after: one, .upTo(.zero))
    path.require(one, after: other, .upTo(.seconds(-1)))
    #expect(path.isPossible)
    path.require(other, after: one, .upTo(.milliseconds(999)))
    #expect(!path.isPossible)
  }
}
