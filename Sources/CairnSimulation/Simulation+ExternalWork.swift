import Cairn
import Dispatch

// External work: effects that it blocks, and the admission of its results.
extension Simulation {
  /// An issue for each effect that nothing in the simulation will resume, except background effects:
  /// the effect, likely causes and a suggestion.
  ///
  ///     simulation.drain()
  ///     #expect(simulation.externallyBlocked == [])
  ///
  /// An effect is not blocked while one of its tasks is ready, sleeps on the ``clock``, or awaits the
  /// answer ``Answer/never``. An effect that awaits the driver or another effect is blocked, even if
  /// the other effect sleeps.
  public var externallyBlocked: [RuntimeIssue] {
    issuesIfBlocked(stores.flatMap { $0.foreground() }, \.identity, label: \.label).compactMap(
      \.self)
  }

  /// Waits in real time until no effect except background effects is blocked by external work, and
  /// runs the jobs that become ready. Only this method admits the results of external work.
  ///
  /// An effect that is still blocked after `timeout`, half a minute by default, is reported as a
  /// `RuntimeIssue`. This method blocks its thread, and on the main thread the main actor. Use the
  /// asynchronous form if the work needs the main actor, or a free thread in a large test suite.
  public func waitForExternalWork(timeout: Duration = .seconds(30)) {
    for issue in waitForExternalWork(timeout: timeout, runReady: runReady) {
      RuntimeIssue.report(issue)
    }
  }

  /// Waits in real time until no effect except background effects is blocked by external work, and
  /// runs the jobs that become ready. Only this method admits the results of external work.
  ///
  /// An effect that is still blocked after `timeout`, half a minute by default, is reported as a
  /// `RuntimeIssue`. This method blocks no thread.
  public func waitForExternalWork(
    timeout: Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation
  ) async {
    for issue in await waitForExternalWork(timeout: timeout, runReady: runReady) {
      RuntimeIssue.report(issue)
    }
  }

  /// - Parameter runReady: Runs ready work, and returns an issue for each effect that is then blocked.
  /// - Returns: The issues of the effects that are still blocked after `timeout`.
  package func waitForExternalWork(timeout: Duration, runReady: () -> [RuntimeIssue])
    -> [RuntimeIssue]
  {
    let deadline = ContinuousClock.now.advanced(by: timeout.bounded)
    while true {
      simulationExecutor.admit()
      let blocked = runReady()
      guard !blocked.isEmpty else { return [] }
      // Work that is left does not run any more.
      if isStopped { return blocked }
      let arrival = DispatchSemaphore(value: 0)
      guard simulationExecutor.notify({ arrival.signal() }) else { continue }
      if arrival.wait(timeout: DispatchTime(in: deadline - .now)) == .timedOut { return blocked }
    }
  }

  /// The asynchronous form, which blocks no thread.
  package func waitForExternalWork(
    timeout: Duration, isolation: isolated (any Actor)? = #isolation,
    runReady: () -> [RuntimeIssue]
  ) async -> [RuntimeIssue] {
    let deadline = ContinuousClock.now.advanced(by: timeout.bounded)
    while true {
      simulationExecutor.admit()
      let blocked = runReady()
      guard !blocked.isEmpty else { return [] }
      if isStopped { return blocked }
      guard await hasArrival(until: deadline) else { return blocked }
    }
  }

  /// Waits in real time until external work has a result. Returns `false` if `deadline` passes first.
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

  /// An issue for each effect that nothing in the simulation will resume, and `nil` for any other
  /// effect. O(n) in the number of effects, ready jobs and sleepers.
  package func issuesIfBlocked<Effect>(
    _ effects: [Effect], _ identity: (Effect) -> EffectIdentity, label: (Effect) -> String
  ) -> [RuntimeIssue?] {
    guard !effects.isEmpty else { return [] }
    let continuing = Set((readyEffects + clock.asleep.map(\.effect)).compactMap(\.self))
    let held = Set(simulationExecutor.heldEffects)
    return effects.map { effect in
      let identity = identity(effect)
      guard !continuing.contains(identity) else { return nil }
      return held.contains(identity) ? .held(label(effect)) : .blocked(label(effect))
    }
  }

  private func runReady() -> [RuntimeIssue] {
    drain()
    return externallyBlocked
  }
}

extension Duration {
  /// The duration, or 34 years, whose nanoseconds fit into an `Int`.
  fileprivate var bounded: Duration { min(self, .seconds(1 << 30)) }
}

extension DispatchTime {
  /// The time after a duration, which is at most 34 years.
  package init(in duration: Duration) {
    self = .now() + .nanoseconds(Int(max(.zero, duration.bounded) / .nanoseconds(1)))
  }
}

extension RuntimeIssue {
  fileprivate static func blocked(_ effect: String) -> RuntimeIssue {
    RuntimeIssue(
      "\(effect) is blocked: nothing in the simulation will resume it.",
      causes: [
        "it awaits an unstructured or detached task, the main actor, another executor,"
          + " `Task.sleep`, real I/O or a callback of another thread",
        "it awaits a continuation or a stream that nobody resumes",
      ],
      suggestion:
        "give the feature the clock of the simulation and stand-ins for external work, or"
        + " wait in real time with `waitForExternalWork(timeout:)`.")
  }

  fileprivate static func held(_ effect: String) -> RuntimeIssue {
    RuntimeIssue(
      "\(effect) is blocked: another thread has resumed it, and the simulation holds the result"
        + " back.",
      causes: [
        "it awaits external work, which finishes in real time: an unstructured or detached task, the"
          + " main actor, another executor, `Task.sleep`, real I/O or a callback of another thread"
      ],
      suggestion:
        "give the feature the clock of the simulation and stand-ins for external work, or"
        + " admit the result with `waitForExternalWork(timeout:)`.")
  }
}
