import CairnSimulation
import Foundation

/// A simulation whose clock follows the wall, and which may wait for the world outside.
///
/// It is the same simulation as a trail's; only who moves its time differs. A virtual one leaves the
/// wall alone: its time passes when somebody says so.
final class WallClock {
  let simulation: Simulation

  let isVirtual: Bool
  private let start = ContinuousClock.now
  private let wake: WakeUp
  /// How far it was moved ahead of the wall.
  private var lead = Duration.zero

  init(isVirtual: Bool = false) {
    self.isVirtual = isVirtual
    let wake = WakeUp()
    self.wake = wake
    simulation = Simulation(onReady: wake.call)
  }

  /// How long ago it began, as its effects see it.
  var now: Duration { simulation.clock.now.offset }

  /// Lets as much virtual time pass as has passed on the wall, in whole milliseconds: a recording
  /// writes it down.
  func catchUp() {
    if isVirtual {
      simulation.drain()
    } else {
      let elapsed = Int64(start.duration(to: .now) / .milliseconds(1))
      simulation.advance(by: .milliseconds(elapsed) + lead - now)
    }
  }

  /// Moves time ahead, also of the wall.
  func advance(by duration: Duration) {
    if !isVirtual { lead += duration }
    simulation.advance(by: duration)
  }

  /// Waits until something that is in flight goes on; virtual time passes at once.
  func waitForEffects() {
    if !isVirtual || !skipToNext() { _ = wait(for: []) }
  }

  /// Moves time ahead until the next sleeper wakes; `false`, and nothing happens, if nobody sleeps.
  func skipToNext() -> Bool {
    guard let deadline = simulation.nextDeadline else { return false }
    advance(by: max(.zero, deadline.offset - now))
    return true
  }

  /// Waits until work is ready, a sleeper is due, one of these descriptors can be read, or the limit
  /// is over; then catches up. Those that can be read.
  func wait(for inputs: [Int32], upTo limit: Duration? = nil) -> Set<Int32> {
    var descriptors = ([wake.readEnd] + inputs)
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let timeout = [remainingToNextDeadline, limit].compactMap(\.self).min()
    let ready = poll(&descriptors, nfds_t(descriptors.count), timeout?.inMilliseconds ?? -1)
    wake.reset()
    catchUp()
    guard ready > 0 else { return [] }
    return Set(descriptors.dropFirst().filter { $0.revents != 0 }.map(\.fd))
  }

  /// Does nothing for a while; `false` if input ended it.
  func pause(_ time: Duration, unless input: Int32) -> Bool {
    var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, time.inMilliseconds) == 0
  }

  private var remainingToNextDeadline: Duration? {
    guard !isVirtual, let deadline = simulation.nextDeadline else { return nil }
    return deadline.offset - lead - start.duration(to: .now)
  }
}

extension Duration {
  /// For `poll`: rounded up, and not below zero.
  fileprivate var inMilliseconds: Int32 {
    let milliseconds = (max(.zero, self) / .milliseconds(1)).rounded(.up)
    return Int32(min(milliseconds, Double(Int32.max)))
  }
}
