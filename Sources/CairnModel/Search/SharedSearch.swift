import Cairn
import Dispatch
import Foundation
import Synchronization

/// The shared part of a search on several cores, used by one core at a time: a core submits the batch
/// that it has expanded, and receives the next one.
///
/// Batches are merged in the order of their states, in whichever order they are submitted. States,
/// numbers and findings are therefore the same as on one core.
@usableFromInline
struct SharedSearch<State: Hashable & Sendable, Action: Sendable>: Sendable {
  @usableFromInline var space: StateSpace<State>
  @usableFromInline var findings: ModelFindings<State, Action>
  @usableFromInline var transitions: Int
  @usableFromInline var steps: FoundSteps?
  /// The number of states that are expanded and whose successors are merged. They form a prefix.
  @usableFromInline var expanded: Int
  /// The number of states that were assigned to cores.
  @usableFromInline var assigned: Int
  @usableFromInline let bounds: Bounds
  /// Submitted batches that wait for their predecessors.
  @usableFromInline var early: [Batch<State, Action>] = []
  /// Merged batches, whose memory is reused.
  @usableFromInline var pool: [Batch<State, Action>] = []
  /// The number of cores that wait for states.
  @usableFromInline var idle = 0
  /// Whether no state is left, or one core has to continue alone: a bound was reached, or a state
  /// cannot be expanded.
  @usableFromInline var isOver = false

  @inlinable
  init(_ search: Search<State, Action>) {
    space = search.space
    findings = search.findings
    transitions = search.transitions
    steps = search.steps
    expanded = search.expanded
    assigned = search.expanded
    bounds = search.bounds
  }

  /// The next task of a core.
  @usableFromInline
  enum Turn: Sendable {
    case expand, wait, end
  }

  /// Submits a batch and receives the next one.
  ///
  /// - Returns: the next task, and the number of waiting cores to wake.
  @inlinable
  mutating func exchange(_ batch: inout Batch<State, Action>) -> (turn: Turn, wake: Int) {
    if !batch.range.isEmpty { submit(&batch) }
    let level = availableLevel
    if level.isEmpty, assigned == expanded { isOver = true }
    guard !isOver else {
      defer { idle = 0 }
      return (.end, idle)
    }
    guard !level.isEmpty, isWorthwhile || assigned == expanded else {
      batch.range = 0..<0
      idle += 1
      return (.wait, 0)
    }
    let range = level.prefix(width)
    assigned = range.upperBound
    batch.refill(range, of: space, findings)
    guard idle > 0, isWorthwhile else { return (.expand, 0) }
    idle -= 1
    return (.expand, 1)
  }

  /// The next states to be assigned, as far as they have the same depth.
  @inlinable
  var availableLevel: Range<Int> {
    if let depth = bounds.depth, space.isAtDepth(depth, assigned) {
      return assigned..<assigned
    }
    return space.level(from: assigned)
  }

  /// The number of states in a batch: small enough that they and their successors fit the cache of a
  /// core.
  @inlinable
  var width: Int { max(1, min(64, 256 * expanded / max(1, transitions))) }

  /// Whether the work outweighs the cost of waking a core, and few batches wait to be merged.
  @inlinable
  var isWorthwhile: Bool { space.count - assigned >= 64 && early.count < 64 }

  @inlinable
  mutating func submit(_ batch: inout Batch<State, Action>) {
    guard batch.range.lowerBound == expanded else {
      early.append(batch)
      batch = pool.popLast() ?? Batch(findings)
      return
    }
    merge(batch)
    while let position = early.firstIndex(where: { $0.range.lowerBound == expanded }), !isOver {
      let next = early.remove(at: position)
      merge(next)
      pool.append(next)
    }
  }

  @inlinable
  mutating func merge(_ batch: borrowing Batch<State, Action>) {
    guard !isOver, !batch.isIncomplete, space.count + batch.successors.count <= bounds.states else {
      isOver = true
      return
    }
    space.willExpand(batch.range.lowerBound)
    for successor in batch.successors {
      guard
        let target = space.insert(
          successor.state, hash: successor.hash, from: Int(successor.parent), upTo: .max)
      else { continue }
      // Several states may have no step between those of this one and of the one before.
      steps?.endStates(before: Int(successor.parent))
      steps?.targets.append(UInt32(truncatingIfNeeded: target))
    }
    steps?.endStates(before: batch.range.upperBound)
    transitions += batch.transitions
    findings.merge(batch.findings)
    expanded = batch.range.upperBound
  }
}

extension Search where State: Sendable {
  @inlinable
  mutating func run(on cores: Int) throws(ModelError) {
    if cores > 1 {
      // Waking another core takes longer than a small level.
      try run(toWidth: 64)
      if limit == nil, expanded < space.count, !missesIDs {
        // Each core costs a reducer, even if there is no work for it.
        share(among: min(cores, 1_024))
      }
    }
    try run()
  }

  /// Expands batches of states on several cores, until no state is left, or one core has to continue
  /// alone.
  ///
  /// No core waits for all others, so that any number of threads makes progress, a single one too.
  @inlinable
  mutating func share(among cores: Int) {
    let shared = Mutex(SharedSearch(self))
    // A second reference would copy all states at the first insertion.
    space = StateSpace(canonicalState: nil)
    steps = nil
    let work = DispatchSemaphore(value: 0)
    // Each core begins with short strides, and so does the one that continues alone.
    deadline = Deadline(deadline.end)
    // Other threads have the default values of task-local variables.
    let reporter = RuntimeIssue.reporter
    DispatchQueue.concurrentPerform(iterations: cores) {
      [model, findings, generations, deadline, comparesIDs = successors.comparesIDs] _ in
      RuntimeIssue.$reporter.withValue(reporter) {
        generations.run {
          var worker = Worker(model, until: deadline)
          worker.successors.comparesIDs = comparesIDs
          var batch = Batch<State, Action>(findings)
          while true {
            // Cores synchronize only here.
            let (turn, wake) = shared.withLock { $0.exchange(&batch) }
            for _ in 0..<wake { work.signal() }
            switch turn {
            case .expand: worker.expand(&batch)
            case .wait: work.wait()
            case .end: return
            }
          }
        }
      }
    }
    shared.withLock { shared in
      space = shared.space
      findings = shared.findings
      transitions = shared.transitions
      steps = shared.steps
      expanded = shared.expanded
    }
  }
}

@usableFromInline
func activeCores() -> Int { ProcessInfo.processInfo.activeProcessorCount }

/// Expands the states of batches on one core.
@usableFromInline
struct Worker<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline var successors: Successors<State, Action>
  @usableFromInline let canonicalState: (@Sendable (State) -> State)?
  @usableFromInline var deadline: Deadline

  @inlinable
  init(_ model: Model<State, Action>, until deadline: Deadline) {
    self.deadline = deadline
    successors = Successors(model)
    canonicalState = model.canonicalState
  }

  @inlinable
  mutating func expand(_ batch: inout Batch<State, Action>) {
    for (offset, state) in batch.states.enumerated() {
      let index = batch.range.lowerBound + offset
      guard (try? expand(state, at: index, into: &batch)) == true else {
        batch.isIncomplete = true
        return
      }
    }
  }

  /// Tries every action of a state; `false` if the time is over.
  @inlinable @inline(__always)
  mutating func expand(
    _ state: State, at index: Int, into batch: inout Batch<State, Action>
  ) throws(ModelError) -> Bool {
    if deadline.isOver() { return false }
    batch.findings.visit(state, .state(index))
    let actions = successors.actions(state)
    for position in actions.indices {
      if deadline.isOver() { return false }
      let action = actions[position]
      let next = try successors.state(after: action, in: state)
      batch.findings.visit(
        state, action, next, .step(from: index, action: position))
      if canonicalState != nil {
        batch.findings.visit(next, .step(from: index, action: position))
      }
      let hash = StateSpace<State>.hash(of: next, canonicalState)
      batch.successors.append(
        (state: next, hash: hash, parent: UInt32(truncatingIfNeeded: index)))
    }
    batch.transitions += actions.count
    if !batch.findings.ends.isEmpty, try successors.isEnd(state, actions) {
      batch.findings.visit(end: state, .state(index))
    }
    return true
  }
}

/// States of one depth, to be expanded by one core, and the results.
@usableFromInline
struct Batch<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline var range = 0..<0
  @usableFromInline var states: [State] = []
  /// The state after each step, known or new.
  @usableFromInline var successors: [(state: State, hash: UInt32, parent: UInt32)] = []
  @usableFromInline var findings: ModelFindings<State, Action>
  @usableFromInline var transitions = 0
  /// Whether a state was not expanded: the time is over, or expanding it again throws the reason.
  @usableFromInline var isIncomplete = false

  @inlinable
  init(_ findings: ModelFindings<State, Action>) {
    self.findings = findings
  }

  /// Replaces the states and clears the results, reusing the memory.
  @inlinable
  mutating func refill(
    _ range: Range<Int>, of space: borrowing StateSpace<State>,
    _ findings: ModelFindings<State, Action>
  ) {
    self.range = range
    states.removeAll(keepingCapacity: true)
    states.append(contentsOf: space.states[range])
    successors.removeAll(keepingCapacity: true)
    self.findings = findings
    transitions = 0
    isIncomplete = false
  }
}

extension Batch: Sendable where State: Sendable {}
