import CairnTrail

extension AppSearch {
  /// Sends what a disabled input means all the same: the reducer has to refuse it.
  func refuse(
    _ lines: [(line: String, action: A.Root.Action)], at index: Int
  ) throws(UsageError) {
    let situation = map.space.states[index]
    guard situation.isAtRest else { return try refuseInFlight(lines, at: index) }
    for (line, action) in lines {
      if quiet.state(after: action, in: situation.state) != situation.state {
        findings.visit(notRefused: line, at: index)
      }
    }
  }

  private func refuseInFlight(
    _ lines: [(line: String, action: A.Root.Action)], at index: Int
  ) throws(UsageError) {
    guard !lines.isEmpty else { return }
    // What is refused leaves everything as it is: one run serves for all.
    let run = try run(to: index)
    for (line, action) in lines where !run.driver.refuses(action) {
      findings.visit(notRefused: line, at: index)
      return
    }
  }
}
