/// An executor that gives each effect a place of its own: a simulation's, which so knows whose work
/// is ready and what an effect in flight waits for.
package protocol EffectExecutor: TaskExecutor {
  /// Where the tasks of one effect run.
  func place(of effect: EffectIdentity) -> any TaskExecutor
}

/// Which effect of which store.
package struct EffectIdentity: Sendable {
  /// Stands for the store, and lives as long as its effects do.
  private let store: any AnyObject & Sendable
  package let number: Int
  package let actionNumber: Int

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
    executor.map {
      Cairn.place(
        of: effect.number, startedBy: effect.actionNumber, in: mailbox, on: $0)
    }
  }

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

@usableFromInline
func place(
  of effect: Int, startedBy action: Int, in store: any AnyObject & Sendable,
  on executor: any TaskExecutor
) -> any TaskExecutor {
  guard let executor = executor as? any EffectExecutor else { return executor }
  return executor.place(of: EffectIdentity(store: store, number: effect, actionNumber: action))
}
