import Cairn
import Synchronization

/// Collects the jobs of tasks and runs them only when told to, first in, first out, on the thread
/// that tells it.
///
/// A task that prefers it brings its child tasks, task groups, `async let`s, continuations and the
/// default actors it calls along.
final class SimulationExecutor: TaskExecutor {
  /// `nil` once nobody is there any more to drain it.
  private let jobs = Mutex<Queue<UnownedJob>?>(Queue())
  private let onEnqueue: @Sendable () -> Void

  init(onEnqueue: @escaping @Sendable () -> Void) {
    self.onEnqueue = onEnqueue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isKept = jobs.withLock { jobs in
      jobs?.append(job)
      return jobs != nil
    }
    if isKept { onEnqueue() } else { globalConcurrentExecutor.enqueue(job) }
  }

  /// Runs the jobs that are ready, and those they make ready; `false` if there was none.
  func drain() -> Bool {
    var didRun = false
    while let job = jobs.withLock({ $0?.popFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
      didRun = true
    }
    return didRun
  }

  /// Leaves what is ready, now and later, to the system. With the simulation ended, these are the
  /// last steps of cancelled effects, which would otherwise never let go of what they hold.
  func release() {
    let left = jobs.withLock { jobs in
      defer { jobs = nil }
      return jobs?.contents ?? []
    }
    for job in left { globalConcurrentExecutor.enqueue(job) }
  }
}
