/// The times at which the steps of a path can be taken.
///
/// Only the order in which sleepers wake matters, unless a step reads the clock. A path therefore stores time
/// bounds, and the times of the steps that read the clock; other times are chosen when it is replayed.
struct Schedule {
  /// A task that sleeps for a duration since a step.
  private struct Sleeper {
    let step: Int
    let duration: Duration
  }

  /// The bounds of all steps, from the start on.
  private var bounds = DifferenceBounds()
  private var now = 0
  private var sleepers: [Sleeper] = []

  /// - Parameter timing: the timing of the start, or of a node without effects in flight.
  init(_ timing: Timing = Timing()) {
    sleepers = timing.sleepers.compactMap {
      guard case .new(let duration) = $0 else { return nil }
      return Sleeper(step: now, duration: duration)
    }
  }

  /// Adds a step. O(n² s) for n steps and s sleepers.
  mutating func take(_ timing: Timing) {
    pass(until: timing.wakes)
    if let reading = timing.reading {
      // On another path to the same node the step has another time.
      var fixed = bounds
      fixed.require(now, exactly: reading, after: 0)
      if fixed.isPossible { bounds = fixed }
    }
    sleepers = timing.sleepers.map { sleep in
      switch sleep {
      case .kept(let number): sleepers[number]
      case .new(let duration): Sleeper(step: now, duration: duration)
      }
    }
  }

  /// Advances to the time at which exactly these sleepers wake; if none, to a time before any wakes.
  private mutating func pass(until wakes: [Int]) {
    let next = bounds.add()
    bounds.require(now, after: next, .upTo(.zero))
    for (number, sleeper) in sleepers.enumerated() {
      if wakes.contains(number) {
        bounds.require(next, exactly: sleeper.duration, after: sleeper.step)
      } else {
        bounds.require(next, after: sleeper.step, .lessThan(sleeper.duration))
      }
    }
    now = next
  }

  /// The sets of sleepers that can wake next at the same time. Sets with the fewest distinct times come
  /// first, then the smallest sets.
  var nextWakes: [[Int]] {
    var waiting = bounds
    let next = waiting.add()
    waiting.require(now, after: next, .upTo(.zero))
    var candidates = [(woken: [Int](), bounds: waiting)]
    // Each sleeper wakes together with the others, or later, if that is possible.
    for (number, sleeper) in sleepers.enumerated() {
      candidates = candidates.flatMap { candidate in
        var (together, later) = (candidate, candidate)
        together.woken.append(number)
        together.bounds.require(next, exactly: sleeper.duration, after: sleeper.step)
        later.bounds.require(next, after: sleeper.step, .lessThan(sleeper.duration))
        return [together, later]
      }
      .filter(\.bounds.isPossible)
    }
    return candidates.filter { !$0.woken.isEmpty }
      .map { (times: Set($0.bounds.chosen).count, woken: $0.woken) }
      .sorted { ($0.times, $0.woken.count) < ($1.times, $1.woken.count) }
      .map(\.woken)
  }

  /// The minimum delay until these sleepers wake.
  func delay(until wakes: [Int]) -> Duration {
    var schedule = self
    schedule.pass(until: wakes)
    return schedule.waits.last ?? .zero
  }

  /// The zone: equal for two paths if the same sleepers can wake next, now and later.
  var zone: [Bound?] {
    guard !sleepers.isEmpty else { return [] }
    var waiting = self
    waiting.pass(until: [])
    let ends = [Sleeper(step: waiting.now, duration: .zero)] + sleepers
    return ends.flatMap { one in
      ends.map { other in
        waiting.bounds[one.step, after: other.step].map {
          $0 + .upTo(one.duration - other.duration)
        }
      }
    }
  }

  /// The minimal delay before each step.
  var waits: [Duration] {
    let times = bounds.chosen
    return zip(times.dropFirst(), times).map { $0 - $1 }
  }
}

/// The effect of a step on sleepers, which are identified by their index among all of them.
struct Timing: Hashable {
  enum Sleep: Hashable {
    /// It slept before the step, at that index.
    case kept(Int)
    case new(Duration)
  }

  /// The sleepers that wake before the step.
  var wakes: [Int] = []
  /// The sleepers after the step.
  var sleepers: [Sleep] = []
  /// The time of the step after the start, if the app read the clock: the step has this result at no other
  /// time.
  var reading: Duration?

  init(wakes: [Int] = []) {
    self.wakes = wakes
  }

  init(wakes: [Int], from before: [Asleep], to after: [Asleep], reading: Duration?) {
    self.wakes = wakes
    self.reading = reading
    sleepers = after.map { sleeper in
      before.firstIndex { $0.number == sleeper.number }.map { .kept($0) } ?? .new(sleeper.remaining)
    }
  }
}

/// A sleeper of a run.
struct Asleep {
  /// Its number among all tasks that have slept in that run.
  let number: Int
  let remaining: Duration
}
