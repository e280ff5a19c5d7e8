import Cairn
import Synchronization

/// Collects the jobs of tasks and runs them only when told to, first in, first out, on the thread
/// that tells it.
///
/// A task that prefers it brings its child tasks, task groups, `async let`s, continuations and the
/// default actors it calls along.
final class SimulationExecutor: TaskExecutor {
  private let jobs = Mutex(Queue<UnownedJob>())
  private let onEnqueue: @Sendable () -> Void

  init(onEnqueue: @escaping @Sendable () -> Void) {
    self.onEnqueue = onEnqueue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    onEnqueue()
  }

  /// Runs the jobs that are ready, and those they make ready; `false` if there was none.
  func drain() -> Bool {
    var didRun = false
    while let job = jobs.withLock({ $0.popFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
      didRun = true
    }
    return didRun
  }
}
