/// When the steps of a way can be taken, as far as it matters: who wakes before whom.
///
/// A person can do something at any moment until the next sleeper wakes. Which moment it is decides
/// who wakes first later, and nothing else does. So a way has no times; it has bounds for
/// them, and gets times when it is gone.
struct Schedule {
  /// Someone who sleeps, since a step, for a time.
  private struct Sleeper {
    let step: Int
    let duration: Duration
  }

  /// One for each step, from the start on.
  private var moments = DifferenceBounds()
  private var now = 0
  private var sleepers: [Sleeper] = []

  /// - Parameter timing: what the start, or a situation at rest, leads to.
  init(_ timing: Timing = Timing()) {
    sleepers = timing.sleepers.compactMap {
      guard case .new(let duration) = $0 else { return nil }
      return Sleeper(step: now, duration: duration)
    }
  }

  /// One more step. O(n² s) for n steps and s sleepers.
  mutating func take(_ timing: Timing) {
    pass(until: timing.wakes)
    sleepers = timing.sleepers.map { sleep in
      switch sleep {
      case .kept(let number): sleepers[number]
      case .new(let duration): Sleeper(step: now, duration: duration)
      }
    }
  }

  /// Time passes until these sleepers wake, and no other; or for a while in which nobody wakes.
  private mutating func pass(until wakes: [Int]) {
    let next = moments.add()
    moments.require(now, after: next, .upTo(.zero))
    for (number, sleeper) in sleepers.enumerated() {
      if wakes.contains(number) {
        moments.require(next, exactly: sleeper.duration, after: sleeper.step)
      } else {
        moments.require(next, after: sleeper.step, .lessThan(sleeper.duration))
      }
    }
    now = next
  }

  /// Who can be the next to wake: each time all those that wake at one moment. What asks for the
  /// fewest moments comes first, then what is no coincidence.
  var nextWakes: [[Int]] {
    var waiting = moments
    let next = waiting.add()
    waiting.require(now, after: next, .upTo(.zero))
    var ways = [(woken: [Int](), moments: waiting)]
    // Each sleeper wakes with the others, or later, as far as that is possible.
    for (number, sleeper) in sleepers.enumerated() {
      ways = ways.flatMap { way in
        var (together, later) = (way, way)
        together.woken.append(number)
        together.moments.require(next, exactly: sleeper.duration, after: sleeper.step)
        later.moments.require(next, after: sleeper.step, .lessThan(sleeper.duration))
        return [together, later]
      }
      .filter(\.moments.isPossible)
    }
    return ways.filter { !$0.woken.isEmpty }
      .map { (moments: Set($0.moments.chosen).count, woken: $0.woken) }
      .sorted { ($0.moments, $0.woken.count) < ($1.moments, $1.woken.count) }
      .map(\.woken)
  }

  /// How long it takes at least until these wake.
  func delay(until wakes: [Int]) -> Duration {
    var schedule = self
    schedule.pass(until: wakes)
    return schedule.waits.last ?? .zero
  }

  /// What is left open about who wakes when: it is the same for two ways if the same can follow.
  var zone: [Bound?] {
    guard !sleepers.isEmpty else { return [] }
    var waiting = self
    waiting.pass(until: [])
    let ends = [Sleeper(step: waiting.now, duration: .zero)] + sleepers
    return ends.flatMap { one in
      ends.map { other in
        waiting.moments[one.step, after: other.step].map {
          $0 + .upTo(one.duration - other.duration)
        }
      }
    }
  }

  /// For each step how long to wait before it, as short as can be.
  var waits: [Duration] {
    let times = moments.chosen
    return zip(times.dropFirst(), times).map { $0 - $1 }
  }
}

/// What a step does with those who sleep; they are known by their numbers among all that sleep.
struct Timing: Hashable {
  enum Sleep: Hashable {
    /// It slept before the step, under that number.
    case kept(Int)
    case new(Duration)
  }

  /// Whose time it is first, before anything else happens.
  var wakes: [Int] = []
  /// Who sleeps after it.
  var sleepers: [Sleep] = []

  init(wakes: [Int] = []) {
    self.wakes = wakes
  }

  init(wakes: [Int], from before: [Asleep], to after: [Asleep]) {
    self.wakes = wakes
    sleepers = after.map { sleeper in
      before.firstIndex { $0.number == sleeper.number }.map { .kept($0) } ?? .new(sleeper.remaining)
    }
  }
}

/// Someone who sleeps in a run.
struct Asleep {
  /// Of all who have slept in that run.
  let number: Int
  let remaining: Duration
}
