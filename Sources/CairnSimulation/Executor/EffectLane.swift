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
  /// The number of the run of the simulation, where histories are recorded.
  let run: Int
  private let executor: SimulationExecutor
  private let hasBegun = Atomic(false)
  /// The task of the first job, where histories are recorded.
  private let firstTask = Mutex<String?>(nil)

  init(
    of effect: EffectIdentity, on executor: SimulationExecutor, record: EffectRecord?, run: Int
  ) {
    self.effect = effect
    self.record = record
    self.run = run
    self.executor = executor
  }

  /// The tasks of the effect have ended.
  deinit { record?.hasEnded.store(true, ordering: .relaxed) }

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
    guard !isFirst else { return }
    record?.hasSeveralTasks.store(true, ordering: .relaxed)
    record?.forbidRepetition()
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

/// The past of an effect with a single task, for a search: everything that it has met. An effect that
/// begins again and meets the same comes to the same point.
package struct EffectPast: Sendable {
  enum Event: Sendable {
    /// A sleep has ended.
    case slept
    /// The index of an answer.
    case answered(Int)
    case drew(Duration, DrawnDelay)
    /// The contents of the memory before an access.
    case read(AnyID)
  }

  package let number: Int
  let history: EffectHistory
  let events: [Event]
  /// The rest of its sleep; `nil` if it does not sleep until a deadline.
  package var remaining: Duration?
}

/// The history of one effect, in a simulation that records histories.
final class EffectRecord: Sendable {
  /// What an effect that begins again meets next.
  enum Repetition {
    /// Nothing is repeated: this is new.
    case new
    case event(EffectPast.Event)
    /// The rest of the sleep at which the past ends.
    case rest(Duration)
  }

  private struct Past {
    var events: [EffectPast.Event] = []
    /// Whether the effect can be repeated alone.
    var isRepeatable = true
    /// Whether the effect has read the time, and has not begun to sleep since.
    var hasReadTime = false
    /// The events that are still to be repeated.
    var repeated: ArraySlice<EffectPast.Event> = []
    var remaining: Duration?
  }

  let effect: EffectIdentity
  let history = Mutex(EffectHistory())
  /// Whether its tasks have ended.
  let hasEnded = Atomic(false)
  /// Whether a task other than the first has been ready.
  let hasSeveralTasks = Atomic(false)
  private let past = Mutex(Past())

  /// - Parameter past: the events that the effect repeats.
  init(of effect: EffectIdentity, repeating past: EffectPast?) {
    self.effect = effect
    guard let past else { return }
    self.past.withLock { $0.repeated = past.events[...] }
    self.past.withLock { $0.remaining = past.remaining }
  }

  /// The event that is repeated next.
  func next() -> Repetition {
    past.withLock { past in
      if let event = past.repeated.popFirst() {
        past.events.append(event)
        return .event(event)
      }
      return past.remaining.take().map { .rest($0) } ?? .new
    }
  }

  func add(_ event: EffectPast.Event) { past.withLock { $0.events.append(event) } }

  /// The effect has met something that is not recorded.
  func forbidRepetition() { past.withLock { $0.isRepeatable = false } }

  /// A reading that is followed by a sleep is that of `sleep(for:)`.
  func readTime() {
    past.withLock { past in
      if past.hasReadTime { past.isRepeatable = false }
      past.hasReadTime = true
    }
  }

  func beginSleep() { past.withLock { $0.hasReadTime = false } }

  /// Ends the repetition of a past; `false` if the effect acted differently.
  func endRepetition(of past: EffectPast) -> Bool {
    history.withLock { $0 = past.history }
    return self.past.withLock {
      $0.repeated.isEmpty && $0.remaining == nil && $0.isRepeatable && !$0.hasReadTime
    }
  }

  /// The past; `nil` if it cannot be repeated.
  func repeatable(remaining: Duration?) -> EffectPast? {
    let history = history.withLock { $0 }
    return past.withLock { past in
      guard past.isRepeatable, !past.hasReadTime else { return nil }
      return EffectPast(
        number: effect.number, history: history, events: past.events, remaining: remaining)
    }
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
