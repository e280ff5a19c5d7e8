import Cairn
import Dispatch

// What leaves the simulation, and how it comes back.
extension Simulation {
  /// The effects that nothing in the simulation will wake, background ones left out: what each of
  /// them is, why that may be, and how to mend it.
  ///
  ///     simulation.drain()
  ///     #expect(simulation.externallyBlocked == [])
  ///
  /// An effect is not among them while a part of it is ready, sleeps on the ``clock``, or was told
  /// by ``Choices`` never to be answered. One that waits for the driver, or for another effect that
  /// does sleep, is.
  public var externallyBlocked: [RuntimeIssue] {
    stores.flatMap { $0.foreground() }.compactMap { outside($0.identity, label: $0.label) }
  }

  /// Waits in real time until no effect but background ones waits outside the simulation, and runs
  /// what becomes ready by it. This alone lets in what other threads have made ready.
  ///
  /// An effect that waits outside after that time is reported as a ``RuntimeIssue``. The thread is
  /// blocked meanwhile, and with it the main actor if it is the main thread: where something waits
  /// for the main actor, or for a free thread among many tests, wait with `await`.
  public func waitForExternalWork(timeout: Duration) {
    for issue in waitForExternalWork(timeout: timeout, settle: settle) {
      RuntimeIssue.report(issue)
    }
  }

  /// Waits in real time until no effect but background ones waits outside the simulation, and runs
  /// what becomes ready by it. This alone lets in what other threads have made ready.
  ///
  /// An effect that waits outside after that time is reported as a ``RuntimeIssue``. No thread is
  /// blocked meanwhile.
  public func waitForExternalWork(
    timeout: Duration, isolation: isolated (any Actor)? = #isolation
  ) async {
    for issue in await waitForExternalWork(timeout: timeout, settle: settle) {
      RuntimeIssue.report(issue)
    }
  }

  /// - Parameter settle: runs what is ready and says what waits outside then.
  /// - Returns: what waits outside when the time is over.
  package func waitForExternalWork(timeout: Duration, settle: () -> [RuntimeIssue])
    -> [RuntimeIssue]
  {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while true {
      simulationExecutor.admit()
      let outside = settle()
      guard !outside.isEmpty else { return [] }
      let arrival = DispatchSemaphore(value: 0)
      guard simulationExecutor.notify({ arrival.signal() }) else { continue }
      let rest = Int(max(.zero, ContinuousClock.now.duration(to: deadline)) / .nanoseconds(1))
      if arrival.wait(timeout: .now() + .nanoseconds(rest)) == .timedOut { return outside }
    }
  }

  /// The same, without blocking a thread.
  package func waitForExternalWork(
    timeout: Duration, isolation: isolated (any Actor)? = #isolation,
    settle: () -> [RuntimeIssue]
  ) async -> [RuntimeIssue] {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while true {
      simulationExecutor.admit()
      let outside = settle()
      guard !outside.isEmpty else { return [] }
      guard await hasArrival(until: deadline) else { return outside }
    }
  }

  /// Waits in real time until something has come from outside; `false` if the time is over first.
  package func hasArrival(
    until deadline: ContinuousClock.Instant, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    guard simulationExecutor.notify({ arrival.yield() }) else { return true }
    let timer = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      arrival.finish()
    }
    defer { timer.cancel() }
    var iterator = arrivals.makeAsyncIterator()
    return await iterator.next(isolation: isolation) != nil
  }

  /// What is to be said of an effect if nothing in the simulation will wake it.
  package func outside(_ effect: EffectIdentity, label: String) -> RuntimeIssue? {
    guard !simulationExecutor.isReady(effect), clock.deadline(of: effect) == nil else { return nil }
    return simulationExecutor.isHeld(effect) ? .held(label) : .outside(label)
  }

  private func settle() -> [RuntimeIssue] {
    drain()
    return externallyBlocked
  }
}

extension RuntimeIssue {
  fileprivate static func outside(_ effect: String) -> RuntimeIssue {
    RuntimeIssue(
      "\(effect) waits outside the simulation, or for nothing.",
      causes: [
        "it awaits an unstructured or detached task, the main actor, another executor,"
          + " `Task.sleep`, real I/O or a callback of another thread",
        "it awaits a continuation or a stream that nobody resumes",
      ],
      suggestion:
        "give the feature the clock of the simulation and stand-ins for the rest, or wait in"
        + " real time with `waitForExternalWork(timeout:)`.")
  }

  fileprivate static func held(_ effect: String) -> RuntimeIssue {
    RuntimeIssue(
      "\(effect) was woken by another thread, and waits to be let into the simulation.",
      causes: [
        "it awaits something outside of the simulation that answers in real time: an unstructured"
          + " or detached task, the main actor, another executor, `Task.sleep`, real I/O or a"
          + " callback"
      ],
      suggestion:
        "give the feature the clock of the simulation and stand-ins for the rest, or let it in"
        + " with `waitForExternalWork(timeout:)`.")
  }
}
