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
