import Cairn
import CairnApp
import CairnDump
import CairnModel
import CairnSimulation

/// What identifies an effect in flight: two of which all of this is the same go on in the same way.
///
/// An effect is a function that was made by the reducer from a state and an action, and its place
/// among the effects of that action says which of them it is. What it does next depends on what it
/// has come across since: how often a part of it has run, and which part where several could; which
/// answers it drew; what it saw of what stand-ins remember. When it goes on depends on how long it
/// sleeps still: that is in the zone of all that sleep.
///
/// Anything less takes different situations for one. Its name, say, or the action alone, without
/// the state that it was returned from: two log-ins under way for different users have both in
/// common, and one of them signs in the wrong one. Or all but what it drew: then an answer that
/// comes later is the one that was drawn first.
///
/// What it cannot know of is what effects tell each other past the store, and what they read off
/// the clock.
struct EffectKey: Hashable {
  let launch: LaunchKey
  /// Which of the effects that the reduction returned it is.
  let place: [Int]
  let isBackground: Bool
  let history: EffectHistory
  let sleepers: SleeperCount
}

/// How many tasks sleep for a time, and how many for ever.
struct SleeperCount: Hashable {
  var timed = 0
  var endless = 0
}

/// A reduction, by the numbers of the state before it and of the action.
struct LaunchKey: Hashable {
  let state: Int
  let action: Int
}

/// What is under way in a situation.
@usableFromInline
struct InFlightKey: Hashable {
  var effects: [EffectKey] = []
  /// The reductions whose throttled effects wait for their time.
  var throttled: [LaunchKey] = []
  /// Those that belong to no effect.
  var sleepers = SleeperCount()
  /// When all of these wake, as far as it is known.
  var zone: [Bound?] = []
  /// For each effect, the screen, from the root up, that it was started from; empty if from none.
  var screens: [[String]] = []

  @usableFromInline
  init() {}

  var isEmpty: Bool { effects.isEmpty && throttled.isEmpty && sleepers == SleeperCount() }

  /// Whether anything is under way but background effects.
  @usableFromInline var isWaiting: Bool { effects.contains { !$0.isBackground } }

  /// Whether an effect is under way whose screen is not among these, from the root up.
  @usableFromInline
  func isLeaked(beneath ids: [String]) -> Bool {
    screens.contains { origin in
      !origin.isEmpty
        && (ids.count < origin.count || ids[origin.count - 1] != origin[origin.count - 1])
    }
  }
}

/// Numbers for the states and actions that effects were launched by.
@usableFromInline
struct LaunchInterner<State: Hashable, Action> {
  private var states: [State: Int] = [:]
  /// Actions need not be `Hashable`: those of one text are compared one by one, secrets included.
  private var actions: [String: [(action: Action, number: Int)]] = [:]
  private var actionCount = 0

  @usableFromInline
  init() {}

  mutating func key(of state: State, _ action: Action) -> LaunchKey {
    LaunchKey(state: number(of: state), action: number(of: action))
  }

  private mutating func number(of state: State) -> Int {
    if let number = states[state] { return number }
    defer { states[state] = states.count }
    return states.count
  }

  private mutating func number(of action: Action) -> Int {
    let text = dumpedOnOneLine(action)
    let known = actions[text]?.first { difference(from: $0.action, to: action) == nil }
    if let known { return known.number }
    actionCount += 1
    actions[text, default: []].append((action, actionCount))
    return actionCount
  }
}

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
