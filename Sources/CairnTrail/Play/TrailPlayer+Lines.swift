import Cairn
import CairnApp
import CairnDump
import CairnSimulation

// What the lines of a trail do.
extension TrailPlayer {
  /// Does what a step says; what is wrong with it, or `nil`.
  ///
  /// - Parameter screen: the screen that the line finds, for those that need one.
  mutating func run(
    _ step: TrailStep, at index: Int, on screen: Screen<A.Root.Action>?
  ) -> String? {
    switch step {
    case .comment: return nil
    case .input(let line): return input(line, at: index, on: screen ?? driver.screen)
    case .refusedInput(let line): return refusedInput(line, on: screen ?? driver.screen)
    case .screen(let pattern): return compare(pattern, at: index)
    case .check(let check): return driver.problem(with: check, width: trail.settings.width)
    case .time(let duration):
      route.append(index, isSecret: false)
      conditions.isRealTime
        ? driver.waitInRealTime(for: duration) : driver.simulation.advance(by: duration)
      return nil
    case .idle:
      return idle(at: index)
    case .restart:
      route.append(index, isSecret: false)
      driver.restart()
      return nil
    }
  }

  private mutating func input(
    _ line: String, at index: Int, on screen: Screen<A.Root.Action>
  ) -> String? {
    do throws(SecretsFileError) {
      switch try read(line, on: screen) {
      case .blank: return nil
      case .refused(let refusal): return "refused: \(refusal.message)"
      case .action(let action, let name):
        if let secret = screen.secret(in: line)?.value { watch.note(secret) }
        driver.send(action)
        // A line of one word has no value.
        let isSecret = line != name && screen.mayHoldSecret(line)
        route.append(index, isSecret: isSecret)
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
        return "expected to be refused, but it is accepted on the screen \"\(screen.id)\""
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
      return "refused, but not by the app: \(refusal.message)"
    case .disabled, .missingValue, .missingOption, .notAnOption, .superfluousValue:
      guard let action = refusal.wouldSend, !driver.refuses(action) else { return nil }
      return """
        the screen refuses it (\(refusal.message)), but the reducer does not: the action, sent \
        anyway, changed the state or the effects
        guards belong to the reducer; the screen only mirrors them
        """
    }
  }

  /// The meaning of a line; a placeholder in a secure field is the secret that it stands for.
  private mutating func read(
    _ line: String, on screen: Screen<A.Root.Action>
  ) throws(SecretsFileError) -> TypedLine<A.Root.Action> {
    guard let (name, placeholder) = SecretPlaceholder.read(line),
      screen.input(named: name)?.isSecure ?? false
    else { return screen.parse(line) }
    hasInvented = hasInvented || conditions.secrets.areInvented
    return screen.parse(name, secret: try conditions.secrets.value(of: placeholder))
  }

  private mutating func compare(_ pattern: ScreenPattern, at index: Int) -> String? {
    let lines = screen
    let mismatch = pattern.mismatch(against: lines)
    guard mismatch != nil, isUpdating else { return mismatch }
    updates[index] = lines
    return nil
  }

  private mutating func idle(at index: Int) -> String? {
    do throws(NotIdleError<A.Root.Action>) {
      conditions.isRealTime ? try driver.idleInRealTime() : try driver.idle()
      route.append(index, isSecret: false)
      return nil
    } catch {
      let outside = driver.simulation.externallyBlocked.map { issue in
        (["\(issue.message)", "Likely causes:"] + issue.causes.map { "  - \($0)" }
          + ["Suggestion: " + Self.outsideMend]).joined(separator: "\n")
      }
      return
        ([
          "effects are in flight, and letting time pass does not finish them:",
          list(error.effects),
        ] + outside + [
          "let the app cancel them, or mark those that last as long as their screen as `.background`"
        ]).joined(separator: "\n")
    }
  }

  private static var outsideMend: String {
    "give the feature the clock that the app was launched with and stand-ins for the rest, or play"
      + " it with --real-time."
  }

  /// What is wrong with the end of the trail, if effects are in flight.
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
