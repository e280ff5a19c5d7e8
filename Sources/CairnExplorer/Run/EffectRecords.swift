import Cairn
import CairnSimulation
import Synchronization

/// The events that an effect has observed. Together with its launch they determine how it continues.
struct EffectHistory: Hashable, Sendable {
  /// The number of parts of it that have run.
  var resumptions = 0
  /// Each time that several tasks could continue: the number of parts before, and the task. If the effect has several
  /// tasks, also the one that another effect resumed.
  var turns: [Int] = []
  /// The answers that it received, and the values that it read in the world's memory, in order.
  var seen: [AnyID] = []
  /// The times that it read from the clock, and then the time at which its sleep began; empty if it read none.
  var times: [Duration] = []
}

/// An effect that resumed another one, with its history and its cancellation at that time: they determine the value
/// that it passed.
struct Resumer: Hashable, Sendable {
  let effect: Int
  let history: EffectHistory
  let cancellation: EffectKey.Cancellation
}

/// The past of an effect with a single task: everything that it has met. An effect that begins again and
/// meets the same comes to the same point.
struct EffectPast: Sendable {
  /// The sleep at which a past ends.
  struct Sleep {
    let age: Duration
    let remaining: Duration
  }

  let number: Int
  let history: EffectHistory
  let events: [EffectEvent]
  /// The time at which its sleep began.
  let sleepStart: Duration?
}

/// The records of the effects of one simulation.
final class EffectRecords: Sendable {
  private struct State {
    var records: [SearchedEffect] = []
    /// The past that the next effect repeats.
    var past: SearchedEffect.Past?
  }

  private let state = Mutex(State())

  /// A simulation that records its effects here.
  func simulation() -> Simulation {
    Simulation(exploring: ScriptedChoices([])) { effect in
      self.state.withLock { state in
        let record = SearchedEffect(effect, state.past.take() ?? SearchedEffect.Past())
        state.records.append(record)
        return record
      }
    }
  }

  subscript(effect: EffectIdentity) -> SearchedEffect? {
    state.withLock { $0.records.last { $0.effect == effect } }
  }

  /// The record of an effect, by its number in the last store.
  subscript(number: Int) -> SearchedEffect? {
    state.withLock { $0.records.last { $0.effect.number == number } }
  }

  /// The effects with a task that has not ended, in the order of their numbers.
  var alive: [EffectIdentity] {
    state.withLock { $0.records }.filter { !$0.hasEnded }.map(\.effect)
      .sorted { $0.number < $1.number }
  }

  /// The pasts of the effects in flight; `nil` if one of them cannot be repeated alone, or if a task of another
  /// effect has not ended.
  func pasts(
    of effects: [(number: Int, sleeper: Int?)]
  ) -> [(past: EffectPast, sleeper: Int?)]? {
    let alive = state.withLock { $0.records }.filter { !$0.hasEnded }
    let pasts = effects.compactMap { number, sleeper in
      alive.first { $0.effect.number == number }?.repeatable(asleep: sleeper != nil)
        .map { (past: $0, sleeper: sleeper) }
    }
    return alive.count == effects.count && pasts.count == effects.count ? pasts : nil
  }

  /// Lets the effect that `begin` begins repeat its past, up to the sleep or the suspension at which it ends;
  /// `false` if it acts differently.
  func repeatPast(
    _ past: EffectPast, until sleep: EffectPast.Sleep?, in simulation: Simulation,
    begin: () -> Void
  ) -> Bool {
    let repeated = SearchedEffect.Past(
      repeating: past, until: sleep, at: simulation.clock.time.offset)
    state.withLock { $0.past = repeated }
    simulation.runAlone(begin)
    return state.withLock { $0.records.last }?.endRepetition(of: past) ?? false
  }

  /// Ends the records of a run; `false` if a task has not ended, because it ignores the cancellation.
  func end() -> Bool {
    state.withLock { exchange(&$0, with: State()).records.allSatisfy(\.hasEnded) }
  }
}

final class SearchedEffect: EffectRecord {
  struct Past {
    var history = EffectHistory()
    var events: [EffectEvent] = []
    var cancellation = EffectKey.Cancellation.none
    /// Whether the effect can be repeated alone.
    var isRepeatable = true
    /// The time at which its last sleep until a deadline began.
    var sleepStart: Duration?
    /// The events that are still to be repeated.
    var repeated: ArraySlice<EffectEvent> = []
    /// The difference between the times of the repetition and those of the repeated events.
    var shift = Duration.zero
    /// The time until the end of the sleep at which the repetition ends.
    var rest: Duration?
    var hasSeveralTasks = false

    init() {}

    init(repeating past: EffectPast, until sleep: EffectPast.Sleep?, at time: Duration) {
      repeated = past.events[...]
      rest = sleep?.remaining
      guard let sleep, let start = past.sleepStart else { return }
      sleepStart = time - sleep.age
      shift = time - sleep.age - start
    }

    /// The readings of the clock that count.
    var times: [Duration] {
      events.compactMap { event in
        if case .readTime(let time, let reading) = event, reading.counts { time } else { nil }
      }
    }
  }

  let effect: EffectIdentity
  private let past: Mutex<Past>
  private let ended = Atomic(false)

  init(_ effect: EffectIdentity, _ past: Past) {
    self.effect = effect
    self.past = Mutex(past)
  }

  var hasEnded: Bool { ended.load(ordering: .relaxed) }

  func next() -> Repetition {
    past.withLock { past in
      if var event = past.repeated.popFirst() {
        if case .readTime(let time, let reading) = event {
          event = .readTime(time + past.shift, reading)
        }
        past.events.append(event)
        return .event(event)
      }
      return past.rest.take().map { .rest($0) } ?? .new
    }
  }

  func add(_ event: EffectEvent) { past.withLock { $0.events.append(event) } }

  func forbidRepetition() { past.withLock { $0.isRepeatable = false } }

  func beginSleep(at time: Duration?) { past.withLock { $0.sleepStart = time } }

  func resume() { past.withLock { $0.history.resumptions += 1 } }

  func take(turn: Int) {
    past.withLock { $0.history.turns += [$0.history.resumptions, turn] }
  }

  func see(_ value: AnyID) { past.withLock { $0.history.seen.append(value) } }

  func resume(by other: any EffectRecord) {
    other.forbidRepetition()
    forbidRepetition()
    guard let other = other as? SearchedEffect else { return }
    let resumer = Resumer(
      effect: other.effect.number, history: other.history,
      cancellation: other.past.withLock { $0.cancellation })
    see(AnyID(resumer))
    // One of its other tasks may have continued before, or may do so after. No other number is negative.
    past.withLock { past in
      if past.hasSeveralTasks { past.history.turns.append(~past.history.resumptions) }
    }
  }

  func noteCancellation(_ cancellation: EffectKey.Cancellation) {
    past.withLock { $0.cancellation = cancellation }
  }

  func addTask() { past.withLock { ($0.hasSeveralTasks, $0.isRepeatable) = (true, false) } }

  func end() { ended.store(true, ordering: .relaxed) }

  var hasSeveralTasks: Bool { past.withLock { $0.hasSeveralTasks } }

  var hasReadings: Bool { past.withLock { !$0.times.isEmpty } }

  func isExact(since reading: ClockReading) -> Bool {
    past.withLock { past in
      // Another task may have ended a wait, at any time.
      guard past.isRepeatable else { return false }
      for event in past.events.reversed() {
        switch event {
        case .drew: return false
        case .readTime(_, let own) where own === reading: return true
        case .readTime, .slept, .answered, .read: continue
        }
      }
      return false
    }
  }

  /// Ends the repetition of a past; `false` if the effect acted differently.
  func endRepetition(of repeated: EffectPast) -> Bool {
    past.withLock { past in
      past.history = repeated.history
      return past.repeated.isEmpty && past.rest == nil && past.isRepeatable
    }
  }

  /// The past; `nil` if it cannot be repeated: at another time, the effect would read another time.
  func repeatable(asleep: Bool) -> EffectPast? {
    past.withLock { past in
      guard past.isRepeatable, past.times.isEmpty else { return nil }
      return EffectPast(
        number: effect.number, history: past.history, events: past.events,
        sleepStart: asleep ? past.sleepStart : nil)
    }
  }

  var history: EffectHistory {
    past.withLock { past in
      var (history, times) = (past.history, past.times)
      if !times.isEmpty, let sleepStart = past.sleepStart { times.append(sleepStart) }
      history.times = times
      return history
    }
  }
}
