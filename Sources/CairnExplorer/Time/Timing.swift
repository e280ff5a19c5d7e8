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
