import Cairn
import CairnSimulation
import CairnTrail

/// Where a step leads to, if what is left open goes one way.
@usableFromInline
struct AppOutcome<State: Hashable & SendableMetatype> {
  @usableFromInline let situation: Situation<State>
  @usableFromInline var circumstances: Circumstances?
  @usableFromInline var startedEffects: Bool
  @usableFromInline var mistake: Mistake?
  /// What the clock shows then.
  @usableFromInline var time: Duration

  @inlinable
  init(
    situation: Situation<State>, circumstances: Circumstances? = nil,
    startedEffects: Bool = false, mistake: Mistake? = nil, time: Duration = .zero
  ) {
    self.situation = situation
    self.circumstances = circumstances
    self.startedEffects = startedEffects
    self.mistake = mistake
    self.time = time
  }
}
