import CairnSimulation
import Foundation
import Synchronization

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

  /// Lets as much virtual time pass as has passed on the wall.
  func catchUp() {
    let elapsed = start.duration(to: .now)
    simulation.advance(by: elapsed - simulation.clock.now.offset)
  }

  /// Waits until work is ready, a sleeper is due or, if asked to look, there is input. Whether
  /// there is input.
  func wait(forInput input: Int32?) -> Bool {
    var descriptors = [pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0)]
    if let input { descriptors.append(pollfd(fd: input, events: Int16(POLLIN), revents: 0)) }
    let ready = poll(&descriptors, nfds_t(descriptors.count), millisecondsToNextDeadline)
    wake.reset()
    return ready > 0 && input != nil && descriptors[1].revents != 0
  }

  private var millisecondsToNextDeadline: Int32 {
    guard let deadline = simulation.nextDeadline else { return -1 }
    let remaining = deadline.offset - start.duration(to: .now)
    return Int32(clamping: Int((max(.zero, remaining) / .milliseconds(1)).rounded(.up)))
  }
}

/// A pipe that ends a `poll`, from any thread.
private final class WakeUp: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32
  private let isCalled = Atomic(false)

  init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      fatalError("no pipe could be opened: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// At most one byte is in the pipe, so that writing never blocks.
  @Sendable func call() {
    if !isCalled.exchange(true, ordering: .sequentiallyConsistent) {
      _ = [UInt8(0)].withUnsafeBytes { write(writeEnd, $0.baseAddress, 1) }
    }
  }

  func reset() {
    guard isCalled.load(ordering: .sequentiallyConsistent) else { return }
    var byte: UInt8 = 0
    _ = read(readEnd, &byte, 1)
    isCalled.store(false, ordering: .sequentiallyConsistent)
  }
}
