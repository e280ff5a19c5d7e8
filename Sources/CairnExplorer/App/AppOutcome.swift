import Cairn
import CairnSimulation
import CairnTrail

/// Where a step leads to, if what is left open goes one way.
@usableFromInline
struct AppOutcome<State: Hashable & SendableMetatype> {
  @usableFromInline let situation: Situation<State>
  @usableFromInline var draws: [Draw]
  @usableFromInline var startedEffects: Bool
  @usableFromInline var mistake: Mistake?

  @inlinable
  init(
    situation: Situation<State>, draws: [Draw] = [], startedEffects: Bool = false,
    mistake: Mistake? = nil
  ) {
    self.situation = situation
    self.draws = draws
    self.startedEffects = startedEffects
    self.mistake = mistake
  }
}
