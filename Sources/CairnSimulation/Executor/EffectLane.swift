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
  /// The times that it read from the clock, from the begin of its sleep on.
  package var times: [Duration] = []
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
    /// A reading of the clock.
    case readTime(Duration, ClockReading)
  }

  /// The sleep at which a past ends.
  package struct Sleep: Sendable {
    /// The time since it began.
    package let age: Duration
    /// The time until it ends.
    package let remaining: Duration

    package init(age: Duration, remaining: Duration) {
      (self.age, self.remaining) = (age, remaining)
    }
  }

  package let number: Int
  let history: EffectHistory
  let events: [Event]
  /// The time at which its sleep began.
  let sleepStart: Duration?
  /// Its sleep where it begins again; `nil` if it does not sleep until a deadline.
  package var sleep: Sleep?
}

/// The history of one effect, in a simulation that records histories.
final class EffectRecord: Sendable {
  /// What an effect that begins again meets next.
  enum Repetition {
    /// Nothing is repeated: this is new.
    case new
    case event(EffectPast.Event)
    /// The sleep at which the past ends.
    case rest(EffectPast.Sleep)
  }

  private struct Past {
    var events: [EffectPast.Event] = []
    /// Whether the effect can be repeated alone.
    var isRepeatable = true
    /// The time at which its last sleep until a deadline began.
    var sleepStart: Duration?
    /// The events that are still to be repeated.
    var repeated: ArraySlice<EffectPast.Event> = []
    /// The difference between the times of the repetition and those of the repeated events.
    var shift = Duration.zero
    var sleep: EffectPast.Sleep?

    /// The readings of the clock that count.
    var times: [Duration] {
      events.compactMap { event in
        if case .readTime(let time, let reading) = event, reading.counts { time } else { nil }
      }
    }
  }

  let effect: EffectIdentity
  let history = Mutex(EffectHistory())
  /// Whether its tasks have ended.
  let hasEnded = Atomic(false)
  /// Whether a task other than the first has been ready.
  let hasSeveralTasks = Atomic(false)
  private let past = Mutex(Past())

  /// - Parameters:
  ///   - past: the events that the effect repeats.
  ///   - time: the present time.
  init(of effect: EffectIdentity, repeating past: EffectPast?, at time: Duration) {
    self.effect = effect
    guard let past else { return }
    self.past.withLock { own in
      own.repeated = past.events[...]
      own.sleep = past.sleep
      guard let sleep = past.sleep, let start = past.sleepStart else { return }
      own.sleepStart = time - sleep.age
      own.shift = time - sleep.age - start
    }
  }

  /// The event that is repeated next.
  func next() -> Repetition {
    past.withLock { past in
      if var event = past.repeated.popFirst() {
        if case .readTime(let time, let reading) = event {
          event = .readTime(time + past.shift, reading)
        }
        past.events.append(event)
        return .event(event)
      }
      return past.sleep.take().map { .rest($0) } ?? .new
    }
  }

  /// Repeats a reading of the clock, or reads it.
  func read(_ read: () -> (Duration, ClockReading)) -> (time: Duration, reading: ClockReading) {
    switch next() {
    case .event(.readTime(let time, let reading)): return (time, reading)
    case .event, .rest: forbidRepetition()
    case .new: break
    }
    let (time, reading) = read()
    add(.readTime(time, reading))
    return (time, reading)
  }

  func add(_ event: EffectPast.Event) { past.withLock { $0.events.append(event) } }

  /// The effect has met something that is not recorded.
  func forbidRepetition() { past.withLock { $0.isRepeatable = false } }

  /// - Parameter time: the present time; `nil` if the sleep has no deadline.
  func beginSleep(at time: Duration?) { past.withLock { $0.sleepStart = time } }

  /// Ends the repetition of a past; `false` if the effect acted differently.
  func endRepetition(of past: EffectPast) -> Bool {
    history.withLock { $0 = past.history }
    return self.past.withLock {
      $0.repeated.isEmpty && $0.sleep == nil && $0.isRepeatable
    }
  }

  /// The past; `nil` if it cannot be repeated. A time that was read can be repeated as the time before the
  /// present sleep.
  func repeatable(asleep: Bool) -> EffectPast? {
    let history = history.withLock { $0 }
    return past.withLock { past in
      let start = asleep ? past.sleepStart : nil
      guard past.isRepeatable, start != nil || past.times.isEmpty else { return nil }
      return EffectPast(
        number: effect.number, history: history, events: past.events, sleepStart: start)
    }
  }

  /// Whether it has a reading of the clock that counts.
  var hasReadings: Bool { past.withLock { !$0.times.isEmpty } }

  /// The history with the times that were read from the clock.
  var observed: EffectHistory {
    var history = history.withLock { $0 }
    past.withLock { past in
      let times = past.times
      guard let last = past.sleepStart ?? times.first else { return }
      history.times = times.map { $0 - last }
    }
    return history
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
