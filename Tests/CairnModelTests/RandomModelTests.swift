import Cairn
import CairnModel
import TestSupport
import Testing

/// Random models, compared with a plain search over the same steps.
@Suite struct RandomModelTests {
  /// The successors of each node, and the nodes in which a search begins: 0 and others.
  private struct Map: Sendable {
    let steps: [[Int]]
    let starts: [Int]

    init(seed: UInt64, places: Int, steps count: Int, starts: Int = 1) {
      var random = RandomNumbers(seed)
      steps = (0..<places).map { _ in
        (0..<random.draw(below: count)).map { _ in random.draw(below: places) }
      }
      self.starts = [0] + (1..<starts).map { _ in random.draw(below: places) }
    }

    var model: Model<Int, Int> {
      Model<Int, Int>(anyOf: starts) { [steps] place, step in
        place = steps[place][step]
      } actions: { [steps] in
        Array(steps[$0].indices)
      }
    }

    /// The distance of each reachable node from the nearest start.
    func distances(from starts: [Int]) -> [Int: Int] {
      var distances = Dictionary(starts.map { ($0, 0) }) { one, _ in one }
      var open = starts
      while !open.isEmpty {
        let place = open.removeFirst()
        for next in steps[place] where distances[next] == nil {
          distances[next] = distances[place, default: 0] + 1
          open.append(next)
        }
      }
      return distances
    }
  }

  private static let properties: [Property<Int, Int>] = [
    .never("place 7") { $0 == 7 }, .always("another place than 8") { $0 != 8 },
    .reachable("place 11") { $0 == 11 }, .noDeadEnd(),
    .alwaysReachable("home") { $0 == 0 }, .step("no step back by half") { $2 * 2 >= $0 },
  ]

  @Test(arguments: 1...200 as ClosedRange<UInt64>, [1, 4])
  func `a search finds every state by a shortest path from the nearest start`(
    seed: UInt64, starts: Int
  ) throws {
    let map = Map(seed: seed, places: 40, steps: 5, starts: starts)
    let exploration = try map.model.explore(checking: Self.properties)
    let distances = map.distances(from: map.starts)
    #expect(Set(exploration.allStates) == Set(distances.keys))
    let stepCounts = distances.keys.map { map.steps[$0].count }
    #expect(exploration.transitions == stepCounts.reduce(0, +))
    #expect(exploration.depth == distances.values.max())
    let graph = exploration.graph(state: { "\($0)" }, action: { "\($0)" })
    #expect(graph.nodes.count == distances.count)
    #expect(graph.edges.count == exploration.transitions)
    let shallow = try map.model.explore(within: Bounds(depth: 0))
    #expect(shallow.states == Set(map.starts).count)
    for (place, distance) in distances {
      let trace = try #require(exploration.trace(to: place))
      #expect(trace.steps.count == distance)
      #expect(trace.last == place)
      var walked = trace.initial
      #expect(map.starts.contains(walked))
      for action in trace.actions { walked = map.steps[walked][action] }
      #expect(walked == place)
    }
    #expect(exploration["place 7"]?.isRefuted == (distances[7] != nil))
    #expect(exploration["place 7"]?.trace?.steps.count == distances[7])
    #expect(exploration["another place than 8"]?.isRefuted == (distances[8] != nil))
    #expect(exploration["another place than 8"]?.trace?.steps.count == distances[8])
    #expect(exploration["place 11"]?.isProved == (distances[11] != nil))
    #expect(exploration["place 11"]?.trace?.steps.count == distances[11])
    let back = distances.filter { place, _ in map.steps[place].contains { $0 * 2 < place } }
    #expect(exploration["no step back by half"]?.isProved == back.isEmpty)
    let shortest = back.values.min().map { $0 + 1 }
    #expect(exploration["no step back by half"]?.trace?.steps.count == shortest)
    #expect((0..<40).allSatisfy { distances[$0] != nil || exploration.trace(to: $0) == nil })
    let stuck = distances.filter { place, _ in map.steps[place].allSatisfy { $0 == place } }
    #expect(exploration["no dead end"]?.isProved == stuck.isEmpty)
    #expect(exploration["no dead end"]?.trace?.steps.count == stuck.values.min())
    let lost = distances.filter { place, _ in map.distances(from: [place])[0] == nil }
    #expect(exploration["home"]?.isProved == lost.isEmpty)
    #expect(exploration["home"]?.trace?.steps.count == lost.values.min())
  }

  @Test(.gate, arguments: 1...5 as ClosedRange<UInt64>, [2, 3])
  func `several cores find the same in the same order`(seed: UInt64, cores: Int) throws {
    let map = Map(seed: seed, places: 4_000, steps: 7)
    for bounds in [Bounds(), Bounds(depth: 8), Bounds(states: 2_000)] {
      let one = try map.model.explore(checking: Self.properties, within: bounds, cores: 1)
      let several = try map.model.explore(
        checking: Self.properties, within: bounds, cores: cores)
      #expect(several.allStates == one.allStates)
      #expect(several.description == one.description)
      #expect(several.graph() == one.graph())
    }
  }

  @Test(.gate) func `of the findings of several cores the first counts`() throws {
    // Level 11 is 2047...4094: both cores find a state, a step and an end there.
    let model = Model<Int, Int>(0) { state, action in
      state = state * 2 + action
    } actions: {
      $0 < 4_000 && $0 % 500 != 499 ? [1, 2] : []
    }
    let exploration = try model.explore(
      checking: [
        .never("a great state") { $0 > 3_000 }, .noDeadEnd { $0 < 2_047 },
        .step("no step from a great state") { before, _, _ in before <= 3_000 },
      ], cores: 2)
    #expect(
      exploration.verdicts.map { $0.verdict.trace?.last } == [3_001, 2_499, 6_003])
  }

  @Test(.gate) func `several cores throw the same error`() throws {
    let model = Model(
      0,
      reducer: Reduce<Int, Int> { state, action in
        state = state * 2 + action
        return state == 5_000 ? .run(name: "work") { _ in } : .none
      }
    ) {
      $0 < 10_000 ? [1, 2] : []
    }
    let one = try #require(throws: ModelError.self) { try model.explore(cores: 1) }
    let two = try #require(throws: ModelError.self) { try model.explore(cores: 2) }
    #expect(one == two)
    #expect(one.actions.count == 12)
  }
}

/// Xorshift (Marsaglia, 2003): the same numbers on every machine.
struct RandomNumbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func draw(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }
}
