/// An executor that gives each effect a place of its own: a simulation's, which so knows whose work
/// is ready and what an effect in flight waits for.
@usableFromInline
package protocol EffectExecutor: TaskExecutor {
  /// Where the tasks of one effect run.
  func place(of effect: EffectIdentity) -> any TaskExecutor
}

/// Which effect of which store.
@usableFromInline
package struct EffectIdentity: Sendable {
  /// Stands for the store, and lives as long as its effects do.
  private let store: any AnyObject & Sendable
  package let number: Int
  package let actionNumber: Int

  @usableFromInline
  init(store: any AnyObject & Sendable, number: Int, actionNumber: Int) {
    self.store = store
    self.number = number
    self.actionNumber = actionNumber
  }

  /// Whether both were started by one action.
  package func isMerged(with other: EffectIdentity) -> Bool {
    store === other.store && actionNumber == other.actionNumber
  }
}

extension EffectIdentity: Equatable {
  @usableFromInline
  package static func == (left: EffectIdentity, right: EffectIdentity) -> Bool {
    left.number == right.number && left.store === right.store
  }
}

extension RunningEffect {
  /// Its name, its number and the case of the action that started it, without what that holds.
  package var label: String {
    "\"\(name)\" (effect \(number), started by action \(actionNumber): \(caseName(action)))"
  }
}

extension Store {
  /// Where an effect runs as long as it names no other place.
  @inlinable
  func executor(of effect: RunningEffect<Action>) -> (any TaskExecutor)? {
    effectExecutor.map { $0.place(of: identity(of: effect)) } ?? executor
  }

  @inlinable
  package func identity(of effect: RunningEffect<Action>) -> EffectIdentity {
    EffectIdentity(store: mailbox, number: effect.number, actionNumber: effect.actionNumber)
  }

  /// Takes in what effects have left; whether any of it is to be reduced.
  @inlinable
  package var hasReplies: Bool {
    guard !core.pointee.activity.isStepping else { return false }
    collect()
    return hasQueued
  }
}
