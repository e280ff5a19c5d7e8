import Cairn
import CairnSimulation
import Dispatch

// Time on the wall: for trails that are watched, or that reach the world outside the simulation.
extension Driver {
  /// Lets so much time pass, on the wall and in the simulation alike.
  func waitInRealTime(for duration: Duration) {
    let end = simulation.clock.now.advanced(by: duration)
    while let next = simulation.nextDeadline, next <= end { sleep(until: next) }
    sleep(until: end)
  }

  /// Lets time pass on the wall until no effect but background ones is in flight. What is outside
  /// the simulation is waited for a minute at most.
  ///
  /// - Throws: the effects in flight, if nobody sleeps and nothing comes from outside.
  func idleInRealTime() throws(NotIdleError<Action>) {
    var wakeUps = 0
    while !effects.isEmpty, wakeUps < 10_000 {
      wakeUps += 1
      if let next = simulation.nextDeadline {
        sleep(until: next)
      } else if !waitForExternalWork(timeout: .seconds(60)).isEmpty {
        break
      }
    }
    if !effects.isEmpty { throw NotIdleError(effects: effects) }
  }

  private func sleep(until instant: VirtualClock.Instant) {
    let deadline = ContinuousClock.now + simulation.clock.now.duration(to: instant)
    _ = waitForExternalWork(timeout: deadline - .now)
    let rest = max(.zero, deadline - .now) / .nanoseconds(1)
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(Int(rest)))
    simulation.advance(by: simulation.clock.now.duration(to: instant))
  }

  private func waitForExternalWork(timeout: Duration) -> [RuntimeIssue] {
    simulation.waitForExternalWork(timeout: timeout) {
      simulation.drain()
      return simulation.externallyBlocked
    }
  }
}
