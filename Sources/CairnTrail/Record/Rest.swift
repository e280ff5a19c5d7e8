import Cairn
import CairnSimulation

/// What is in flight between two lines that are typed, and when.
struct Rest {
  let time: Duration
  let hasForeground: Bool
  let hasBackground: Bool

  init<Root: Reducer>(of driver: Driver<Root>) {
    time = driver.simulation.clock.now.offset
    hasForeground = !driver.effects.isEmpty
    hasBackground = driver.hasBackgroundEffects
  }

  /// What follows `@ ` to come from here to a later rest; `nil` if time changes nothing.
  func passage(to later: Rest) -> String? {
    guard hasForeground || hasBackground, later.time > time || !later.hasForeground else {
      return nil
    }
    let hasEnded = !later.hasForeground && !later.hasBackground
    if hasForeground && !hasBackground && hasEnded { return "idle" }
    return later.time > time ? DurationSyntax.text(of: later.time - time) : nil
  }
}
