import Dispatch
import Synchronization

// Several cores leave the states of a level, each its share, in order; what they find is then put
// together in that order. So the states, their numbers and all that is found are as one core finds
// them.
extension Search where State: Sendable {
  @inlinable
  mutating func run(on cores: Int) throws(ModelError) {
    let workplaces = (0..<cores).map { _ in Workplace(model, findings) }
    try run { (search, level) throws(ModelError) in
      // A small level takes less time than it takes to wake another core.
      guard cores > 1, level.count >= 256, search.expand(level, at: workplaces) else {
        return try search.expand(level)
      }
    }
  }

  /// `false`, and nothing is done, if one core has to do it step by step: where a bound is met on
  /// the way, or a state cannot be left.
  @inlinable
  mutating func expand(
    _ level: Range<Int>, at workplaces: [Workplace<State, Action>]
  ) -> Bool {
    if let deadline, ContinuousClock.now >= deadline { return false }
    let candidates = space.expand(level, at: workplaces, findings)
    guard let candidates, space.count + candidates <= bounds.states else { return false }
    for place in workplaces {
      place.worker.withLock { worker in
        for candidate in worker.candidates {
          _ = space.insert(
            candidate.state, hash: candidate.hash, from: Int(candidate.parent), upTo: .max)
        }
        transitions += worker.transitions
        findings.merge(worker.findings)
      }
    }
    expanded = level.upperBound
    return true
  }
}

/// Where a worker is, for the core that takes it. Nobody ever waits for the lock.
@usableFromInline
final class Workplace<State: Hashable & Sendable, Action: Sendable>: Sendable {
  @usableFromInline let worker: Mutex<Worker<State, Action>>

  @inlinable
  init(_ model: Model<State, Action>, _ findings: Findings<State, Action>) {
    worker = Mutex(Worker(model, findings))
  }
}

extension StateSpace where State: Sendable {
  /// How many states may be new; `nil` if one could not be left.
  ///
  /// The workers read what is known, and write nothing but what is their own.
  @inlinable
  func expand<Action>(
    _ level: Range<Int>, at workplaces: [Workplace<State, Action>],
    _ findings: Findings<State, Action>
  ) -> Int? {
    DispatchQueue.concurrentPerform(iterations: workplaces.count) { core in
      let start = level.lowerBound + level.count * core / workplaces.count
      let end = level.lowerBound + level.count * (core + 1) / workplaces.count
      workplaces[core].worker.withLock { worker in
        worker.findings = findings
        worker.expand(start..<end, of: self)
      }
    }
    var count = 0
    for place in workplaces {
      guard let found = place.worker.withLock({ $0.hasFailed ? nil : $0.candidates.count }) else {
        return nil
      }
      count += found
    }
    return count
  }
}
