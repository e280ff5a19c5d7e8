import Cairn

/// Records what an effect of a simulation meets, and decides what an effect that begins again meets next.
///
/// A search implements it; other simulations record nothing. The members are called on the threads of the
/// effect.
package protocol EffectRecord: AnyObject, Sendable {
  /// What the effect meets next.
  func next() -> Repetition
  /// It meets something new.
  func add(_ event: EffectEvent)
  /// It meets something that cannot be repeated.
  func forbidRepetition()
  /// A sleep begins.
  ///
  /// - Parameter time: the present time; `nil` if the sleep has no deadline.
  func beginSleep(at time: Duration?)
  /// A part of it runs.
  func resume()
  /// It continues with one of its tasks, of which several could continue.
  func take(turn: Int)
  /// It receives an answer that was chosen among several, or reads the memory of the world.
  func see(_ value: AnyID)
  /// Another effect resumes it.
  func resume(by other: any EffectRecord)
  /// A task other than its first one is ready, or sleeps.
  func addTask()
  /// All its tasks have ended.
  func end()
  /// Whether ``addTask()`` was called.
  var hasSeveralTasks: Bool { get }
  /// Whether it has a reading of the clock that counts; see ``ClockReading``.
  var hasReadings: Bool { get }
  /// Whether it has read the clock itself, and has waited for no drawn delay since.
  func isExact(since reading: ClockReading) -> Bool
}

/// What an effect meets next.
package enum Repetition {
  /// Nothing is repeated: this is new.
  case new
  case event(EffectEvent)
  /// The sleep at which the past ends, with the time until it ends.
  case rest(Duration)
}

/// What an effect has met.
package enum EffectEvent: Sendable {
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
