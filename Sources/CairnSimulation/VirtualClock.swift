import Cairn
import Synchronization

/// A clock whose time passes only when its simulation advances it.
///
///     let simulation = Simulation()
///     let feature = Feature(clock: simulation.clock)  // an `any Clock<Duration>`
///     simulation.advance(by: .seconds(1))
///
/// A task that sleeps on the clock is a sleeper; a sleeper with a deadline is a timer. Sleepers wake
/// in the order of their deadlines. Sleepers with the same deadline wake in the order
/// in which they started to sleep, or in the order that the ``ChoiceSource`` selects. A cancelled
/// sleep throws `CancellationError` immediately.
public struct VirtualClock: Clock {
  /// A point in virtual time, as an offset from the start of the simulation.
  public struct Instant: InstantProtocol {
    fileprivate let time: Duration
    /// The reading that it comes from, in a simulation that records effects.
    fileprivate let reading: ClockReading?

    init(offset: Duration, reading: ClockReading? = nil) {
      time = offset
      self.reading = reading
    }

    /// The time since the start of the simulation.
    public var offset: Duration {
      reading?.use()
      return time
    }

    /// The point that is later by a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: time + duration, reading: reading)
    }

    /// The time from this point to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    public static func == (left: Instant, right: Instant) -> Bool { left.offset == right.offset }

    public func hash(into hasher: inout Hasher) { hasher.combine(time) }
  }

  private final class Shared: Sendable {
    let sleepers = Mutex(Sleepers())
    let readings = ClockReadings()
  }

  private let shared = Shared()
  let executor: SimulationExecutor

  init(on executor: SimulationExecutor) {
    self.executor = executor
  }

  /// The current virtual time.
  public var now: Instant {
    guard executor.isRecording else { return time }
    let time = time.time
    guard let record = executor.currentRecord else {
      return Instant(offset: time, reading: shared.readings.add(outside: time))
    }
    switch record.next() {
    case .event(.readTime(let past, let reading)): return Instant(offset: past, reading: reading)
    case .event, .rest: record.forbidRepetition()
    case .new: break
    }
    let reading = shared.readings.add()
    record.add(.readTime(time, reading))
    return Instant(offset: time, reading: reading)
  }

  /// The current virtual time. Reading it does not count as a reading by the app.
  package var time: Instant { shared.sleepers.withLock { $0.now } }

  /// The use of ``now`` by the app since the last call, in a simulation that records effects.
  package func takeReading() -> ClockReadings.Use { shared.readings.take() }

  /// Whether the app has used ``now`` since the last call of ``takeReading()``.
  package var isRead: Bool { shared.readings.isUsed }

  func takeReadingsOutside() -> [(time: Duration, reading: ClockReading)] {
    shared.readings.takeOutside()
  }

  /// One attosecond, the resolution of `Duration`.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// The longest sleep that ends: the longest time that a trail can write.
  package static let longestSleep = Duration.seconds(60 * 999_999_999)

  /// Waits until virtual time reaches the deadline. The tolerance is ignored.
  ///
  /// A deadline more than 999,999,999 minutes ahead, as in `clock.sleep(for: .seconds(Int64.max))`, is never reached:
  /// the wait is ``sleepForever()``.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    if let reading = deadline.reading, !reading.becomeDeadline(),
      executor.currentRecord?.isExact(since: reading) != true
    {
      // The time that is left depends on the present time.
      now.reading?.use()
    }
    // To compare the deadline is no use of the reading.
    try await sleep(until: Instant(offset: deadline.time), drawn: nil)
  }

  /// Waits until the task is cancelled, and then throws `CancellationError`: the behavior of a
  /// service that never answers.
  ///
  /// An effect that waits here does not count as blocked by external work.
  public func sleepForever() async throws { try await sleep(until: nil, drawn: nil) }

  /// Waits for a service.
  ///
  /// - Parameters:
  ///   - drawn: `nil` if the delay is exact.
  ///   - outlives: called when the effect is cancelled: whether the sleep continues; `nil` if it never does.
  func sleep(
    for delay: Duration, drawn: DrawnDelay?, outliving outlives: (@Sendable () -> Bool)?
  ) async throws {
    try await sleep(until: time.advanced(by: delay), drawn: drawn, outlives: outlives)
  }

  /// The earliest deadline, or `nil` if no sleeper has one.
  var nextDeadline: Instant? { shared.sleepers.withLock { $0.nextDeadline } }

  /// The effects of the sleepers with the earliest deadline, in the order in which they started to
  /// sleep; empty if that deadline is after `target`.
  func due(upTo target: Instant) -> [EffectIdentity?] {
    shared.sleepers.withLock { $0.due(upTo: target).map(\.effect) }
  }

  /// The position of a due sleeper among those of its effect, in the order in which they began to sleep, and their number;
  /// `nil` without a record. They need not be due together: how the effect continues can depend on which wait ends first.
  func turn(
    of index: Int, upTo target: Instant
  ) -> (record: any EffectRecord, position: Int, count: Int)? {
    shared.sleepers.withLock { sleepers in
      let due = sleepers.due(upTo: target)
      let sleeper = due[due.startIndex + index]
      guard let record = sleeper.record else { return nil }
      let own = sleepers.all.filter { $0.record === record }
      return (record, own.count { $0.key.number < sleeper.key.number }, own.count)
    }
  }

  /// Whether a sleeper of an effect is due.
  func isDue(_ record: any EffectRecord) -> Bool {
    shared.sleepers.withLock { $0.due(upTo: $0.now).contains { $0.record === record } }
  }

  /// Advances time to the earliest deadline and wakes one of its sleepers. Returns `false` without
  /// an effect if that deadline is after `target`.
  func wake(_ index: Int = 0, upTo target: Instant) -> Bool {
    let sleeper = shared.sleepers.withLock { $0.wake(index, upTo: target) }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  /// An earlier instant has no effect.
  func move(to instant: Instant) {
    shared.sleepers.withLock { $0.now = max($0.now, instant) }
  }

  /// All sleepers by deadline, those without a deadline last.
  var asleep: [SleeperState] {
    shared.sleepers.withLock { sleepers in
      sleepers.all.map { sleeper in
        SleeperState(
          number: sleeper.number, effect: sleeper.effect,
          remaining: sleeper.deadline.map { sleepers.now.duration(to: $0) }, drawn: sleeper.drawn)
      }
    }
  }

  /// Sets the time, and wakes all sleepers with an error; `false` if there were none.
  func restart(at instant: Instant) -> Bool {
    let sleepers = shared.sleepers.withLock { exchange(&$0, with: Sleepers(now: instant)).all }
    for sleeper in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
    return !sleepers.isEmpty
  }

  /// Ends a process: its effects are cancelled in `body`, and none of their sleeps goes on.
  func endProcess(_ body: () -> Void) {
    shared.sleepers.withLock { $0.isProcessEnding = true }
    body()
    let left = shared.sleepers.withLock { sleepers in
      sleepers.isProcessEnding = false
      sleepers.outlived = []
      return sleepers.all.filter(\.isOutliving).compactMap { sleepers.remove($0.key) }
    }
    for sleeper in left { sleeper.continuation.resume(throwing: CancellationError()) }
  }

  private func sleep(
    until deadline: Instant?, drawn: DrawnDelay?, outlives: (@Sendable () -> Bool)? = nil
  ) async throws {
    let effect = executor.currentEffect
    let (number, goesOn) = shared.sleepers.withLock { sleepers in
      sleepers.lastNumber += 1
      let hasOutlived = effect.map { sleepers.outlived.contains($0) } ?? false
      return (sleepers.lastNumber, outlives != nil && hasOutlived)
    }
    if !goesOn { try Task.checkCancellation() }
    let record = executor.currentRecord
    let latest = time.advanced(by: Self.longestSleep)
    var deadline = deadline.flatMap { $0 > latest ? nil : $0 }
    switch record?.next() {
    case .event(.slept): return
    case .rest(let remaining): deadline = time.advanced(by: remaining)
    case .event: record?.forbidRepetition()
    case .new, nil: record?.beginSleep(at: deadline == nil ? nil : time.time)
    }
    do {
      let outliving = goesOn ? nil : outlives
      try await wait(
        until: deadline, drawn: drawn, number: number, outlives: outliving, goesOn: goesOn)
      record?.add(.slept)
      // The time since an earlier reading depends on the delay, so that the step stands for one time only.
      if drawn != nil, record?.hasReadings == true { shared.readings.add().use() }
    } catch {
      record?.forbidRepetition()
      throw error
    }
  }

  /// - Parameter goesOn: whether the effect was cancelled in an earlier wait, and continues.
  private func wait(
    until deadline: Instant?, drawn: DrawnDelay?, number: Int, outlives: (@Sendable () -> Bool)?,
    goesOn: Bool
  ) async throws {
    let key = Sleeper.Key(deadline: deadline, number: number)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(
          Sleeper(
            key: key, drawn: drawn, effect: executor.currentEffect,
            record: executor.currentRecord, outlives: outlives, isOutliving: goesOn,
            continuation: continuation))
        // If the task was cancelled before `add`, the handler below found no sleeper to cancel.
        if Task.isCancelled, !goesOn { cancel(key) }
      }
    } onCancel: {
      if !goesOn { cancel(key) }
    }
  }

  private func add(_ sleeper: Sleeper) {
    let isAsleep = shared.sleepers.withLock { $0.add(sleeper) }
    if !isAsleep { sleeper.continuation.resume() }
  }

  private func cancel(_ key: Sleeper.Key) {
    let asked = shared.sleepers.withLock { $0.mayOutlive(key) }
    // An effect that cancels a task of its own does not wait for it.
    if let asked, let effect = asked.effect, effect != executor.currentEffect,
      let outlives = asked.outlives
    {
      let takesPlace = outlives()
      // If the effect has several tasks, both answers matter for the others.
      if takesPlace || asked.record?.hasSeveralTasks == true {
        asked.record?.see(AnyID(takesPlace ? "it takes place" : "it stops"))
      }
      if takesPlace {
        shared.sleepers.withLock { $0.outlive(key) }
        return
      }
    }
    let sleeper = shared.sleepers.withLock { $0.remove(key) }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}

package struct SleeperState {
  package let number: Int
  /// The effect that the task belongs to, or `nil`.
  package let effect: EffectIdentity?
  /// `nil` if it sleeps forever.
  package let remaining: Duration?
  /// `nil` if the deadline is exact.
  package let drawn: DrawnDelay?
}

/// A task that waits for a deadline, or forever.
private struct Sleeper: Sendable {
  /// The order in which sleepers wake: by deadline, those without one last, and then by number.
  struct Key: Comparable, Sendable {
    let deadline: VirtualClock.Instant?
    let number: Int

    static func < (one: Key, other: Key) -> Bool {
      guard one.deadline != other.deadline else { return one.number < other.number }
      guard let deadline = one.deadline else { return false }
      return other.deadline.map { deadline < $0 } ?? true
    }
  }

  let key: Key
  let drawn: DrawnDelay?
  let effect: EffectIdentity?
  let record: (any EffectRecord)?
  /// `nil` if the sleep ends when it is cancelled.
  let outlives: (@Sendable () -> Bool)?
  /// Whether its effect was cancelled, and it goes on.
  var isOutliving: Bool
  let continuation: CheckedContinuation<Void, any Error>

  var number: Int { key.number }
  var deadline: VirtualClock.Instant? { key.deadline }
}

/// The current time and the sleepers with later deadlines.
private struct Sleepers {
  var now = VirtualClock.Instant(offset: .zero)
  /// Whether the process of the effects ends.
  var isProcessEnding = false
  var lastNumber = 0
  /// The effects that were cancelled in a wait and go on: their later requests go on, too.
  var outlived: Set<EffectIdentity> = []
  /// Ordered by key, so that one of many is found in O(log n).
  ///
  /// A slice, because removing the first element of an array is O(n).
  var all: ArraySlice<Sleeper> = []

  var nextDeadline: VirtualClock.Instant? { all.first?.deadline }

  /// Adds a sleeper. Returns `false` and adds nothing if its deadline has passed.
  mutating func add(_ sleeper: Sleeper) -> Bool {
    // A child task that began within a part of its parent has had no job of its own.
    if let own = sleeper.record, all.contains(where: { $0.record === own }) { own.addTask() }
    if let deadline = sleeper.deadline, deadline <= now { return false }
    all.insert(sleeper, at: firstIndex(notBefore: sleeper.key))
    return true
  }

  private func firstIndex(notBefore key: Sleeper.Key) -> Int {
    var (low, high) = (all.startIndex, all.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if all[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func index(of key: Sleeper.Key) -> Int? {
    let index = firstIndex(notBefore: key)
    return index < all.endIndex && all[index].number == key.number ? index : nil
  }

  /// The sleeper with that key, if it may go on when it is cancelled.
  func mayOutlive(_ key: Sleeper.Key) -> Sleeper? {
    guard !isProcessEnding, let index = index(of: key) else { return nil }
    return all[index].outlives == nil ? nil : all[index]
  }

  mutating func outlive(_ key: Sleeper.Key) {
    guard let index = index(of: key) else { return }
    all[index].isOutliving = true
    if let effect = all[index].effect { outlived.insert(effect) }
  }

  mutating func remove(_ key: Sleeper.Key) -> Sleeper? {
    index(of: key).map { all.remove(at: $0) }
  }

  /// The sleepers with the earliest deadline; empty if it is after `target`.
  func due(upTo target: VirtualClock.Instant) -> ArraySlice<Sleeper> {
    guard let next = nextDeadline, next <= target else { return [] }
    return all.prefix { $0.deadline == next }
  }

  /// Removes one of the sleepers with the earliest deadline, and advances time to that deadline.
  mutating func wake(_ index: Int, upTo target: VirtualClock.Instant) -> Sleeper? {
    let index = all.startIndex + index
    guard let next = nextDeadline, next <= target, all.indices.contains(index),
      all[index].deadline == next
    else { return nil }
    now = max(now, next)
    return index == all.startIndex ? all.popFirst() : all.remove(at: index)
  }
}
