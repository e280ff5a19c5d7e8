import Cairn
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Collects work, and runs it on the thread that drives the simulation.
///
/// A task that prefers this executor runs here with its child tasks, task groups, `async let`s and
/// continuations, and with the default actors that it calls. An actor may have it as its executor.
///
/// Jobs from other threads arrive nondeterministically, so they are held until `admit()`.
final class SimulationExecutor: TaskExecutor, SerialExecutor, EffectExecutors {
  private struct Jobs {
    var ready = Queue<ReadyWork>()
    /// Jobs that run before the ready ones: each continues an effect whose action was reduced.
    var continuing = Queue<ReadyWork>()
    /// The effect whose action is reduced now, and the thread that reduces it.
    var sender: (effect: EffectIdentity, thread: Int)?
    /// Jobs that were enqueued neither by the driver nor by a job that it runs.
    var held: [(job: ReadyWork, caller: Caller)] = []
    /// The last caller that ran jobs.
    var driver = Caller.current
    /// The thread that drives the simulation now, and the effect whose job runs.
    var running: (thread: Int, lane: EffectLane?)?
    /// Whether the last part of the work has used memory or choices, or resumed another effect.
    var hasInteracted = false
    /// The answers and values that the app has received outside of effects, if effects are recorded.
    var seen: [AnyID] = []
    /// The effects that were resumed outside of the parts of effects, in order, if effects are recorded.
    var resumed: [EffectIdentity] = []
    /// Each is called once, when a job is held or a message arrives.
    var onArrival: [@Sendable () -> Void] = []
    /// The number of times that a caller has begun to drive the simulation.
    var driveCount = 0
    /// Whether a message of another thread has arrived since the last admission.
    var hasMessage = false
    /// Set at the end of the simulation: the system runs the jobs.
    var isReleased = false
    /// The number of runs before the present one. The system runs the jobs of those.
    var run = 0

    /// The ready work, in order.
    var allReady: [ReadyWork] { continuing.contents + ready.contents }

    /// Takes out the work that runs next, and records its effect.
    mutating func beginFirst() -> ReadyWork? {
      let work = continuing.popFirst() ?? ready.popFirst()
      running?.lane = work?.lane
      return work
    }

    /// Whether work continues the effect whose action is reduced now.
    func continuesSender(_ work: ReadyWork, on thread: Int) -> Bool {
      guard let sender, sender.thread == thread, !work.isFirst else { return false }
      return work.lane?.effect == sender.effect
    }
  }

  private let jobs = Mutex(Jobs())
  /// See ``Simulation/partLimit``.
  let partLimit = Atomic(0)
  /// Whether the run has stopped at that limit.
  let isEndless = Atomic(false)
  /// The number of the process that has ended and whose cancelled effects run; 0 for none. What they store is lost.
  let endedProcess = Atomic(0)
  /// Whether the stores of that process end now.
  let isEndingProcess = Atomic(false)
  /// Called when work becomes ready; jobs of other threads are then not held.
  private let onReady: (@Sendable () -> Void)?
  /// The threads for the steps of effects; `nil` if they run on the thread of the driver.
  let threads: StepThreads?
  /// Makes the record of an effect that begins; `nil` if effects are not recorded.
  private let makeRecord: RecordMaker?

  typealias RecordMaker = @Sendable (EffectIdentity) -> any EffectRecord

  init(
    onReady: (@Sendable () -> Void)?, threads: StepThreads?, recording makeRecord: RecordMaker?
  ) {
    self.onReady = onReady
    self.threads = threads
    self.makeRecord = makeRecord
  }

  func executor(of effect: EffectIdentity) -> any TaskExecutor {
    guard let makeRecord else { return EffectLane(of: effect, on: self, record: nil, run: 0) }
    let run = jobs.withLock { $0.run }
    return EffectLane(of: effect, on: self, record: makeRecord(effect), run: run)
  }

  /// Whether the caller runs in a job, on the thread that drives the simulation.
  var isDriving: Bool {
    let thread = Caller.currentThread
    return jobs.withLock { $0.running?.thread == thread }
  }

  /// The number of the caller's process if it has ended. The caller is a cancelled effect or its cancellation handler.
  var endedProcessOfCaller: Int? {
    let process = endedProcess.load(ordering: .relaxed)
    guard process > 0, isEndingProcess.load(ordering: .relaxed) || Task.isCancelled else {
      return nil
    }
    return process
  }

  var driveCount: Int { jobs.withLock { $0.driveCount } }

  func continues(after count: Int) -> Bool {
    let limit = partLimit.load(ordering: .relaxed)
    guard limit > 0, count > limit else { return true }
    stopEndlessWork()
    return false
  }

  func stopEndlessWork() {
    isEndless.store(true, ordering: .relaxed)
    RuntimeIssue.report(.endlessWork)
  }

  /// Notes what the effect that runs now has seen, or the app outside of effects, if effects are recorded.
  func note(_ value: @autoclosure () -> AnyID) {
    guard isRecording else { return }
    let (thread, value) = (Caller.currentThread, value())
    let lane = jobs.withLock { jobs -> EffectLane? in
      let isDriving = jobs.running?.thread == thread
      if isDriving { jobs.hasInteracted = true }
      let lane = isDriving ? jobs.running?.lane : nil
      if lane == nil { jobs.seen.append(value) }
      return lane
    }
    lane?.record?.see(value)
  }

  func takeSeen() -> [AnyID] { jobs.withLock { exchange(&$0.seen, with: []) } }

  func takeResumed() -> [EffectIdentity] { jobs.withLock { exchange(&$0.resumed, with: []) } }

  var isRecording: Bool { makeRecord != nil }

  // MARK: Runs of a search

  /// The record of the effect that runs now, if effects are recorded.
  var currentRecord: (any EffectRecord)? { isRecording ? currentLane?.record : nil }

  /// The effect whose job runs now on this thread.
  var currentEffect: EffectIdentity? { currentLane?.effect }

  private var currentLane: EffectLane? {
    let thread = Caller.currentThread
    return jobs.withLock { $0.running?.thread == thread ? $0.running?.lane : nil }
  }

  func runAlone(_ begin: () -> Void) {
    drive {
      begin()
      while runFirst() {}
      jobs.withLock { $0.running?.lane = nil }
    }
  }

  /// Ends a run. Its tasks were cancelled, and end here, except for those that ignore the cancellation.
  func endRun(waking wakeSleepers: () -> Bool) {
    drive {
      admit()
      var jobCount = 0
      repeat {
        while jobCount < 10_000, runFirst() { jobCount += 1 }
      } while jobCount < 10_000 && wakeSleepers()
    }
    let left = jobs.withLock { jobs in
      defer {
        let run = jobs.run
        (jobs, jobs.run) = (Jobs(), run + 1)
      }
      return jobs.allReady + jobs.held.map(\.job)
    }
    for entry in left { entry.release() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(ReadyWork(job: UnownedJob(job), lane: nil, isFirst: false))
  }

  func enqueue(_ entry: ReadyWork) {
    let thread = Caller.currentThread
    let (isKept, onArrival) = jobs.withLock { jobs -> (Bool, [@Sendable () -> Void]) in
      guard !jobs.isReleased, entry.lane.map({ $0.run == jobs.run }) ?? true else {
        return (false, [])
      }
      if jobs.continuesSender(entry, on: thread) {
        jobs.continuing.append(entry)
        return (true, [])
      }
      if !entry.isFirst, jobs.running?.lane == nil, let lane = entry.lane, lane.record != nil {
        jobs.resumed.append(lane.effect)
      }
      if entry.isFirst || jobs.running?.thread == thread {
        if let lane = jobs.running?.lane, lane !== entry.lane {
          jobs.hasInteracted = true
          if let record = lane.record { entry.lane?.record?.resume(by: record) }
        }
        jobs.ready.append(entry)
        return (true, [])
      }
      let caller = Caller.current
      let isInside = caller == jobs.driver
      if isInside || onReady != nil {
        jobs.ready.append(entry)
      } else {
        jobs.held.append((entry, caller))
        jobs.hasInteracted = true
        entry.lane?.record?.forbidRepetition()
      }
      return (true, isInside ? [] : exchange(&jobs.onArrival, with: []))
    }
    for call in onArrival { call() }
    if isKept { onReady?() } else { entry.release() }
  }

  /// A message of another thread is work like a job: a driver that waits for work takes it in.
  func messageArrived() {
    let thread = Caller.currentThread
    let (isOutside, onArrival) = jobs.withLock { jobs -> (Bool, [@Sendable () -> Void]) in
      guard jobs.running?.thread != thread else { return (false, []) }
      jobs.hasMessage = true
      return (true, exchange(&jobs.onArrival, with: []))
    }
    for call in onArrival { call() }
    if isOutside { onReady?() }
  }

  func checkIsolated() {
    precondition(
      isDriving,
      "an actor of a simulation was entered from outside of the jobs of that simulation")
  }

  /// Runs all work, also work that becomes ready meanwhile; `false` if there was none.
  func drain() -> Bool {
    var didRun = false
    while runFirst() { didRun = true }
    return didRun
  }

  /// `false` if there is no work.
  func runFirst() -> Bool {
    guard let work = jobs.withLock({ $0.beginFirst() }) else { return false }
    run(work)
    return true
  }

  func takeInteraction() -> Bool { jobs.withLock { exchange(&$0.hasInteracted, with: false) } }

  func reduce<Result>(actionOf effect: EffectIdentity, _ reduce: () -> Result) -> Result {
    let thread = Caller.currentThread
    jobs.withLock { $0.sender = (effect, thread) }
    defer { jobs.withLock { $0.sender = nil } }
    return reduce()
  }

  var ready: [ReadyWork] { jobs.withLock { $0.allReady } }

  var eligible: [(offset: Int, work: ReadyWork)] { jobs.withLock { $0.ready.eligible } }

  func run(at offset: Int) {
    let work = jobs.withLock { jobs in
      let work = jobs.ready.remove(at: offset)
      jobs.running?.lane = work?.lane
      return work
    }
    guard let work else { return }
    run(work)
    jobs.withLock { $0.running?.lane = nil }
  }

  /// Lets the caller drive the simulation during `work`. Jobs that the caller enqueued before are
  /// admitted.
  func drive<Result>(_ work: () -> Result) -> Result {
    let caller = Caller.current
    let thread = Caller.currentThread
    let before = jobs.withLock { jobs in
      let before = jobs.running
      jobs.running = (thread, nil)
      jobs.driver = caller
      jobs.driveCount += 1
      if !jobs.held.isEmpty {
        for (job, holder) in jobs.held where holder == caller { jobs.ready.append(job) }
        jobs.held.removeAll { $0.caller == caller }
      }
      return before
    }
    if before == nil { threads?.beginCall() }
    defer { jobs.withLock { $0.running = before } }
    return work()
  }

  func admit() {
    jobs.withLock { jobs in
      for (job, _) in jobs.held { jobs.ready.append(job) }
      jobs.held = []
      jobs.hasMessage = false
    }
  }

  /// Calls `onArrival` once, when a job is held or a message arrives; `false` if there is work already.
  func notify(_ onArrival: @escaping @Sendable () -> Void) -> Bool {
    jobs.withLock { jobs in
      guard jobs.held.isEmpty, jobs.allReady.isEmpty, !jobs.hasMessage else { return false }
      jobs.onArrival.append(onArrival)
      return true
    }
  }

  var heldEffects: [EffectIdentity] {
    jobs.withLock { $0.held.compactMap { $0.job.lane?.effect } }
  }

  /// Leaves present and future jobs to the system: after the end of the simulation they are the last
  /// steps of cancelled effects, which would otherwise never release their captures.
  func release() {
    let left = jobs.withLock { jobs in
      jobs.isReleased = true
      defer { (jobs.continuing, jobs.ready, jobs.held) = (Queue(), Queue(), []) }
      return jobs.allReady + jobs.held.map(\.job)
    }
    for entry in left { entry.release() }
  }

  private func run(_ entry: ReadyWork) {
    entry.lane?.record?.resume()
    if let lane = entry.lane {
      guard let threads else {
        return unsafe entry.job.runSynchronously(on: lane.asUnownedTaskExecutor())
      }
      threads.run { unsafe entry.job.runSynchronously(on: lane.asUnownedTaskExecutor()) }
    } else {
      unsafe entry.job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }
}

extension ReadyWork {
  fileprivate func release() { globalConcurrentExecutor.enqueue(job) }
}

/// The current task, or the current thread outside of tasks.
enum Caller: Equatable, Sendable {
  case task(Int)
  case thread(Int)

  static var current: Caller {
    unsafe withUnsafeCurrentTask { task in
      unsafe task.map { unsafe .task($0.hashValue) } ?? .thread(currentThread)
    }
  }

  static var currentThread: Int { Int(bitPattern: pthread_self()) }
}
