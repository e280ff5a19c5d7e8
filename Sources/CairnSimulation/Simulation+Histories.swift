import Cairn

// For a search that tries every way: what tells two situations apart while effects are in flight.
extension Simulation {
  /// What an effect has lived through; empty where histories are not kept.
  package func history(of effect: EffectIdentity) -> EffectHistory {
    handDrained.history(of: effect) ?? EffectHistory()
  }

  /// Those who sleep for an effect, or for work that belongs to none, in the order in which they fell
  /// asleep, with how long they sleep still; `nil` for ever.
  package func sleepers(
    of effect: EffectIdentity?
  ) -> [(number: Int, remaining: Duration?)] {
    clock.asleep.filter { $0.effect == effect }
      .map { ($0.number, $0.deadline.map { clock.now.duration(to: $0) }) }
      .sorted { $0.number < $1.number }
  }
}
