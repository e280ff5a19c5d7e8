import Synchronization

/// The readings of a clock by an app that is searched, each until its step ends.
package final class ClockReadings: Sendable {
  /// The use of the clock in a step.
  package enum Use: Sendable {
    case none
    /// The app has read the time.
    case read
    /// The app has used a reading of an earlier step that seemed to be no more than the deadline of a sleep.
    /// The time of that step is not known.
    case usedLate
  }

  private struct State {
    var readings: [ClockReading] = []
    /// Those outside of effects, with their times.
    var outside: [(time: Duration, reading: ClockReading)] = []
    var isUsedLate = false
  }

  private let state = Mutex(State())

  /// Adds a reading of the present step.
  ///
  /// - Parameter time: the time, if no effect has read it.
  func add(outside time: Duration? = nil) -> ClockReading {
    let reading = ClockReading(self)
    state.withLock { state in
      state.readings.append(reading)
      if let time { state.outside.append((time, reading)) }
    }
    return reading
  }

  func takeOutside() -> [(time: Duration, reading: ClockReading)] {
    state.withLock { exchange(&$0.outside, with: []) }
  }

  /// Whether the present step has used the clock so far.
  var isUsed: Bool {
    state.withLock { $0.isUsedLate || $0.readings.contains(where: \.counts) }
  }

  fileprivate func noteLateUse() { state.withLock { $0.isUsedLate = true } }

  /// The use of the clock since the last call.
  func take() -> Use {
    state.withLock { state in
      guard !state.readings.isEmpty || state.isUsedLate else { return .none }
      defer { state = State() }
      if state.isUsedLate { return .usedLate }
      // Every reading is settled, also after one that counts.
      return state.readings.count { $0.settle() } > 0 ? .read : .none
    }
  }
}

/// A reading of the clock.
///
/// It counts unless nothing but the deadline of a sleep comes from it: `sleep(for:)` reads the time to compute
/// its deadline.
package final class ClockReading: Sendable {
  private enum Purpose {
    case pending
    case deadline
    case counted
  }

  private struct State {
    var purpose = Purpose.pending
    /// Whether its step has ended.
    var isSettled = false
  }

  private let state = Mutex(State())
  private weak let readings: ClockReadings?

  fileprivate init(_ readings: ClockReadings) { self.readings = readings }

  /// Whether it counts, once its step has ended.
  package var counts: Bool { state.withLock { $0.purpose != .deadline } }

  /// The app looks at the time.
  func use() {
    let isLate = state.withLock { state in
      defer { state.purpose = .counted }
      return state.purpose == .deadline
    }
    if isLate { readings?.noteLateUse() }
  }

  /// A sleep until a time that was computed from it begins. Returns whether that is in the step of the reading.
  func becomeDeadline() -> Bool {
    state.withLock { state in
      guard !state.isSettled else { return false }
      if state.purpose == .pending { state.purpose = .deadline }
      return true
    }
  }

  /// Ends the step of the reading. Returns whether it counts.
  fileprivate func settle() -> Bool {
    state.withLock { state in
      state.isSettled = true
      if state.purpose == .pending { state.purpose = .counted }
      return state.purpose == .counted
    }
  }
}
