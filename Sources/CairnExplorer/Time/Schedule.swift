import CairnSimulation

/// The times at which the steps of a path can be taken.
///
/// Only the order in which sleepers wake matters, unless a step reads the clock. A path therefore stores time
/// bounds, and the times of the steps that read the clock; other times are chosen when it is replayed.
struct Schedule<Bounds: TimeBounds> {
  private struct Draw {
    let range: ClosedRange<Duration>
    /// The steps at which a task began to sleep for it, and woke; `nil` if it does not matter.
    var steps: (from: Int, to: Int)?
  }

  /// The bounds of all steps, from the start on.
  private var bounds = Bounds()
  private var now = 0
  private var sleepers: [Sleeper] = []
  /// The numbers of the sleepers, in the order in which they began to sleep.
  private(set) var order: [Int] = []
  private var draws: [Draw] = []
  /// Whether each step has an earliest time, those included that are left out.
  private var isExact = true

  /// - Parameter timing: the timing of the start, or of a node without effects in flight.
  init(_ timing: Timing = Timing()) {
    add(timing)
  }

  /// Adds a step with s sleepers: O(s) bounds.
  mutating func take(_ timing: Timing) {
    pass(until: timing.wakes)
    if let reading = timing.reading {
      // On another path to the same node the step has another time.
      var fixed = bounds
      fixed.require(now, at: reading)
      if fixed.isPossible { bounds = fixed }
    }
    add(timing)
  }

  /// Replaces the sleepers by those after a step.
  private mutating func add(_ timing: Timing) {
    let drawn = draws.count
    draws += timing.draws.map { Draw(range: $0) }
    order = timing.order
    sleepers = timing.sleepers.map { sleep in
      switch sleep {
      case .kept(let number):
        return sleepers[number]
      case .new(let duration):
        return Sleeper(step: now, least: .upTo(.zero - duration), most: duration, draw: nil)
      case .drawn(let number):
        let range = timing.draws[number]
        // A drawn delay is greater than zero.
        let least =
          range.lowerBound > .zero ? Bound.upTo(.zero - range.lowerBound) : .lessThan(.zero)
        return Sleeper(step: now, least: least, most: range.upperBound, draw: drawn + number)
      }
    }
  }

  /// Advances to the time at which exactly these sleepers wake; if none, to a time before any wakes.
  private mutating func pass(until wakes: [Int]) {
    let next = bounds.add()
    bounds.require(now, after: next, .upTo(.zero))
    for (number, sleeper) in sleepers.enumerated() {
      if wakes.contains(number) {
        bounds.wake(sleeper, at: next, after: now)
        if let draw = sleeper.draw { draws[draw].steps = (sleeper.step, next) }
      } else {
        bounds.require(next, after: sleeper.step, .lessThan(sleeper.most))
      }
    }
    now = next
  }

  /// The minimum delay until these sleepers wake.
  func delay(until wakes: [Int], at time: Duration? = nil) -> Duration {
    var schedule = self
    schedule.pass(until: wakes)
    if let time { schedule.bounds.require(schedule.now, at: time) }
    return schedule.waits.last ?? .zero
  }

  /// Whether each step has an earliest time. The times are then those of the whole path.
  var hasEarliest: Bool { isExact && bounds.hasEarliest }

  /// The time of the last step since the first.
  var time: Duration { bounds.chosen[now] }

  /// The drawn delays, in order. A task that still sleeps does so for the longest delay.
  var delays: [Duration] {
    guard !draws.isEmpty else { return [] }
    let times = bounds.chosen
    return draws.map { draw in
      draw.steps.map { times[$0.to] - times[$0.from] } ?? draw.range.upperBound
    }
  }

  var waits: [Duration] {
    let times = bounds.chosen
    return zip(times.dropFirst(), times).map { $0 - $1 }
  }
}

/// The schedule of the future of a node: of the steps of a path, only those at which a task began to sleep that
/// still sleeps.
typealias NodeSchedule = Schedule<DifferenceBounds>

typealias PathSchedule = Schedule<PathBounds>

/// A task that sleeps since a step.
private struct Sleeper {
  let step: Int
  /// The bound of its step after its end.
  let least: Bound
  /// The longest time for which it sleeps.
  let most: Duration
  /// The number of its delay among all that were drawn; `nil` if it sleeps for an exact time.
  let draw: Int?
}

extension NodeSchedule {
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
        together.bounds.wake(sleeper, at: next, after: now)
        later.bounds.require(next, after: sleeper.step, .lessThan(sleeper.most))
        return [together, later]
      }
      .filter(\.bounds.isPossible)
    }
    return candidates.filter { !$0.woken.isEmpty }
      .map { (times: Set($0.bounds.chosen).count, woken: $0.woken) }
      .sorted { ($0.times, $0.woken.count) < ($1.times, $1.woken.count) }
      .map(\.woken)
  }

  /// The zone: equal for two paths if the same sleepers can wake next, now and later.
  ///
  /// For each sleeper and each other, and for the present: how much later it wakes at most, if both sleep for as
  /// long as they can. How long that is, and how much earlier they can wake, depends on their effects.
  var zone: [Bound?] {
    guard !sleepers.isEmpty else { return [] }
    var waiting = self
    waiting.pass(until: [])
    let present = Sleeper(step: waiting.now, least: .upTo(.zero), most: .zero, draw: nil)
    let ends = [present] + sleepers
    return ends.flatMap { one in
      ends.map { other in
        waiting.bounds[one.step, after: other.step].map { $0 + .upTo(one.most - other.most) }
      }
    }
  }

  /// The same future without the past: without the steps that bound no sleeper.
  var present: Schedule {
    let events = Set([0, now] + sleepers.map(\.step)).sorted()
    var schedule = self
    schedule.isExact = hasEarliest
    schedule.bounds = bounds.restricted(to: events)
    schedule.draws = []
    func number(of event: Int) -> Int { events.firstIndex(of: event) ?? 0 }
    schedule.now = number(of: now)
    schedule.sleepers = sleepers.map { sleeper in
      let draw = sleeper.draw.map { draw in
        schedule.draws.append(Draw(range: draws[draw].range))
        return schedule.draws.count - 1
      }
      return Sleeper(
        step: number(of: sleeper.step), least: sleeper.least, most: sleeper.most, draw: draw)
    }
    return schedule
  }

  /// The time at which a step begins.
  struct Departure {
    let time: Duration
    /// The time that passes in the step.
    let wait: Duration
    /// Each sleep at the beginning of the step.
    let sleeps: [EffectPast.Sleep]
  }

  /// The times at which a step is taken: the next one, or the one at which these sleepers wake.
  func departure(waking wakes: [Int], at time: Duration? = nil) -> Departure {
    var schedule = self
    schedule.pass(until: wakes)
    if let time { schedule.bounds.require(schedule.now, at: time) }
    let times = schedule.bounds.chosen
    let wait = wakes.isEmpty ? .zero : times[schedule.now] - times[now]
    let begin = times[schedule.now] - wait
    let sleeps = sleepers.enumerated().map { number, sleeper in
      EffectPast.Sleep(
        age: begin - times[sleeper.step],
        remaining: wakes.contains(number) ? wait : times[sleeper.step] + sleeper.most - begin)
    }
    return Departure(time: begin, wait: wait, sleeps: sleeps)
  }

  /// The times at which a step is tried if it reads the clock: the earliest one, one between, and the latest
  /// one before another sleeper wakes. Without a latest time, a second, a day and ten years after the earliest one.
  /// If it has no earliest time, the first of these lies halfway, and the last one soon after the bound.
  func trials(waking wakes: [Int]) -> [Duration] {
    var schedule = self
    schedule.pass(until: wakes)
    let first = schedule.time
    var times: [Duration] = [0, 1, 86_400, 3_652 * 86_400].map { first + .seconds($0) }
    if let latest = schedule.bounds.latest(schedule.now) {
      let width = latest.duration - first
      guard width > .zero else { return [first] }
      let end = latest.isStrict ? min(.milliseconds(1), width / 1_000) : .zero
      times = [first, first + width / 2, latest.duration - end]
    }
    if let least = schedule.bounds.first(after: schedule.now), least.isStrict {
      let begin = .zero - least.duration
      times.append(begin + min(.milliseconds(1), (first - begin) / 2))
    }
    return times
  }
}

extension TimeBounds {
  /// Wakes a sleeper at an event.
  ///
  /// - Parameter last: the event before, at which it still slept.
  fileprivate mutating func wake(_ sleeper: Sleeper, at event: Int, after last: Int) {
    if sleeper.draw != nil { require(last, after: event, .lessThan(.zero)) }
    require(event, after: sleeper.step, .upTo(sleeper.most))
    require(sleeper.step, after: event, sleeper.least)
  }
}

/// The effect of a step on sleepers, which are identified by their index among all of them.
struct Timing: Hashable, Codable {
  enum Sleep: Hashable, Codable {
    /// It slept before the step, at that index.
    case kept(Int)
    case new(Duration)
    /// For a delay that was drawn from a range, by its number among those of the step.
    case drawn(Int)
  }

  /// The sleepers that wake before the step.
  var wakes: [Int] = []
  /// The sleepers after the step.
  var sleepers: [Sleep] = []
  /// Their numbers, in the order in which they began to sleep. Sleepers of one instant wake in that order,
  /// unless it is chosen.
  var order: [Int] = []
  /// The ranges of the delays that were drawn in the step.
  var draws: [ClosedRange<Duration>] = []
  /// The time of the step after the start, if the app read the clock: the step has this result at no other
  /// time.
  var reading: Duration?
}

extension Timing {
  /// - Parameters:
  ///   - drawn: the number of delays that were drawn before the step.
  ///   - draws: the ranges of those that were drawn in it.
  init(
    wakes: [Int], from before: [Asleep], to after: [Asleep], drawn: Int,
    drawing draws: [ClosedRange<Duration>], reading: Duration?
  ) {
    self.init(wakes: wakes, draws: draws, reading: reading)
    order = after.indices.sorted { after[$0].number < after[$1].number }
    sleepers = after.map { sleeper in
      if let index = before.firstIndex(where: { $0.number == sleeper.number }) {
        return .kept(index)
      }
      return sleeper.drawn.map { .drawn($0.number - drawn) } ?? .new(sleeper.remaining)
    }
  }
}

struct Asleep {
  /// Its number among all tasks that have slept in that run.
  let number: Int
  let effect: Int?
  let remaining: Duration
  /// `nil` if it sleeps for an exact time.
  let drawn: DrawnDelay?
}
