import Cairn
import Synchronization

/// The executor of one effect: of its tasks, their child tasks, groups and continuations.
final class EffectLane: TaskExecutor {
  let effect: EffectIdentity
  let record: (any EffectRecord)?
  /// The number of the run of the simulation, where effects are recorded.
  let run: Int
  private let executor: SimulationExecutor
  private let hasBegun = Atomic(false)
  /// The task of the first job, where effects are recorded.
  private let firstTask = Mutex<String?>(nil)

  init(
    of effect: EffectIdentity, on executor: SimulationExecutor, record: (any EffectRecord)?,
    run: Int
  ) {
    self.effect = effect
    self.record = record
    self.run = run
    self.executor = executor
  }

  /// The tasks of the effect have ended.
  deinit { record?.end() }

  /// The first job begins the effect.
  func enqueue(_ job: consuming ExecutorJob) {
    let isFirst = !hasBegun.exchange(true, ordering: .relaxed)
    let job = UnownedJob(job)
    if record != nil { compareTask(of: job) }
    executor.enqueue(ReadyWork(job: job, lane: self, isFirst: isFirst))
  }

  /// All jobs of a task have the description of the first one.
  private func compareTask(of job: UnownedJob) {
    let task = job.description
    let isFirst = firstTask.withLock { first in
      first = first ?? task
      return first == task
    }
    if !isFirst { record?.addTask() }
  }
}

/// A job that is ready to run.
struct ReadyWork: Sendable {
  let job: UnownedJob
  /// `nil` for work that belongs to no effect of a store.
  let lane: EffectLane?
  /// Whether the effect begins with it.
  let isFirst: Bool

  var option: ChoicePoint.Option { lane.map { .effect($0.effect.number) } ?? .work }
}

extension Queue<ReadyWork> {
  /// The work that may run next, with its offset. An effect may not begin before an effect that the
  /// same action returned earlier.
  var eligible: [(offset: Int, work: ReadyWork)] {
    var sources: Set<EffectIdentity.Source> = []
    return contents.enumerated().compactMap { offset, work in
      guard work.isFirst, let effect = work.lane?.effect else { return (offset, work) }
      guard sources.insert(effect.source).inserted else { return nil }
      return (offset, work)
    }
  }
}
