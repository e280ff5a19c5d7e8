import Cairn

// For a search that tries every way: what tells two situations apart while effects are in flight.
extension Simulation {
  /// What an effect has lived through; empty where histories are not kept.
  package func history(of effect: EffectIdentity) -> EffectHistory {
    handDrained.history(of: effect) ?? EffectHistory()
  }

  /// Those who sleep for an effect, or for work that belongs to none, by deadline, with how long they
  /// sleep still; `nil` for ever.
  ///
  /// This is the same order however long a person waits in between: all the sleeps of an effect begin
  /// when it begins, or when another of its own ends.
  package func sleepers(
    of effect: EffectIdentity?
  ) -> [(number: Int, remaining: Duration?)] {
    clock.asleep.filter { $0.effect == effect }
      .map { ($0.number, $0.deadline.map { clock.now.duration(to: $0) }) }
  }
}
