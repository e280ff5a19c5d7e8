import Dispatch
import Foundation
import Synchronization

/// What the cores of a search share, one of them at a time: a core brings the batch that it has
/// expanded, and goes with the next one.
///
/// Batches are taken up in the order of their states, whichever is brought first. So the states,
/// their numbers and all that is found are as one core finds them.
@usableFromInline
struct SharedSearch<State: Hashable & Sendable, Action: Sendable>: Sendable {
  @usableFromInline var space: StateSpace<State>
  @usableFromInline var findings: Findings<State, Action>
  @usableFromInline var transitions: Int
  /// How many states have been expanded, and what they lead to was taken up.
  @usableFromInline var expanded: Int
  /// How many states were handed out.
  @usableFromInline var given: Int
  @usableFromInline let bounds: Bounds
  @usableFromInline let deadline: ContinuousClock.Instant?
  /// Batches that an earlier one is awaited for.
  @usableFromInline var early: [Batch<State, Action>] = []
  /// Batches that were taken up: their memory is used again.
  @usableFromInline var spare: [Batch<State, Action>] = []
  /// How many cores wait for states.
  @usableFromInline var idle = 0
  /// Whether nothing is left, or one core has to go on step by step: where a bound is met, or a
  /// state cannot be expanded.
  @usableFromInline var isOver = false

  @inlinable
  init(_ search: Search<State, Action>) {
    space = search.space
    findings = search.findings
    transitions = search.transitions
    expanded = search.expanded
    given = search.expanded
    bounds = search.bounds
    deadline = search.deadline
  }

  /// What a core does next.
  @usableFromInline
  enum Turn: Sendable {
    case expand, wait, end
  }

  /// Brings a batch, and takes the next one: the one way in which cores meet.
  ///
  /// - Returns: what to do next, and how many of the cores that wait are to be woken.
  @inlinable
  static func exchange(
    _ batch: inout Batch<State, Action>, with shared: borrowing Mutex<Self>
  ) -> (turn: Turn, wake: Int) {
    shared.withLock { $0.exchange(&batch) }
  }

  @inlinable
  mutating func exchange(_ batch: inout Batch<State, Action>) -> (turn: Turn, wake: Int) {
    if !batch.range.isEmpty { bring(&batch) }
    if let deadline, ContinuousClock.now >= deadline { isOver = true }
    let level = availableLevel
    if level.isEmpty, given == expanded { isOver = true }
    guard !isOver else {
      defer { idle = 0 }
      return (.end, idle)
    }
    guard !level.isEmpty, isWorthwhile || given == expanded else {
      batch.range = 0..<0
      idle += 1
      return (.wait, 0)
    }
    let range = level.prefix(width)
    given = range.upperBound
    batch.refill(range, of: space, findings)
    guard idle > 0, isWorthwhile else { return (.expand, 0) }
    idle -= 1
    return (.expand, 1)
  }

  /// The next states to be handed out, as far as they are of one depth.
  @inlinable
  var availableLevel: Range<Int> {
    if let depth = bounds.depth, space.isAtDepth(depth, given) {
      return given..<given
    }
    return space.level(from: given)
  }

  /// How many states a batch is given: so few that they, and what they lead to, stay in the cache of
  /// a core.
  @inlinable
  var width: Int { max(1, min(64, 256 * expanded / max(1, transitions))) }

  /// Whether there is more to do than it takes to wake a core, and not too much yet that cannot be
  /// taken up.
  @inlinable
  var isWorthwhile: Bool { space.count - given >= 64 && early.count < 64 }

  @inlinable
  mutating func bring(_ batch: inout Batch<State, Action>) {
    guard batch.range.lowerBound == expanded else {
      early.append(batch)
      batch = spare.popLast() ?? Batch(findings)
      return
    }
    takeUp(batch)
    while let place = early.firstIndex(where: { $0.range.lowerBound == expanded }), !isOver {
      let next = early.remove(at: place)
      takeUp(next)
      spare.append(next)
    }
  }

  @inlinable
  mutating func takeUp(_ batch: borrowing Batch<State, Action>) {
    guard !isOver, !batch.hasFailed, space.count + batch.successors.count <= bounds.states else {
      isOver = true
      return
    }
    space.willExpand(batch.range.lowerBound)
    for successor in batch.successors {
      _ = space.insert(
        successor.state, hash: successor.hash, from: Int(successor.parent), upTo: .max)
    }
    transitions += batch.transitions
    findings.merge(batch.findings)
    expanded = batch.range.upperBound
  }
}

extension Search where State: Sendable {
  @inlinable
  mutating func run(on cores: Int) throws(ModelError) {
    if cores > 1 {
      // A small level takes less time than it takes to wake another core.
      try run(toWidth: 64)
      if limit == nil, expanded < space.count { share(among: cores) }
    }
    try run()
  }

  /// Expands batches of states on several cores, until nothing is left, or one core has to go on.
  ///
  /// Nobody waits for all others: any number of threads does, one too.
  @inlinable
  mutating func share(among cores: Int) {
    let shared = Mutex(SharedSearch(self))
    // Kept in two places, all states would be copied for the first one that is inserted.
    space = StateSpace(model.initial, canonicalState: model.canonicalState)
    let work = DispatchSemaphore(value: 0)
    DispatchQueue.concurrentPerform(iterations: cores) { [model, findings] _ in
      var worker = Worker(model)
      var batch = Batch<State, Action>(findings)
      while true {
        let (turn, wake) = SharedSearch.exchange(&batch, with: shared)
        for _ in 0..<wake { work.signal() }
        switch turn {
        case .expand: worker.expand(&batch)
        case .wait: work.wait()
        case .end: return
        }
      }
    }
    shared.withLock { shared in
      space = shared.space
      findings = shared.findings
      transitions = shared.transitions
      expanded = shared.expanded
    }
  }
}

/// How many cores there are for this process.
@usableFromInline
func activeCores() -> Int { ProcessInfo.processInfo.activeProcessorCount }
