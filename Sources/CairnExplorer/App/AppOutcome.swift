import Cairn
import CairnSimulation
import CairnTrail

/// Where a step leads to, if what is left open goes one way.
@usableFromInline
struct AppOutcome<State: Hashable & SendableMetatype> {
  @usableFromInline let situation: Situation<State>
  @usableFromInline var circumstances: Nondeterminism?
  @usableFromInline var startedEffects: Bool
  @usableFromInline var issue: RuntimeIssue?
  /// What the clock shows then.
  @usableFromInline var time: Duration

  @inlinable
  init(
    situation: Situation<State>, circumstances: Nondeterminism? = nil,
    startedEffects: Bool = false, issue: RuntimeIssue? = nil, time: Duration = .zero
  ) {
    self.situation = situation
    self.circumstances = circumstances
    self.startedEffects = startedEffects
    self.issue = issue
    self.time = time
  }
}
