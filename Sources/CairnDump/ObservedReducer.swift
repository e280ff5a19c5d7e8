import Cairn

/// A reducer that calls a function before and after each reduction.
///
///     ObservedReducer(base: Root()) { action, old in
///       journal.append(action)
///       return { new in print(difference(from: old, to: new) ?? "no change") }
///     }
///
/// It reduces exactly as `base` does. An observer that returns a function keeps the old state alive
/// during the reduction, so that collections in the state are copied.
package struct ObservedReducer<Base: Reducer>: Reducer {
  /// Called with the action and the state before it; the result is called with the state after it.
  package typealias Observer = (Base.Action, Base.State) -> ((Base.State) -> Void)?

  private let base: Base
  private let observe: Observer

  package init(base: Base, _ observe: @escaping Observer) {
    self.base = base
    self.observe = observe
  }

  package func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let finish = observe(action, state)
    let effect = base.reduce(into: &state, action: action)
    finish?(state)
    return effect
  }

  package func missingRecipient(
    of action: Base.Action, in state: Base.State
  ) -> MissingRecipient? {
    base.missingRecipient(of: action, in: state)
  }

  package func hasEnded(_ scope: EffectScope.Rest, in state: Base.State) -> Bool {
    base.hasEnded(scope, in: state)
  }
}
