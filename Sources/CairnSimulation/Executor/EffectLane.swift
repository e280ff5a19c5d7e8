import Cairn
import Synchronization

/// Where the tasks of one effect run: its own, and their children, groups and continuations.
final class EffectLane: TaskExecutor {
  let effect: EffectIdentity
  /// `nil` where histories are not kept.
  let record: EffectRecord?
  private let executor: SimulationExecutor
  private let hasBegun = Atomic(false)

  init(of effect: EffectIdentity, on executor: SimulationExecutor, record: EffectRecord?) {
    self.effect = effect
    self.record = record
    self.executor = executor
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let isFirst = !hasBegun.exchange(true, ordering: .relaxed)
    executor.enqueue(UnownedJob(job), on: self, isFirst: isFirst)
  }
}
