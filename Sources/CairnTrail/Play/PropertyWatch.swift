import Cairn
import CairnApp
import CairnDump
import CairnSimulation

/// Checks, line by line, the properties that a single path can violate.
struct PropertyWatch<A: App> {
  typealias State = A.Root.State

  private var properties: [AppProperty<State>] = []
  /// Those that each reduction must keep.
  private var conditions: [(name: String, holds: (State) -> Bool)] = []
  private var needsScreens = false
  /// The state and the number of screens before the present line, if a property must be checked.
  private var before: (state: State, depth: Int)?
  /// The input of the last step, if it pushed a screen, and the state before it.
  private var push: (input: String, state: State)?
  private var secrets: Set<String> = []
  /// The other lines with a value.
  private var lines: Set<String> = []
  private var looksForSecrets = false
  /// The first property that a state of the start, or of the present line, has violated.
  private let violated = ViolatedProperty()
  private var seesMoments = false
  /// The open claims, by the index of the property: the number of steps before.
  private var openClaims: [Int: Int] = [:]
  /// The number of steps, with the present one.
  private var steps = 0
  /// The message for the first moment of the present line, before its end, that violates a property.
  private(set) var missed: String?
  /// Whether a run ends where no timer runs: nothing outside the simulation answers.
  private let canEnd: Bool
  /// The name of the property of the last message.
  private(set) var violation: String?
  /// The configurations at the last three lines `? no loop`.
  private var configurations: [Configuration] = []

  init(_ properties: [AppProperty<State>], canEnd: Bool) {
    self.canEnd = canEnd
    for property in properties.withUniqueNames() {
      switch property.rule {
      case .always, .step: break
      case .everyReduction(let holds): conditions.append((property.name, holds))
      case .backUndoes: needsScreens = true
      case .noSecret: looksForSecrets = true
      case .everyMoment, .atRest, .claim: seesMoments = true
      case .reachable, .reachableScreen, .alwaysReachable, .noDeadEnd, .noLeakedEffect,
        .settles, .everyInputHasEffect, .refusedMeansUnchanged, .noRuntimeIssue:
        continue
      }
      self.properties.append(property)
    }
  }

  /// Everything on which a continuation depends, apart from times, and the timers.
  private struct Configuration {
    let state: State
    let memory: WorldMemory.Snapshot
    let effects: [AppEffect]
    let timers: Set<Int>
    let steps: Int

    /// Whether the app is in this configuration again, and none of its timers runs any more.
    func isRepeated(by later: Configuration) -> Bool {
      A.isEquivalent(state, later.state) && memory == later.memory && effects == later.effects
        && timers.isDisjoint(with: later.timers)
    }
  }

  /// A function that checks the first state of a start, and the state after each reduction; `nil` if no property needs
  /// it.
  var visit: ((State) -> Void)? {
    guard !conditions.isEmpty else { return nil }
    return { [violated, conditions] state in
      guard violated.name == nil else { return }
      violated.name = conditions.first { !$0.holds(state) }?.name
    }
  }

  /// Counts a line, and forgets the violation before it.
  mutating func beginStep(of driver: Driver<A.Root>, on screens: [Screen<A.Root.Action>]?) {
    steps += 1
    violated.name = nil
    guard !properties.isEmpty else { return }
    let depth = needsScreens ? (screens ?? driver.screens).count : 0
    before = (state: driver.state, depth: depth)
  }

  mutating func problem(atStartOf driver: Driver<A.Root>) -> String? {
    if let problem = Self.inequality(of: driver.state) { return problem }
    for property in properties {
      if violated.name == property.name { return message(for: property) }
      guard !driver.simulation.isStopped, let holds = property.rule.condition else { continue }
      if !holds(driver.state) { return message(for: property) }
    }
    return momentProblem(in: driver, on: driver.screens)
  }

  /// Checks a moment before the end of a line.
  mutating func visitMoment(in driver: Driver<A.Root>) {
    if seesMoments, missed == nil { missed = momentProblem(in: driver, on: driver.screens) }
  }

  private mutating func momentProblem(
    in driver: Driver<A.Root>, on screens: [Screen<A.Root.Action>]
  ) -> String? {
    // Work without end leads to no moment between two steps.
    guard seesMoments, !driver.simulation.isStopped else { return nil }
    let moment = driver.moment(on: screens)
    for index in properties.indices {
      let property = properties[index]
      switch property.rule {
      case .everyMoment(let holds):
        if !holds(moment) { return message(for: property) }
      case .atRest(let holds):
        if moment.isAtRest, !holds(moment) { return message(for: property) }
      case .claim(let onlyAtStart, let event):
        let marks = event(moment)
        if marks.contains(.ends) {
          openClaims[index] = nil
        } else if marks.contains(.breaks) {
          if steps == 0 || openClaims[index] != nil { return message(for: property) }
        } else if marks.contains(.begins), steps == 0 || !onlyAtStart {
          openClaims[index] = openClaims[index] ?? steps
        }
        if openClaims[index] != nil,
          moment.isAtRest || canEnd && driver.simulation.nextDeadline == nil
        {
          return message(for: property) + "\nno timer runs here, and nobody has to act"
        }
      case .always, .everyReduction, .step, .backUndoes, .noSecret, .reachable, .reachableScreen,
        .alwaysReachable, .noDeadEnd, .noLeakedEffect, .settles, .everyInputHasEffect,
        .refusedMeansUnchanged, .noRuntimeIssue:
        break
      }
    }
    return nil
  }

  /// The message for a claim that stays open if the app repeats its steps since the last two of these calls.
  mutating func loopProblem(in driver: Driver<A.Root>) -> String? {
    let now = Configuration(
      state: driver.state, memory: driver.simulation.memory.snapshot,
      effects: driver.allEffects.map { AppEffect($0) },
      timers: Set(driver.simulation.allSleepers.filter { $0.remaining != nil }.map(\.number)),
      steps: steps)
    configurations.append(now)
    if configurations.count > 3 { configurations.removeFirst() }
    guard let start = configurations.dropLast(2).last, let middle = configurations.dropLast().last,
      start.steps < middle.steps, middle.steps < steps, start.isRepeated(by: middle),
      middle.isRepeated(by: now)
    else { return nil }
    guard let open = openClaims.filter({ $0.value <= start.steps }).keys.min() else { return nil }
    return message(for: properties[open])
      + "\nthe steps since the line \"? no loop\" before can be repeated for ever"
  }

  /// Records an accepted line, with the secret in it.
  ///
  /// A secret that would be found by chance is not looked for: a short one, and one in another line.
  mutating func record(_ line: String, _ secret: Secret?) {
    guard looksForSecrets else { return }
    guard let secret = secret?.reveal() else {
      guard line.contains(" "), lines.insert(line).inserted else { return }
      secrets = secrets.filter { !line.contains($0) }
      return
    }
    if secret.count >= 4, !lines.contains(where: { $0.contains(secret) }) { secrets.insert(secret) }
  }

  /// The message for a property that a step of the app violates; `nil` if all hold.
  ///
  /// - Parameter hasFired: whether a timer fired in the step.
  mutating func problem(
    by step: AppStep, hasFired: Bool, in driver: Driver<A.Root>,
    on screens: [Screen<A.Root.Action>]
  ) -> String? {
    guard let before = self.before.take() else { return nil }
    let after = driver.state
    defer {
      switch step {
      case .input(let line) where needsScreens && screens.count == before.depth + 1:
        push = (line, before.state)
      // A wait is no step between two inputs.
      case .time where !hasFired && before.state == after: break
      case .input, .event, .time, .idle, .restart: push = nil
      }
    }
    guard !driver.simulation.isStopped else {
      let broken = properties.first { $0.name == violated.name }
      return broken.map { message(for: $0) }
    }
    for property in properties {
      switch property.rule {
      case .always(let holds):
        if !holds(after) { return message(for: property) }
      case .everyReduction(let holds):
        if violated.name == property.name || !holds(after) { return message(for: property) }
      case .step(let holds):
        if !holds(before.state, step, after) { return message(for: property) }
      case .backUndoes(let next, let back):
        guard let push, push.input == next, step == .input(back),
          !A.isEquivalent(push.state, after)
        else { continue }
        return message(for: property) + "\n" + (difference(from: push.state, to: after) ?? "")
      case .noSecret(let isSuch):
        if isSuch(before.state, after),
          mentions(after, anyOf: secrets)
            || driver.simulation.memory.snapshot.mentions(anyOf: secrets)
        {
          return message(for: property)
        }
      case .reachable, .reachableScreen, .alwaysReachable, .noDeadEnd, .noLeakedEffect,
        .settles, .everyInputHasEffect, .refusedMeansUnchanged, .noRuntimeIssue, .everyMoment,
        .atRest, .claim:
        break
      }
    }
    return momentProblem(in: driver, on: screens)
  }

  static func inequality(of state: State) -> String? {
    A.isEquivalent(state, state)
      ? nil : "the state does not equal itself: \(unequalParts(of: state))"
  }

  private mutating func message(for property: AppProperty<State>) -> String {
    violation = property.name
    return "\(A.name) violates a property: \(property)"
  }
}

private final class ViolatedProperty {
  var name: String?
}
