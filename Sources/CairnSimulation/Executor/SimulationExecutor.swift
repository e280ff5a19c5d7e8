import Cairn
import Synchronization

/// Collects the jobs of tasks and runs them only when told to, on the thread that tells it.
///
/// A task that prefers it brings its child tasks, task groups, `async let`s, continuations and the
/// default actors it calls along; an actor may have it as its executor.
///
/// A job that another thread makes ready comes at a time that nobody can repeat. It is held back
/// until it is let in.
final class SimulationExecutor: TaskExecutor, SerialExecutor, EffectExecutor {
  private struct Jobs {
    var ready = Queue<ReadyJob>()
    /// Made ready by others than the driver and the jobs it runs.
    var held: [(job: ReadyJob, caller: Caller)] = []
    /// Who drives the simulation: the last one to run jobs.
    var driver = Caller.current
    /// The thread on which it is driven now, and the effect whose job runs.
    var running: (thread: Int, lane: EffectLane?)?
    /// Called once, when something comes from outside.
    var onArrival: (@Sendable () -> Void)?
    /// Nobody is there any more to run jobs.
    var isReleased = false

    /// Notes the job that runs next, or that none does.
    mutating func begin(_ job: ReadyJob?) -> ReadyJob? {
      running?.lane = job?.lane
      return job
    }
  }

  private let jobs = Mutex(Jobs())
  private let onReady: (@Sendable () -> Void)?
  /// The effects so far, if their histories are kept.
  private let records: Mutex<[EffectRecord]>?

  /// - Parameter onReady: makes jobs of other threads as good as any.
  init(onReady: (@Sendable () -> Void)?, keepsHistories: Bool) {
    self.onReady = onReady
    records = keepsHistories ? Mutex([]) : nil
  }

  func place(of effect: EffectIdentity) -> any TaskExecutor {
    let record = records?.withLock { records in
      let record = EffectRecord(of: effect)
      records.append(record)
      return record
    }
    return EffectLane(of: effect, on: self, record: record)
  }

  /// Adds to the history of the effect that runs now, if there is one and histories are kept.
  func note(_ event: @autoclosure () -> AnyID) {
    guard records != nil else { return }
    let thread = Caller.currentThread
    let lane = jobs.withLock { $0.running?.thread == thread ? $0.running?.lane : nil }
    lane?.record?.history.withLock { $0.seen.append(event()) }
  }

  var keepsHistories: Bool { records != nil }

  /// Adds to the history of an effect which of its tasks goes on.
  func note(turn: Int, of effect: EffectIdentity) {
    let record = records?.withLock { $0.first { $0.effect == effect } }
    record?.history.withLock { $0.turns.append(turn) }
  }

  /// The history of an effect, if histories are kept.
  func history(of effect: EffectIdentity) -> EffectHistory? {
    records?.withLock { $0.first { $0.effect == effect } }?.history.withLock { $0 }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job), on: nil, isFirst: false)
  }

  func enqueue(_ job: UnownedJob, on lane: EffectLane?, isFirst: Bool) {
    let thread = Caller.currentThread
    let (isKept, onArrival) = jobs.withLock { jobs -> (Bool, (@Sendable () -> Void)?) in
      guard !jobs.isReleased else { return (false, nil) }
      let entry = ReadyJob(job: job, lane: lane, isFirst: isFirst)
      if isFirst || jobs.running?.thread == thread {
        jobs.ready.append(entry)
        return (true, nil)
      }
      let caller = Caller.current
      let isInside = caller == jobs.driver
      if isInside || onReady != nil {
        jobs.ready.append(entry)
      } else {
        jobs.held.append((entry, caller))
      }
      return (true, isInside ? nil : jobs.onArrival.take())
    }
    onArrival?()
    if isKept { onReady?() } else { globalConcurrentExecutor.enqueue(job) }
  }

  func checkIsolated() {
    precondition(
      runningThread == Caller.currentThread,
      "an actor of a simulation was entered from outside of the jobs of that simulation")
  }

  /// Runs the jobs that are ready, and those they make ready, first in, first out; `false` if there
  /// was none.
  func drain() -> Bool {
    var didRun = false
    while let job = jobs.withLock({ $0.begin($0.ready.popFirst()) }) {
      run(job)
      didRun = true
    }
    return didRun
  }

  /// The jobs one of which may run next.
  var eligible: [(place: Int, job: ReadyJob)] { jobs.withLock { $0.ready.eligible } }

  /// Runs an eligible job.
  func run(at place: Int) {
    guard let job = jobs.withLock({ $0.begin($0.ready.remove(at: place)) }) else { return }
    run(job)
    jobs.withLock { $0.running?.lane = nil }
  }

  /// Has the caller drive the simulation while `work` is done; what they have made ready meanwhile
  /// is let in.
  func drive<Result>(_ work: () -> Result) -> Result {
    let caller = Caller.current
    let thread = Caller.currentThread
    let before = jobs.withLock { jobs in
      let before = jobs.running
      jobs.running = (thread, nil)
      jobs.driver = caller
      if !jobs.held.isEmpty {
        for (job, holder) in jobs.held where holder == caller { jobs.ready.append(job) }
        jobs.held.removeAll { $0.caller == caller }
      }
      return before
    }
    defer { jobs.withLock { $0.running = before } }
    return work()
  }

  /// Lets in what other threads have made ready.
  func admit() {
    jobs.withLock { jobs in
      for (job, _) in jobs.held { jobs.ready.append(job) }
      jobs.held = []
    }
  }

  /// Has it told, once, when something comes from outside; `false` if something is there already.
  func notify(_ onArrival: @escaping @Sendable () -> Void) -> Bool {
    jobs.withLock { jobs in
      guard jobs.held.isEmpty && jobs.ready.isEmpty else { return false }
      jobs.onArrival = onArrival
      return true
    }
  }

  /// The effect whose job runs now, on this thread.
  var currentEffect: EffectIdentity? {
    let thread = Caller.currentThread
    return jobs.withLock { $0.running?.thread == thread ? $0.running?.lane?.effect : nil }
  }

  /// Whether a part of an effect is ready to run.
  func isReady(_ effect: EffectIdentity) -> Bool {
    jobs.withLock { $0.ready.contents.contains { $0.lane?.effect == effect } }
  }

  /// Whether a part of an effect waits to be let in.
  func isHeld(_ effect: EffectIdentity) -> Bool {
    jobs.withLock { $0.held.contains { $0.job.lane?.effect == effect } }
  }

  /// Leaves what is ready, now and later, to the system. With the simulation ended, these are the
  /// last steps of cancelled effects, which would otherwise never let go of what they hold.
  func release() {
    let left = jobs.withLock { jobs in
      jobs.isReleased = true
      defer { (jobs.ready, jobs.held) = (Queue(), []) }
      return jobs.ready.contents + jobs.held.map(\.job)
    }
    for entry in left { globalConcurrentExecutor.enqueue(entry.job) }
  }

  private var runningThread: Int? { jobs.withLock { $0.running?.thread } }

  private func run(_ entry: ReadyJob) {
    if let lane = entry.lane {
      lane.record?.history.withLock { $0.resumptions += 1 }
      entry.job.runSynchronously(on: lane.asUnownedTaskExecutor())
    } else {
      entry.job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }
}
