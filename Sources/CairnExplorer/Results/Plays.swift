import CairnApp
import CairnDump
import CairnModel
import CairnTrail

/// A trail, and the states and screens that a search claims for it.
package struct Play: Codable, Sendable {
  package struct Claim: Codable, Sendable {
    /// The number of lines before it.
    let line: Int
    /// The digest of the canonical state.
    let state: UInt64
    /// The digest of the screens; `nil` if they are not compared.
    let screens: UInt64?
  }

  let trail: String
  let claims: [Claim]
}

/// A question to the process that replays the trails of a search.
package enum CheckQuestion: Codable, Sendable {
  /// Whether the replay reaches the claimed states.
  case play(Play)
  /// Whether a trail decides the property of that name.
  case evidence(property: String, isProof: Bool, trail: String)
}

package struct CheckAnswer: Codable, Sendable {
  /// The number of claims that were true.
  package var claims = 0
  /// `nil` if all were.
  package var problem: String?
  /// The dump of the state that was reached in place of a claimed one.
  package var state: String?
  /// The number of lines that a replay has played which crashed.
  package var lines: Int?

  package init(claims: Int = 0, problem: String? = nil, lines: Int? = nil) {
    (self.claims, self.problem, self.lines) = (claims, problem, lines)
  }
}

/// The trails that check a search: the shortest trail to each leaf of the tree of shortest paths, which passes
/// through all states above, and then steps to known states, one after the other.
struct Plays<A: App> {
  typealias State = A.Root.State

  struct Planned {
    let play: Play
    /// The heading and the lines, for a person.
    let heading: [String]
    let lines: [String]
    /// The node of each claim, and its edge, if the graph has it.
    let claims: [(node: Int, edge: Int?)]
  }

  private struct Step {
    let edge: AppGraph.Edge
    let index: Int?
    let isNewState: Bool
  }

  private let map: AppMap<State>
  private let setting: AppSetting<A>
  private let app: A
  private let remark: [String]
  /// The edge by which each node was found.
  private var arrivals: [Int?]
  private var isPlanned: [Bool]
  private var isReached: [Bool]
  /// The nodes to which a trail leads: the leaves come first.
  private var targets: [Int] = []
  private var next = 0
  var digests: [Int: UInt64] = [:]

  init(
    of map: AppMap<State>, _ setting: AppSetting<A>, in app: A, remark: String?, seed: UInt64
  ) {
    (self.map, self.setting, self.app) = (map, setting, app)
    self.remark = remark.map { [$0] } ?? []
    isPlanned = [Bool](repeating: false, count: map.graph.edges.count)
    isReached = [Bool](repeating: false, count: map.space.count)
    var arrivals = [Int?](repeating: nil, count: map.space.count)
    for node in 0..<map.graph.expanded {
      for edge in map.graph[edgesOf: node] {
        let target = Int(map.graph.edges[edge].target)
        if arrivals[target] == nil, map.space.parent(of: target) == node { arrivals[target] = edge }
      }
    }
    self.arrivals = arrivals
    var isLeaf = [Bool](repeating: true, count: map.space.count)
    for node in isLeaf.indices {
      if let parent = map.space.parent(of: node) { isLeaf[parent] = false }
    }
    let order = isLeaf.indices.map { (UInt64($0) &+ 1) &* (seed | 1) }
    targets = isLeaf.indices.sorted {
      isLeaf[$0] == isLeaf[$1] ? order[$0] < order[$1] : isLeaf[$0]
    }
  }

  /// - Parameters:
  ///   - walks: whether the trail goes on to known states.
  ///   - length: the maximum number of steps to the first of them.
  mutating func plan(walks: Bool, upTo length: Int) -> Planned? {
    while next < targets.count {
      let path = map.space.path(to: targets[next]).prefix(length + 1)
      let walk = walks ? path.last.map { self.walk(from: $0) } ?? [] : []
      // Another step from the same node may be left.
      if walk.isEmpty { next += 1 }
      if let last = path.last, !walk.isEmpty || !isReached[last] {
        return planned(Array(path), walk)
      }
    }
    return nil
  }

  /// Steps that no trail has checked. Each is followed by one more: by time, if it started effects.
  private mutating func walk(from start: Int) -> [Step] {
    var (node, steps, isInOrder) = (start, [Step](), true)
    var (settling, isFollowed) = (0, true)
    while steps.count < 64 {
      let possible = map.graph[edgesOf: node].filter { edge in
        let nondeterminism = map.nondeterminism[map.graph.edges[edge].nondeterminism]
        return !map.graph.edges[edge].isCovered && nondeterminism.timing.reading == nil
          && (isInOrder || nondeterminism.decisions.isEmpty)
      }
      let time = possible.first { map.graph.steps[map.graph.edges[$0].step].isTime }
      let new = possible.first { !isPlanned[$0] && arrivals[Int(map.graph.edges[$0].target)] != $0 }
      let chosen = settling > 0 ? time ?? new : new
      guard let index = chosen ?? (isFollowed ? nil : time ?? possible.first) else { break }
      let edge = map.graph.edges[index]
      let isNew = !isPlanned[index]
      isPlanned[index] = true
      steps.append(Step(edge: edge, index: index, isNewState: false))
      settling = isNew && edge.startedEffects ? 8 : settling - 1
      isFollowed = !isNew
      node = Int(edge.target)
      // A decision is the number of an option, and sleepers are options in the order of their beginning.
      let known = map.nondeterminism[map.arrivals[node].nondeterminism].timing.order
      let order = map.nondeterminism[edge.nondeterminism].timing.order
      isInOrder = map.space.states[node].isIdle || isInOrder && order == known
    }
    return steps
  }

  private mutating func planned(_ path: [Int], _ walk: [Step]) -> Planned {
    let steps =
      path.dropFirst().map {
        Step(edge: map.arrivals[$0], index: arrivals[$0], isNewState: !isReached[$0])
      } + walk
    let (groups, choices, delays) = map.run(
      along: [map.arrivals[path[0]]] + steps.map(\.edge))
    var claims = [claim(of: path[0], line: 0, withScreens: !isReached[path[0]])]
    var line = 0
    for (step, group) in zip(steps, groups) {
      line += group.count
      claims.append(claim(of: Int(step.edge.target), line: line, withScreens: step.isNewState))
    }
    for node in path { isReached[node] = true }
    for step in steps { if let index = step.index { isPlanned[index] = true } }
    let heading =
      setting.heading(
        choices: choices, delays: delays, answersLater: true) + remark
    let lines = groups.joined().map(\.text)
    let text = (heading.filter { $0.hasPrefix("%") } + lines).map { $0 + "\n" }.joined()
    return Planned(
      play: Play(trail: text, claims: claims), heading: heading, lines: lines,
      claims: [(path[0], nil)] + steps.map { (Int($0.edge.target), $0.index) })
  }

  private mutating func claim(of node: Int, line: Int, withScreens: Bool) -> Play.Claim {
    let state = map.space.states[node].state
    let digest = digests[node] ?? CairnDump.digest(of: A.canonicalState?(state) ?? state)
    digests[node] = digest
    // Screens were not computed where the search crashed before.
    let isShown = withScreens && map.graph.locations[node].depth > 0
    return Play.Claim(
      line: line, state: digest,
      screens: isShown ? Replayer<A>.digestOfScreens(app.screens(of: state)) : nil)
  }
}
