import CairnApp
import CairnModel

/// The steps between the nodes of the search, all by number.
@usableFromInline
struct AppGraph {
  /// A step from one node to another.
  @usableFromInline
  struct Edge {
    @usableFromInline let target: UInt32
    @usableFromInline let step: UInt32
    /// The number of its ``Nondeterminism``.
    @usableFromInline let nondeterminism: UInt32
    @usableFromInline let startedEffects: Bool
    /// Whether the step leads to some of the times of the target only.
    @usableFromInline let isCovered: Bool
    /// Whether the step leads to another state, which has the canonical form of the state of its node.
    @usableFromInline let changesForm: Bool

    @inlinable
    init(
      target: UInt32, step: UInt32, nondeterminism: UInt32, startedEffects: Bool,
      isCovered: Bool = false, changesForm: Bool = false
    ) {
      self.isCovered = isCovered
      self.changesForm = changesForm
      self.target = target
      self.step = step
      self.nondeterminism = nondeterminism
      self.startedEffects = startedEffects
    }
  }

  /// The screen on top, and the depth of the stack of screens; 0 if the screens were not computed.
  @usableFromInline
  struct Location {
    @usableFromInline let screen: UInt32
    @usableFromInline let depth: UInt32

    @inlinable
    init(screen: UInt32, depth: UInt32) {
      self.screen = screen
      self.depth = depth
    }
  }

  @usableFromInline var edges: [Edge] = []
  /// The offset of the edges of each node, and the end of the last ones.
  @usableFromInline var starts = [0]
  @usableFromInline var locations: [Location] = []
  @usableFromInline var steps = NumberedValues<AppStep>()
  @usableFromInline var screens = NumberedValues<String>()

  /// The number of expanded nodes; they form a prefix.
  @inlinable
  var expanded: Int { starts.count - 1 }

  /// The indices of the edges of a node; empty if it is not expanded.
  @inlinable
  subscript(edgesOf index: Int) -> Range<Int> {
    index < expanded ? starts[index]..<starts[index + 1] : 0..<0
  }

  var bytes: Int {
    edges.capacity * MemoryLayout<Edge>.stride + locations.capacity * MemoryLayout<Location>.stride
      + starts.capacity * MemoryLayout<Int>.stride
  }
}

// Queries on the whole graph.
extension AppGraph {
  func edges(of index: Int) -> ArraySlice<Edge> { edges[self[edgesOf: index]] }

  func first(showing id: String) -> Int? {
    screens.values.firstIndex(of: id).flatMap { screen in
      locations.firstIndex { $0.screen == screen }
    }
  }

  func screen(at index: Int) -> String {
    guard index < locations.count, locations[index].screen < screens.values.count else { return "" }
    return screens[locations[index].screen]
  }

  func predecessors(states count: Int) -> Predecessors {
    Predecessors(starts: starts, targets: edges.map(\.target), states: count)
  }

  /// The first node from which no path leads to the screen, or to a node from which more may be reachable.
  func first(withoutPathTo id: String, orTo isUnknown: (Int) -> Bool) -> Int? {
    let screen = screens.values.firstIndex(of: id) ?? -1
    return predecessors(states: locations.count).firstWithoutPath { index in
      // From a node that was not expanded, anything may be reachable.
      index >= expanded || locations[index].screen == screen || isUnknown(index)
    }
  }
}

/// An input of a screen, or an event, by name.
struct NamedInput: Hashable {
  /// The number of the screen; `nil` for an event.
  let screen: UInt32?
  let name: String
}

extension AppMap {
  /// The inputs with an effect in some node, and, in order, the first node and the line of each that has none in any. A
  /// change of the times alone is no effect.
  var inputEffects:
    (handled: Set<NamedInput>, unhandled: [(input: NamedInput, index: Int, line: String)])
  {
    let names = graph.steps.values.map(\.nameInGraph)
    var handled: Set<NamedInput> = []
    var ineffective: [NamedInput: (index: Int, line: String)] = [:]
    for index in 0..<graph.expanded {
      for edge in graph.edges(of: index) {
        guard case .input(let line) = graph.steps[edge.step] else { continue }
        let input = NamedInput(
          screen: graph.locations[index].screen, name: names[Int(edge.step)])
        if edge.startedEffects || edge.changesForm
          || !space.isSame(space.states[Int(edge.target)].untimed, space.states[index].untimed)
        {
          handled.insert(input)
        } else if ineffective[input] == nil {
          ineffective[input] = (index, line)
        }
      }
    }
    let unhandled = ineffective.filter { !handled.contains($0.key) }
      .map { (input: $0.key, index: $0.value.index, line: $0.value.line) }
      .sorted { ($0.index, $0.line) < ($1.index, $1.line) }
    return (handled, unhandled)
  }
}

extension AppGraph {
  /// The first round trip, by an input that pushes a screen and one that returns from it, that does not lead back, or
  /// the reason why there is no round trip.
  func notUndone(
    _ next: String, _ back: String, isSame: (Int, Int) -> Bool
  ) -> (finding: AppFinding?, vacuity: String?) {
    let (pushing, returning) = (AppStep.input(next), AppStep.input(back))
    var (isTyped, pushes, returns) = (false, false, false)
    for index in 0..<expanded {
      for push in edges(of: index) where steps[push.step] == pushing {
        isTyped = true
        let target = Int(push.target)
        guard locations[target].depth == locations[index].depth + 1 else { continue }
        pushes = true
        for pop in edges(of: target) where steps[pop.step] == returning {
          guard isSame(Int(pop.target), index) else {
            return (AppFinding(index: index, edges: [push, pop]), nil)
          }
          returns = true
        }
      }
    }
    guard isTyped else { return (nil, "no screen accepts \(next.inQuotes)") }
    guard pushes else { return (nil, "\(next.inQuotes) pushes no screen") }
    return (
      nil,
      returns ? nil : "no screen that \(next.inQuotes) pushes accepts \(back.inQuotes)"
    )
  }
}
