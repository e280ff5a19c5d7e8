import Cairn
import Synchronization

extension EffectIdentity: Hashable {
  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The executor of one effect: of its tasks, their child tasks, groups and continuations. A simulation
/// thereby knows the effect that a job belongs to.
final class EffectLane: TaskExecutor {
  let effect: EffectIdentity
  /// `nil` where histories are not recorded.
  let record: EffectRecord?
  private let executor: SimulationExecutor
  private let hasBegun = Atomic(false)
  /// The task of the first job, where histories are recorded.
  private let firstTask = Mutex<String?>(nil)
  private let otherTask = Atomic(false)

  init(of effect: EffectIdentity, on executor: SimulationExecutor, record: EffectRecord?) {
    self.effect = effect
    self.record = record
    self.executor = executor
  }

  /// Whether a task other than the first has run, where histories are recorded.
  var hasSeveralTasks: Bool { otherTask.load(ordering: .relaxed) }

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
    if !isFirst { otherTask.store(true, ordering: .relaxed) }
  }
}

/// The events that an effect has observed. Together with its launch they determine how it continues.
package struct EffectHistory: Hashable, Sendable {
  /// The number of parts of it that have run.
  package var resumptions = 0
  /// The task that continued, each time that several of its tasks could.
  package var turns: [Int] = []
  /// The answers that it received, and the values that it read in the world's memory, in order.
  package var seen: [AnyID] = []
}

/// The history of one effect, in a simulation that records histories.
final class EffectRecord: Sendable {
  let effect: EffectIdentity
  let history = Mutex(EffectHistory())

  init(of effect: EffectIdentity) {
    self.effect = effect
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
    var beginning: [EffectIdentity] = []
    return contents.enumerated().compactMap { offset, work in
      guard work.isFirst, let effect = work.lane?.effect else { return (offset, work) }
      guard !beginning.contains(where: effect.isMerged) else { return nil }
      beginning.append(effect)
      return (offset, work)
    }
  }
}
