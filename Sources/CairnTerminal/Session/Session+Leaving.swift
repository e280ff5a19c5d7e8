import CairnApp

extension Session {
  /// Waits until every effect but background effects has ended, and says so first. Ctrl-C and SIGTERM end the wait.
  ///
  /// In a simulated world nothing is lost, and there is no wait.
  ///
  /// - Parameter status: the status of the run. After two Ctrl-C at a prompt there is no wait.
  /// - Returns: the status of the program: ``ExitStatus/failed`` if an effect was not finished, or if something
  ///   could not be saved.
  func leave(_ status: ExitStatus) -> ExitStatus {
    clock.catchUp()
    guard launch.world == .real else { return status }
    let status = finishEffects(status)
    let lost = A.unsavedWork(in: driver.state)
    guard !lost.isEmpty else { return status }
    Output.error.print("not saved: \(lost.joined(separator: ", "))")
    return .failed
  }

  private func finishEffects(_ status: ExitStatus) -> ExitStatus {
    guard !driver.effects.isEmpty else { return status }
    if status == .interrupted { return leaveUnfinished() }
    // Ctrl-C is handled before the message offers it.
    return InterruptWatch.run(withTermination: true) { _ in
      Output.error.print("waiting for \(effectNames); press Ctrl-C to leave now")
      if waitForEffects() { return status }
      // The terminal has shown what was typed meanwhile, and ^C.
      if Output.error.isTerminal { Output.error.write(TerminalText(.lineFeed)) }
      return leaveUnfinished()
    }
  }

  /// Waits until every effect but background effects has ended; `false` if Ctrl-C ended the wait.
  ///
  /// - Parameter skipsTime: whether timers fire at once, also where time follows the wall clock.
  func waitForEffects(skippingTime skipsTime: Bool = false) -> Bool {
    clock.catchUp()
    guard !driver.effects.isEmpty else { return true }
    return InterruptWatch.run { wasInterrupted in
      while !driver.effects.isEmpty {
        if wasInterrupted() { return false }
        if skipsTime || clock.isVirtual, clock.skipToNext() { continue }
        _ = clock.wait(for: [InterruptWatch.eventDescriptor])
      }
      return true
    }
  }

  /// Says which effects are in flight, because the program ends without them.
  func leaveUnfinished() -> ExitStatus {
    Output.error.print("not finished: \(effectNames)")
    return .failed
  }

  var effectNames: String {
    driver.effects.map(\.name.inQuotes).joined(separator: ", ")
  }
}
