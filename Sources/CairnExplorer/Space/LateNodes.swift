import CairnModel

/// The nodes on whose path a step that reads the clock was not taken at its earliest time.
///
/// A second late step makes a time of its own for each pair of times, and so on. A search would therefore not end
/// if it told such nodes apart by their times alone.
@usableFromInline
struct LateNodes<State: Hashable & SendableMetatype> {
  /// A step, without its time.
  private struct Step: Hashable {
    let number: UInt32
    let wakes: [Int]
  }

  private var indices: Set<Int> = []
  /// The nodes without their zones, with the steps that were tried at later times from one of them.
  private var steps: [SearchNode<State>: Set<Step>] = [:]
  private let canonicalState: (@Sendable (State) -> State)?

  @usableFromInline
  init(canonicalState: (@Sendable (State) -> State)?) {
    self.canonicalState = canonicalState
  }

  @usableFromInline
  func contains(_ index: Int) -> Bool { indices.contains(index) }

  /// Whether one of them differs from the node at most in its zone.
  func contains(_ node: SearchNode<State>) -> Bool { steps[untimed(node)] != nil }

  @usableFromInline
  mutating func insert(_ index: Int, _ node: SearchNode<State>) {
    indices.insert(index)
    steps[untimed(node), default: []] = steps[untimed(node)] ?? []
  }

  /// Notes that a step is tried at later times from one of them; `false` if it was tried from another one that
  /// differs in its zone.
  mutating func tries(_ number: UInt32, waking wakes: [Int], from node: SearchNode<State>) -> Bool {
    steps[untimed(node), default: []].insert(Step(number: number, wakes: wakes)).inserted
  }

  private func untimed(_ node: SearchNode<State>) -> SearchNode<State> {
    var untimed = SearchNode(
      state: canonicalState?(node.state) ?? node.state, memory: node.memory,
      inFlight: node.inFlight)
    untimed.ids = node.ids
    return untimed
  }
}
