/// Some states of one depth, for one core to expand, and what it finds.
@usableFromInline
struct Batch<State: Hashable & SendableMetatype, Action: Sendable> {
  /// A state that a step leads to, known or not.
  @usableFromInline
  struct Successor {
    @usableFromInline let state: State
    @usableFromInline let hash: UInt32
    @usableFromInline let parent: UInt32

    @inlinable
    init(state: State, hash: UInt32, parent: UInt32) {
      self.state = state
      self.hash = hash
      self.parent = parent
    }
  }

  @usableFromInline var range = 0..<0
  @usableFromInline var states: [State] = []
  @usableFromInline var successors: [Successor] = []
  @usableFromInline var findings: Findings<State, Action>
  @usableFromInline var transitions = 0
  /// Whether a state could not be expanded; who does it again is told why.
  @usableFromInline var hasFailed = false

  @inlinable
  init(_ findings: Findings<State, Action>) {
    self.findings = findings
  }

  /// Forgets what was found and takes other states, in the same memory.
  @inlinable
  mutating func refill(
    _ range: Range<Int>, of space: borrowing StateSpace<State>, _ findings: Findings<State, Action>
  ) {
    self.range = range
    states.removeAll(keepingCapacity: true)
    states.append(contentsOf: space.states[range])
    successors.removeAll(keepingCapacity: true)
    self.findings = findings
    transitions = 0
    hasFailed = false
  }
}

extension Batch.Successor: Sendable where State: Sendable {}
extension Batch: Sendable where State: Sendable {}
