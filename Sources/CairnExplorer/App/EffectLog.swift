import Cairn

/// Keeps of each effect by what it was launched.
final class EffectLog<State, Action: Sendable> {
  /// A reduction that may have launched effects.
  struct Launch {
    let state: State
    let action: Action
  }

  struct Origin {
    let launch: Launch
    let place: [Int]
    /// The ids of the screens, from the root up, when it began; empty if nobody typed anything.
    let screens: [String]
  }

  private(set) var origins: [Int: Origin] = [:]
  private(set) var launches: [Int: Launch] = [:]
  /// The screens at the last input.
  var screens: [String] = []
  /// The state after what was noted last.
  private var state: State

  init(_ state: State) {
    self.state = state
  }

  func note(_ event: StoreEvent<Action>, _ state: State) {
    switch event {
    case .step(let step):
      launches[step.number] = Launch(state: self.state, action: step.action)
      add(step.changes.started, after: [])
    case .finished(let effect, let changes):
      add(changes.started, after: origins[effect.number]?.place ?? [])
    case .cancelled(let changes):
      add(changes.started, after: [])
    }
    self.state = state
  }

  private func add(_ effects: [RunningEffect<Action>], after place: [Int]) {
    for (index, effect) in effects.enumerated() {
      guard let launch = launches[effect.actionNumber] else { continue }
      origins[effect.number] = Origin(launch: launch, place: place + [index], screens: screens)
    }
  }
}
