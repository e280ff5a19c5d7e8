import Cairn
import Synchronization

/// What an effect has lived through: together with what it was launched by, all that decides how it
/// goes on.
package struct EffectHistory: Hashable, Sendable {
  /// How often a part of it has run.
  package var resumptions = 0
  /// Which of its tasks went on, each time that several could.
  package var turns: [Int] = []
  /// The answers that it drew, and what it saw of the world, in order.
  package var seen: [AnyID] = []
}

/// The history of one effect, for a simulation that keeps histories.
final class EffectRecord: Sendable {
  let effect: EffectIdentity
  let history = Mutex(EffectHistory())

  init(of effect: EffectIdentity) {
    self.effect = effect
  }
}
