import Dispatch
import Foundation
import Synchronization

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
