import Cairn

/// A reducer that tells of every action before it is reduced.
struct Journaled<Base: Reducer>: Reducer {
  let base: Base
  let tell: (Base.Action, Base.State) -> Void

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    tell(action, state)
    return base.reduce(into: &state, action: action)
  }

  func missingRecipient(of action: Base.Action, in state: Base.State) -> MissingRecipient? {
    base.missingRecipient(of: action, in: state)
  }

  func hasEnded(_ scope: EffectScope.Subpath, in state: Base.State) -> Bool {
    base.hasEnded(scope, in: state)
  }
}
