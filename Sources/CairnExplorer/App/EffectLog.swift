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

  /// Forgets what was before: the program starts again.
  func restart(in state: State) {
    origins = [:]
    launches = [:]
    screens = []
    self.state = state
  }

  func note(_ event: StoreEvent<Action>, _ state: State) {
    if let step = event.step {
      launches[step.number] = Launch(state: self.state, action: step.action)
    }
    for effect in event.changes.started {
      guard let launch = launches[effect.actionNumber] else { continue }
      origins[effect.number] = Origin(launch: launch, screens: screens)
    }
    self.state = state
  }
}
