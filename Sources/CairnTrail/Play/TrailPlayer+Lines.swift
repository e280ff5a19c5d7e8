import Cairn
import CairnApp
import CairnDump
import CairnSimulation

// The meaning of each kind of line.
extension TrailPlayer {
  /// Plays a step; returns the problem, or `nil`.
  mutating func run(
    _ step: TrailStep, at index: Int, on screen: Screen<A.Root.Action>?
  ) -> String? {
    switch step {
    case .comment: return nil
    case .app(.input(let line)): return input(line, at: index, on: screen ?? driver.screen)
    case .refusedInput(let line): return refusedInput(line, on: screen ?? driver.screen)
    case .screen(let pattern): return compare(pattern, at: index)
    case .check(.noLoop): return watch.loopProblem(in: driver)
    case .check(let check): return driver.problem(with: check, width: trail.settings.width)
    case .app(.time(let duration)):
      route.append(index)
      driver.wait(for: duration, inRealTime: options.isRealTime) { visitInstant() }
      return nil
    case .app(.idle):
      return idle(at: index)
    case .app(.restart):
      route.append(index)
      driver.restart()
      return nil
    case .app(.event(let line)):
      return input(line, at: index, on: events, isEvent: true)
    }
  }

  private mutating func input(
    _ line: String, at index: Int, on screen: Screen<A.Root.Action>, isEvent: Bool = false
  ) -> String? {
    do throws(SecretsFileError) {
      switch try read(line, on: screen) {
      case .blank: return nil
      case .refused(let refusal):
        let reason = isEvent ? A.refusal(ofEvent: refusal.message) : refusal.message
        return "refused: \(reason)"
      case .action(let action, let name):
        watch.record(line, try secret(in: line, on: screen) ?? screen.secret(in: line)?.value)
        isEvent ? driver.receive(action) : driver.send(action)
        // A line of one word has no value.
        let isSecret = line != name && screen.mayHoldSecret(line)
        route.append(index, as: isSecret ? "> " + screen.redactedInTrail(line) : nil)
        return nil
      }
    } catch {
      return error.description
    }
  }

  private mutating func refusedInput(
    _ line: String, on screen: Screen<A.Root.Action>
  ) -> String? {
    do throws(SecretsFileError) {
      switch try read(line, on: screen) {
      case .blank:
        return "an empty line is never refused"
      case .action:
        return "the line should be refused, but is accepted on the screen \"\(screen.id)\""
      case .refused(let refusal):
        return problem(with: refusal)
      }
    } catch {
      return error.description
    }
  }

  private func problem(with refusal: Refusal<A.Root.Action>) -> String? {
    switch refusal.reason {
    case .unknownName, .malformed:
      return "the line is refused, but not by the app: \(refusal.message)"
    case .disabled, .missingValue, .missingOption, .notAnOption, .missingArgument, .notAccepted,
      .superfluousValue:
      guard let action = refusal.wouldSend, !driver.refuses(action) else { return nil }
      return """
        the screen refuses the line (\(refusal.message)), but the reducer does not: its action \
        changed the state or the effects
        guards belong to the reducer; the screen only mirrors them
        """
    }
  }

  /// Parses a line; a placeholder in a secure field stands for its secret.
  private mutating func read(
    _ line: String, on screen: Screen<A.Root.Action>
  ) throws(SecretsFileError) -> TypedLine<A.Root.Action> {
    guard let secret = try secret(in: line, on: screen),
      let (name, _) = SecretPlaceholder.parse(line)
    else { return screen.parse(line) }
    hasPlaceholder = true
    hasInvented = hasInvented || options.secrets.given == nil
    return screen.parse(name, secret: secret)
  }

  /// The secret that a placeholder in a secure field stands for; `nil` if there is none.
  private func secret(
    in line: String, on screen: Screen<A.Root.Action>
  ) throws(SecretsFileError) -> Secret? {
    guard let (name, placeholder) = SecretPlaceholder.parse(line),
      screen.input(named: name)?.isSecure ?? false
    else { return nil }
    return try options.secrets.value(of: placeholder)
  }

  private mutating func compare(_ pattern: ScreenPattern, at index: Int) -> String? {
    let lines = screen
    let mismatch = pattern.mismatch(against: lines)
    guard mismatch != nil, isUpdating else { return mismatch }
    // As in a recording: bullets tell the length of a secret.
    let hidesSecrets = hasPlaceholder && driver.screen.inputs.contains { $0.isSecure }
    updates[index] = hidesSecrets ? lines.map { $0.contains("•") ? "..." : $0 } : lines
    return nil
  }

  private mutating func visitInstant() {
    instants += 1
    watch.visitMoment(in: driver)
  }

  private mutating func idle(at index: Int) -> String? {
    do throws(NotIdleError<A.Root.Action>) {
      try driver.idle(inRealTime: options.isRealTime) { visitInstant() }
      route.append(index)
      return nil
    } catch {
      let suggestion =
        "Suggestion: give the feature the clock of the launch and stand-ins for other services, or play the"
        + " trail with --real-time."
      let external = driver.simulation.externallyBlocked.map { issue in
        (["\(issue.message)", "Likely causes:"] + issue.causes.map { "  - \($0)" } + [suggestion])
          .joined(separator: "\n")
      }
      let simulation = driver.simulation
      let goesOn =
        external.isEmpty && !simulation.isStopped && simulation.nextDeadline != nil
      let end =
        goesOn
        ? "have not ended after timers fired at 10,000 instants" : "do not end as time passes"
      return
        (["effects are in flight, and \(end):", list(error.effects)] + external + [
          "cancel them in the app, or mark effects that last as long as their screen as `.background`"
        ]).joined(separator: "\n")
    }
  }

  /// The problem at the end of the trail, if effects are in flight.
  var effectsLeft: String? {
    guard !driver.effects.isEmpty else { return nil }
    return """
      effects are in flight at the end of the trail:
      \(list(driver.effects))
      add the line "@ idle" to let them finish
      """
  }

  private func list(_ effects: [RunningEffect<A.Root.Action>]) -> String {
    effects.map { "  " + $0.summary }.joined(separator: "\n")
  }
}

extension Driver {
  /// The result of a check that fails: expected and actual; `nil` if it passes.
  func problem(with check: Check, width: Int) -> String? {
    switch check {
    case .screen(let id):
      return mismatch(expected: id, actual: screen.id)
    case .text(let words):
      return text(width: width).contains(words) ? nil : "the screen does not show this text"
    case .noText(let words):
      return text(width: width).contains(words) ? "the screen shows this text" : nil
    case .noLoop:
      return nil  // about the lines before, which the player knows
    case .note(let words):
      let notes = screen.notes
      guard !notes.contains(where: { RunningText(lines: [$0]).contains(words) }) else { return nil }
      return notes.isEmpty
        ? "there is no note on the screen"
        : "no note shows this text; there is: " + notes.joined(separator: "; ")
    case .field(let name, equals: let expected):
      return with(name) { input in
        guard let actual = input.reveal() else { return "\(name) is a button and has no value" }
        guard input.isSecure else {
          return mismatch(expected: expected.quoted, actual: actual.quoted)
        }
        let secret = Secret(actual)
        return secret == Secret(expected) ? nil : "the value differs: \(secret.bullets)"
      }
    case .enabled(let name):
      return with(name) { input in
        input.disabledReason.map { RefusalReason.disabled($0).message(word: name, names: []) }
      }
    case .disabled(let name):
      return with(name) { $0.disabledReason == nil ? "\(name) is enabled" : nil }
    case .depth(let expected):
      return mismatch(expected: "\(expected)", actual: "\(screens.count)")
    case .effects(let expected):
      guard effects.count != expected else { return nil }
      let names = effects.map { "\n  " + $0.summary }.joined()
      return mismatch(expected: "\(expected)", actual: "\(effects.count)").map { $0 + names }
    }
  }

  private func text(width: Int) -> RunningText { RunningText(lines: screen.lines(width: width)) }

  private func mismatch(expected: String, actual: String) -> String? {
    guard expected != actual else { return nil }
    return """
      expected: \(expected.terminalSafe)
      actual:   \(actual.terminalSafe)
      """
  }

  private func with(_ name: String, _ judge: (Input<Action>) -> String?) -> String? {
    guard let input = screen.input(named: name) else {
      let names = screen.names
      return RefusalReason.unknownName(suggestion: name.closest(of: names))
        .message(word: name, names: names)
    }
    return judge(input)
  }
}
