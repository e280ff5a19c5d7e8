import Cairn
import CairnModel
import Testing

/// Models that begin in several states.
@Suite struct InitialStatesTests {
  /// A random graph: the targets of each node.
  private static func graph(_ seed: UInt64) -> (targets: [[Int]], starts: [Int]) {
    var random = RandomNumbers(seed)
    let count = 1 + random.draw(below: 40)
    let targets = (0..<count).map { _ in
      (0..<random.draw(below: 3)).map { _ in random.draw(below: count) }
    }
    let starts = (0...random.draw(below: 6)).map { _ in random.draw(below: count) }
    return (targets, starts)
  }

  private static func model(_ targets: [[Int]], from starts: [Int]) -> Model<Int, Int> {
    Model(
      anyOf: starts,
      reducer: Reduce<Int, Int> { state, action in
        state = action
        return .none
      }
    ) { targets[$0] }
  }

  /// The distance of each node from the nearest start.
  private static func distances(_ targets: [[Int]], _ starts: [Int]) -> [Int: Int] {
    var found = Dictionary(starts.map { ($0, 0) }) { one, _ in one }
    var (level, depth) = (Set(starts), 0)
    while !level.isEmpty {
      depth += 1
      level = Set(level.flatMap { targets[$0] }.filter { found[$0] == nil })
      for node in level { found[node] = depth }
    }
    return found
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `every state is found by a shortest path from the nearest start`(seed: UInt64) throws {
    let (targets, starts) = Self.graph(seed)
    let distances = Self.distances(targets, starts)
    let properties = targets.indices.map { node in
      Property<Int, Int>.reachable("\(node)") { $0 == node }
    }
    let exploration = try Self.model(targets, from: starts).explore(checking: properties, cores: 1)
    #expect(exploration.states == distances.count)
    #expect(exploration.depth == distances.values.max())
    for (node, property) in zip(targets.indices, properties) {
      let trace = exploration[property.name]?.trace
      #expect(trace?.steps.count == distances[node], "\(node)")
      #expect(trace.map { starts.contains($0.initial) && $0.last == node } ?? true)
    }
    let shallow = try Self.model(targets, from: starts).explore(
      within: Bounds(depth: 0), cores: 1)
    #expect(shallow.states == Set(starts).count)
  }

  @Test func `a claim is about the runs from every start, and its trace begins in the right one`()
    throws
  {
    // 0 and 1 lead to 2, the goal; 3 stays.
    let targets = [[2], [2], [], [3]]
    let claim = Property<Int, Int>.eventually("goal") { $0 == 2 }
    func verdict(_ starts: [Int]) throws -> Exploration<Int, Int> {
      try Self.model(targets, from: starts).fair { "\($0)" }.explore(checking: [claim])
    }
    #expect(try verdict([0, 1, 2])["goal"]?.isProved == true)
    let refuted = try verdict([0, 1, 3])
    #expect(refuted["goal"]?.trace?.initial == 3)
  }

  @Test func `many starts are searched on many cores as on one`() throws {
    let starts = Array(stride(from: 0, to: 2_000, by: 7))
    let model = Model(
      anyOf: starts,
      reducer: Reduce<Int, Int> { state, action in
        state = (state * action + 1) % 20_011
        return .none
      }
    ) { _ in [2, 3, 5] }
    let goal = Property<Int, Int>.reachable("goal") { $0 == 19_999 }
    let (one, many) = (
      try model.explore(checking: [goal], cores: 1), try model.explore(checking: [goal], cores: 4)
    )
    #expect(one.states == many.states && one.transitions == many.transitions)
    #expect(one["goal"]?.trace?.actions == many["goal"]?.trace?.actions)
    #expect(one["goal"]?.trace?.initial == many["goal"]?.trace?.initial)
  }

  @Test func `three interchangeable workers have 27 states, and sorted 10`() throws {
    let model = Model(
      [0, 0, 0],
      reducer: Reduce<[Int], Int> { state, worker in
        state[worker] = (state[worker] + 1) % 3
        return .none
      }
    ) { _ in [0, 1, 2] }
    #expect(try model.explore().states == 27)
    #expect(try model.canonicalized { $0.sorted() }.explore().states == 10)
  }
}
