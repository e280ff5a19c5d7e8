import CairnSimulation
import Foundation

/// A simulation whose clock follows the wall, and which may wait for the world outside.
///
/// It is the same simulation as a trail's; only who moves its time differs.
final class WallClock {
  let simulation: Simulation

  private let start = ContinuousClock.now
  private let wake: WakeUp

  init() {
    let wake = WakeUp()
    self.wake = wake
    simulation = Simulation(onReady: wake.call)
  }

  /// Lets as much virtual time pass as has passed on the wall, in whole milliseconds: a recording
  /// writes it down.
  func catchUp() {
    let elapsed = Int64(start.duration(to: .now) / .milliseconds(1))
    simulation.advance(by: .milliseconds(elapsed) - simulation.clock.now.offset)
  }

  /// Waits until work is ready, a sleeper is due or, if asked to look, there is input; then catches
  /// up. Whether there is input.
  func wait(forInput input: Descriptor? = nil) -> Bool {
    var descriptors = [wake.readEnd, input?.number].compactMap(\.self)
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let ready = poll(&descriptors, nfds_t(descriptors.count), millisecondsToNextDeadline)
    wake.reset()
    catchUp()
    return ready > 0 && descriptors.dropFirst().contains { $0.revents != 0 }
  }

  private var millisecondsToNextDeadline: Int32 {
    guard let deadline = simulation.nextDeadline else { return -1 }
    let remaining = deadline.offset - start.duration(to: .now)
    let milliseconds = (max(.zero, remaining) / .milliseconds(1)).rounded(.up)
    return Int32(min(milliseconds, Double(Int32.max)))
  }
}
