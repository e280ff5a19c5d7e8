import CairnSimulation
import TestSupport
import Testing

@testable import CairnExplorer

/// The number of walks is minimal: compared with the width that all sets of goals show.
@Suite struct WalkCoverTests {
  /// A random graph whose edges have goals. Several edges may have the same goal.
  private func graph(_ seed: UInt64, goals count: (_ edges: Int) -> Int) -> WalkGraph {
    var random = SplitMix64(seed: seed)
    let size = Int.random(in: 2...7, using: &random)
    let count = count(size + Int.random(in: 0...4, using: &random))
    var edges: [WalkGraph.Edge] = []
    for number in 0..<(size + Int.random(in: 0...4, using: &random)) {
      // Most edges lead on, so that there are several components.
      let (one, other) = (
        Int.random(in: 0..<size, using: &random), Int.random(in: 0..<size, using: &random)
      )
      let isBack = Int.random(in: 0..<8, using: &random) == 0
      let (from, to) = (one < other) == !isBack ? (one, other) : (other, one)
      let goal = number < count ? number : Int.random(in: 0..<count, using: &random)
      edges.append(WalkGraph.Edge(from: from, to: to, goals: [goal]))
    }
    return WalkGraph(start: 0, goals: [[Int]](repeating: [], count: size), edges: edges)
  }

  private func reachable(_ graph: WalkGraph) -> [Set<Int>] {
    graph.goals.indices.map { start in
      var (seen, open) = (Set([start]), [start])
      while let vertex = open.popLast() {
        for edge in graph.edges where edge.from == vertex && seen.insert(edge.to).inserted {
          open.append(edge.to)
        }
      }
      return seen
    }
  }

  /// The most edges of which no two are on one walk: all sets of them are tried.
  private func width(_ edges: [Int], _ graph: WalkGraph, _ reachable: [Set<Int>]) -> Int {
    func follows(_ one: Int, _ other: Int) -> Bool {
      reachable[graph.edges[one].to].contains(graph.edges[other].from)
    }
    return (0..<(1 << edges.count)).map { bits in
      let chosen = edges.indices.filter { bits >> $0 & 1 == 1 }.map { edges[$0] }
      let isAntichain = chosen.allSatisfy { one in
        chosen.allSatisfy { one == $0 || !follows(one, $0) && !follows($0, one) }
      }
      return isAntichain ? chosen.count : 0
    }.max() ?? 0
  }

  private func expectWalks(_ cover: WalkCover, in graph: WalkGraph, _ reached: Set<Int>) {
    var found: Set<Int> = []
    for walk in cover.walks {
      var vertex = graph.start
      for edge in walk.map({ graph.edges[$0] }) {
        #expect(edge.from == vertex)
        vertex = edge.to
        found.formUnion(edge.goals)
      }
    }
    #expect(found == reached && cover.lowerBound <= cover.walks.count)
  }

  @Test func `with one edge for each goal, no walks are fewer`() {
    var several = 0
    for seed in seeds(1_500) {
      let graph = graph(seed) { _ in .max / 2 }
      let reachable = reachable(graph)
      let edges = graph.edges.indices.filter { reachable[0].contains(graph.edges[$0].from) }
      let cover = WalkCover(of: graph)
      expectWalks(cover, in: graph, Set(edges.flatMap { graph.edges[$0].goals }))
      guard !edges.isEmpty else { continue }
      let least = width(edges, graph, reachable)
      #expect(cover.walks.count == least && cover.lowerBound == least, "seed \(seed)")
      if least > 2 { several += 1 }
    }
    #expect(several > (isGate ? 100 : 3))
  }

  @Test
  func `with several edges for a goal, the bound holds and few sets are larger than the least`() {
    var (cases, exact, walks, needed) = (0, 0, 0, 0)
    for seed in 0..<1_500 {
      let graph = graph(UInt64(seed)) { max(1, $0 / 2) }
      let reachable = reachable(graph)
      let edges = graph.edges.indices.filter { reachable[0].contains(graph.edges[$0].from) }
      let servers = Dictionary(grouping: edges) { graph.edges[$0].goals[0] }
      let cover = WalkCover(of: graph)
      expectWalks(cover, in: graph, Set(servers.keys))
      guard !edges.isEmpty else { continue }
      // Every choice of an edge for each goal.
      var least = Int.max
      var choices: [[Int]] = [[]]
      for options in servers.values {
        choices = choices.flatMap { choice in options.map { choice + [$0] } }
      }
      for choice in choices.prefix(2_000) { least = min(least, width(choice, graph, reachable)) }
      guard choices.count <= 2_000 else { continue }
      #expect(cover.lowerBound <= least && cover.walks.count >= least, "seed \(seed)")
      cases += 1
      if cover.walks.count == least { exact += 1 }
      (walks, needed) = (walks + cover.walks.count, needed + least)
    }
    #expect(walks * 10 <= needed * 11, "\(walks) in place of \(needed)")
    #expect(cases > 1_000 && Double(exact) >= 0.95 * Double(cases), "\(exact) of \(cases)")
  }

  @Test func `goals that exclude each other need a walk each, although a third leads to both`() {
    // The third goal is at the start and behind both others.
    let graph = WalkGraph(
      start: 0, goals: [[2], [2], [2]],
      edges: [
        WalkGraph.Edge(from: 0, to: 1, goals: [0]), WalkGraph.Edge(from: 0, to: 2, goals: [1]),
      ])
    let cover = WalkCover(of: graph)
    #expect(cover.lowerBound == 2 && cover.walks == [[0], [1]])
  }

  @Test func `with very many vertices to visit, the bound is that of one distance from the start`()
  {
    let count = PathCover.exactLimit + 1
    // A vertex with two others after it, of which one begins a chain.
    let successors = [[1, 2], []] + (2..<count).map { $0 + 1 < count ? [$0 + 1] : [] }
    let cover = PathCover(successors, visiting: Array(successors.indices))
    #expect(cover.paths.count == 2 && cover.lowerBound == 2)
    #expect(cover.paths.joined().sorted() == Array(successors.indices))
  }
}
