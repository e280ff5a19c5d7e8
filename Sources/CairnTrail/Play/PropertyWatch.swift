import Cairn
import CairnApp
import CairnDump
import CairnSimulation

/// Checks, line by line, the properties of an app that can be seen on one way.
struct PropertyWatch<A: App> {
  typealias State = A.Root.State

  private let properties: [AppProperty<State>]
  private let needsScreens: Bool
  /// Where the last line has put a screen on top: what was typed, and the state before.
  private var push: (input: String, state: State)?
  private var secrets: Set<String> = []

  init() {
    properties = A.properties.filter { property in
      switch property.rule {
      case .always, .step, .backUndoes, .noSecret: true
      case .reachable, .reachableScreen, .alwaysReachable, .noDeadEnd, .noLeakedEffect,
        .everyInputHasEffect, .refusedMeansUnchanged, .noRuntimeIssue:
        false
      }
    }
    needsScreens = properties.contains { property in
      if case .backUndoes = property.rule { true } else { false }
    }
  }

  /// What the app is like before a line, as far as it is needed.
  struct Moment {
    let state: State
    let depth: Int
  }

  /// `nil` if nothing is to be checked.
  func moment(of driver: Driver<A.Root>) -> Moment? {
    guard !properties.isEmpty else { return nil }
    return Moment(state: driver.state, depth: needsScreens ? driver.screens.count : 0)
  }

  /// What does not hold at the start.
  func problem(atStartOf driver: Driver<A.Root>) -> String? {
    for property in properties {
      if case .always(let holds) = property.rule, !holds(driver.state) { return says(property) }
    }
    return nil
  }

  /// Notes a secret that is typed now.
  mutating func note(_ secret: Secret) {
    if !secret.isEmpty { secrets.insert(secret.reveal()) }
  }

  /// What does not hold after a line that has moved the app; `nil` if all does.
  mutating func problem(
    from before: Moment, by step: AppStep, in driver: Driver<A.Root>
  ) -> String? {
    let after = driver.state
    defer {
      push = nil
      if case .input(let line) = step, needsScreens, driver.screens.count == before.depth + 1 {
        push = (line, before.state)
      }
    }
    for property in properties {
      switch property.rule {
      case .always(let holds):
        if !holds(after) { return says(property) }
      case .step(let holds):
        if !holds(before.state, step, after) { return says(property) }
      case .backUndoes(let next, let back):
        guard let push, push.input == next, step == .input(back),
          !A.isEquivalent(push.state, after)
        else { continue }
        return says(property) + "\n" + (difference(from: push.state, to: after) ?? "")
      case .noSecret(let isSuch):
        if isSuch(before.state, after), isLeft(in: after, driver.simulation.memory) {
          return says(property)
        }
      case .reachable, .reachableScreen, .alwaysReachable, .noDeadEnd, .noLeakedEffect,
        .everyInputHasEffect, .refusedMeansUnchanged, .noRuntimeIssue:
        break
      }
    }
    return nil
  }

  private func isLeft(in state: State, _ memory: WorldMemory) -> Bool {
    mentions(state, anyOf: secrets) || memory.snapshot.mentions(anyOf: secrets)
  }

  private func says(_ property: AppProperty<State>) -> String {
    "\(A.name) violates a property: \(property)"
  }
}
