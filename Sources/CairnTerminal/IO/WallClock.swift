import CTerminal
import CairnApp
import CairnSimulation
import CairnTrail
import Foundation

/// The time of the machine, which tests replace.
struct WallTime {
  /// The time since the start, without the time for which Ctrl-Z has stopped the program.
  var elapsed: () -> Duration = { [start = ContinuousClock.now] in
    start.duration(to: .now) - .milliseconds(cterminal_stopped_time())
  }
  /// `poll(2)`.
  var poll: (inout [pollfd], Int32) -> Int32 = { descriptors, timeout in
    unsafe Foundation.poll(&descriptors, nfds_t(descriptors.count), timeout)
  }
}

/// A simulation whose time follows the wall clock, and which can wait for input and for external
/// work.
///
/// It is the same simulation as that of a trail; only its time advances differently. A virtual clock
/// ignores the wall clock: its time passes by ``advance(by:)`` alone.
///
/// Time does not pass while the program is stopped or the machine sleeps: what had to happen meanwhile happens
/// later, as if the program had gone on. A gap without Ctrl-Z is noticed if a timer or a limit ends a wait more
/// than a second late.
final class WallClock {
  let simulation: Simulation

  let isVirtual: Bool
  private let time: WallTime
  private let wake: WakePipe
  /// The time by which the simulation is ahead of the wall clock; negative after a gap.
  private var offset = Duration.zero
  /// Runs after each time that was taken in.
  var afterCatchingUp: () -> Void = {}

  /// The time for which a step of an effect may hold up the keys, and new effects the screen. The default
  /// is too short to be noticed; the environment can set another time.
  static var patience: Duration { patience(in: Surroundings.current.environment) }

  static func patience(in environment: [String: String]) -> Duration {
    let given = environment["CAIRN_PATIENCE"].flatMap { try? DurationSyntax.parse($0) }
    return min(given ?? .milliseconds(100), .seconds(3600))
  }

  /// - Parameter world: the world that effects reach. In the real one a step of an effect that blocks
  ///   continues on another thread. A simulated one is reproducible, on one thread.
  init(
    isVirtual: Bool = false, in world: Launch.World = .simulated(start: ""),
    time: WallTime = WallTime()
  ) {
    (self.isVirtual, self.time) = (isVirtual, time)
    let wake = WakePipe()
    self.wake = wake
    simulation =
      switch world {
      case .real: Simulation(patience: Self.patience, onReady: wake.signal)
      case .simulated: Simulation(onReady: wake.signal)
      }
  }

  var now: Duration { simulation.clock.time.offset }

  /// Advances the simulation to the wall clock, and runs all that becomes ready.
  ///
  /// Time passes in whole milliseconds, which a recording can write.
  func catchUp() {
    if isVirtual {
      simulation.drain()
    } else {
      let elapsed = Int64(time.elapsed() / .milliseconds(1))
      simulation.advance(by: .milliseconds(elapsed) + offset - now)
    }
    afterCatchingUp()
  }

  /// Moves the simulation ahead, also of the wall clock.
  func advance(by duration: Duration) {
    if !isVirtual { offset += duration }
    simulation.advance(by: duration)
  }

  /// Moves the simulation ahead from timer to timer as long as a condition holds; `false` if it did not hold.
  func advance(by duration: Duration, while goesOn: () -> Bool) -> Bool {
    let end = now + duration
    advance(by: .zero)
    while let next = simulation.nextDeadline, next.offset <= end {
      guard goesOn() else { return false }
      advance(by: max(.zero, next.offset - now))
      if simulation.nextDeadline == next { break }
    }
    advance(by: max(.zero, end - now))
    return true
  }

  /// Runs `body`, during which no time passes.
  func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let begin = time.elapsed()
    defer { offset -= .milliseconds(Int64((time.elapsed() - begin) / .milliseconds(1))) }
    return try body()
  }

  /// Whether effects wait for a timer, and none blocks.
  var hasTimerAlone: Bool { !simulation.hasBlockedStep && simulation.nextDeadline != nil }

  /// Advances to the next timer.
  ///
  /// - Returns: `false`, without a change, if there is no timer, or if an effect blocks: in a simulation
  ///   no timer fires during a step.
  func skipToNext() -> Bool {
    guard hasTimerAlone, let deadline = simulation.nextDeadline else { return false }
    advance(by: max(.zero, deadline.offset - now))
    return true
  }

  /// Waits until work is ready, a timer fires, one of the descriptors is readable or, of `outputs`, writable,
  /// or the limit has passed. Then catches up, and returns the descriptors that are ready.
  func wait(
    for inputs: [Int32], outputs: [Int32] = [], upTo limit: Duration? = nil
  ) -> Set<Int32> {
    var descriptors = ([wake.readEnd] + inputs)
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    descriptors += outputs.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    let timeout = [remainingToNextDeadline, limit].compactMap(\.self).min()
    let begin = time.elapsed()
    let ready = time.poll(&descriptors, timeout?.inMilliseconds ?? -1)
    wake.reset()
    if let timeout { skipGap(after: begin + max(.zero, timeout)) }
    catchUp()
    guard ready > 0 else { return [] }
    return Set(descriptors.dropFirst().filter { $0.revents != 0 }.map(\.fd))
  }

  /// Ends a wait, from any thread.
  var wakeUp: @Sendable () -> Void { wake.signal }

  /// Pauses without advancing the simulation. Returns `false` if input ended the pause early.
  func pause(_ time: Duration, unless input: Int32) -> Bool {
    var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&descriptor, 1, time.inMilliseconds) == 0
  }

  /// Takes out the time for which the program was stopped, if a wait ended long after its limit.
  private func skipGap(after limit: Duration) {
    let gap = time.elapsed() - limit
    // A busy machine ends a wait late, too, by less than that.
    if gap > .seconds(1) { offset -= .milliseconds(Int64(gap / .milliseconds(1))) }
  }

  private var remainingToNextDeadline: Duration? {
    guard !isVirtual, let deadline = simulation.nextDeadline else { return nil }
    return deadline.offset - offset - time.elapsed()
  }
}

extension Duration {
  /// A timeout for `poll`: rounded up, and not negative.
  var inMilliseconds: Int32 {
    let milliseconds = (max(.zero, self) / .milliseconds(1)).rounded(.up)
    return Int32(min(milliseconds, Double(Int32.max)))
  }
}
