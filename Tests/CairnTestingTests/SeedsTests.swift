import Cairn
import CairnSimulation
import CairnTesting
import Foundation
import Testing

/// Tests under many orders of effects.
@Suite struct SeedsTests {
  /// Types twice at once. The results must belong to the last query.
  private func typeTwice(seed: UInt64) {
    let simulation = Simulation(seed: seed)
    let store = simulation.store(Search.State()) {
      Search { [clock = simulation.clock] query in
        try await clock.sleep(for: .seconds(1))
        return query.uppercased()
      }
    }
    store.send(.typed("a"))
    store.send(.typed("ab"))
    simulation.advance(by: .seconds(1))
    #expect(store.state.results == "AB", "found for another query")
  }

  private func typeTwice(_ seeds: some Sequence<UInt64>) -> [String] {
    failures { withSeeds(seeds) { typeTwice(seed: $0) } }
  }

  @Test func `replies in the wrong order are found, and the seed is reported`() {
    let simulation = Simulation()
    let store = simulation.store(Search.State()) { Search { $0.uppercased() } }
    store.send(.typed("a"))
    store.send(.typed("ab"))
    simulation.drain()
    #expect(store.state.results == "AB", "first in, first out, the race does not show")

    func texts(_ seeds: String) -> [String] {
      [
        "found for another query",
        """
        The test fails under seed 2\(seeds).
        Likely causes: the test depends on an order of effects that is not guaranteed.
        To reproduce it: withSeeds([2]) { … }
        """,
      ]
    }
    #expect(typeTwice(1..<1000) == texts(", and passes under 1 seed before it"))
    // The reported seed alone reproduces the failure.
    for _ in 0..<2 { #expect(typeTwice([2]) == texts("")) }
  }

  @Test func `no seed is tried after the first that fails`() {
    var seeds: [UInt64] = []
    let failures = failures {
      withSeeds(5..<1000) { seed in
        seeds.append(seed)
        if seed == 7 { Issue.record("seven") }
      }
    }
    #expect(seeds == [5, 6, 7])
    #expect(failures.first == "seven")
    #expect(
      failures.last?.hasPrefix("The test fails under seed 7, and passes under 2 seeds") == true)
  }

  @Test func `a body that throws counts as a failure`() {
    struct Broken: Error {}
    let failures = failures {
      try withSeeds(0..<10) { if $0 == 3 { throw Broken() } }
    }
    #expect(failures.count == 2)
    #expect(
      failures.contains { $0.hasPrefix("The test fails under seed 3, and passes under 3 seeds") })
    #expect(failures.contains { $0.contains("Broken") })
  }

  @Test func `every seed is tried, and a known issue does not count as a failure`() async {
    var seeds: [UInt64] = []
    withSeeds(0..<10) { seed in
      seeds.append(seed)
      withKnownIssue { Issue.record("known") }
    }
    await withSeeds(10..<20) { seed in
      await Task.yield()
      seeds.append(seed)
    }
    #expect(seeds == Array(0..<20))
  }

  @Test func `a failure of a test store names its seed`() {
    let texts = failures {
      let store = ticker(seed: 17)
      store.send(.tick)
      store.finish()
    }
    #expect(texts.map { $0.hasSuffix("\nThe order of effects is that of seed 17.") } == [true])
  }
}
