import Cairn

/// What one core does of a level: it leaves its share of the states, and keeps what may be new.
@usableFromInline
struct Worker<State: Hashable & SendableMetatype, Action: Sendable> {
  /// A state that was not known when the level began.
  @usableFromInline
  struct Candidate {
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

  @usableFromInline var successors: Successors<State, Action>
  @usableFromInline var findings: Findings<State, Action>
  @usableFromInline var candidates: [Candidate] = []
  @usableFromInline var transitions = 0
  /// Whether a state could not be left; who asks it again is told why.
  @usableFromInline var hasFailed = false

  @inlinable
  init(_ model: Model<State, Action>, _ findings: Findings<State, Action>) {
    successors = Successors(model)
    self.findings = findings
  }

  @inlinable
  mutating func expand(_ share: Range<Int>, of space: borrowing StateSpace<State>) {
    candidates.removeAll(keepingCapacity: true)
    transitions = 0
    hasFailed = false
    for index in share {
      guard (try? expand(index, of: space)) != nil else {
        hasFailed = true
        return
      }
    }
  }

  @inlinable @inline(__always)
  mutating func expand(
    _ index: Int, of space: borrowing StateSpace<State>
  ) throws(ModelError) {
    let state = space.states[index]
    findings.visit(state, at: index)
    let actions = successors.actions(state)
    for place in actions.indices {
      let action = actions[place]
      let next = try successors.state(after: action, in: state)
      findings.visit(state, action, next, at: index, action: place)
      let hash = space.hash(of: next)
      guard space.index(of: next, hash: hash) == nil else { continue }
      candidates.append(
        Candidate(state: next, hash: hash, parent: UInt32(truncatingIfNeeded: index)))
    }
    transitions += actions.count
    guard !findings.ends.isEmpty else { return }
    if try successors.isEnd(state, actions) { findings.visit(end: state, at: index) }
  }
}
