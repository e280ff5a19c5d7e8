import Cairn

// For a search that tries every way: what tells two situations apart while effects are in flight.
extension Simulation {
  /// What an effect has lived through; empty where histories are not kept.
  package func history(of effect: EffectIdentity) -> EffectHistory {
    handDrained.history(of: effect) ?? EffectHistory()
  }

  /// For each sleeper of an effect, or of work that belongs to none, how long it sleeps still;
  /// `nil` for one that sleeps for ever.
  package func sleeps(of effect: EffectIdentity?) -> [Duration?] {
    clock.asleep.filter { $0.effect == effect }
      .map { $0.deadline.map { clock.now.duration(to: $0) } }
  }
}
