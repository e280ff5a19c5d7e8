import Cairn

/// A task that waits for a time, or for ever.
struct Sleeper: Sendable {
  let number: Int
  let deadline: VirtualClock.Instant?
  /// The effect that it works for; `nil` for work that belongs to none.
  let effect: EffectIdentity?
  let continuation: CheckedContinuation<Void, any Error>
}

/// The time, and who waits for a later one.
struct Sleepers {
  var now = VirtualClock.Instant(offset: .zero)
  private var lastNumber = 0
  /// By deadline, then by number; those who wait for ever come last.
  private var sleepers: [Sleeper] = []

  var all: [Sleeper] { sleepers }

  var nextDeadline: VirtualClock.Instant? { sleepers.first?.deadline }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// `false`, and it is not added, if its time has come already.
  mutating func add(_ sleeper: Sleeper) -> Bool {
    guard let deadline = sleeper.deadline else {
      sleepers.append(sleeper)
      return true
    }
    guard deadline > now else { return false }
    // Looked for from the end, where those that fall asleep at one time for one duration belong.
    let earlier = sleepers.lastIndex { $0.deadline.map { $0 <= deadline } ?? false }
    sleepers.insert(sleeper, at: earlier.map { $0 + 1 } ?? 0)
    return true
  }

  mutating func remove(_ number: Int) -> Sleeper? {
    sleepers.firstIndex { $0.number == number }.map { sleepers.remove(at: $0) }
  }

  /// Those of the next deadline, if it is no later than `target`.
  func due(upTo target: VirtualClock.Instant) -> ArraySlice<Sleeper> {
    guard let next = nextDeadline, next <= target else { return [] }
    return sleepers.prefix { $0.deadline == next }
  }

  /// Takes out one of those due, and moves time on to its deadline.
  mutating func wake(_ index: Int, upTo target: VirtualClock.Instant) -> Sleeper? {
    guard let next = nextDeadline, next <= target, sleepers.indices.contains(index),
      sleepers[index].deadline == next
    else { return nil }
    now = max(now, next)
    return sleepers.remove(at: index)
  }

  func deadline(of effect: EffectIdentity) -> VirtualClock.Instant?? {
    sleepers.first { $0.effect == effect }.map(\.deadline)
  }
}
