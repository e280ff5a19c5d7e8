import Cairn

extension Reducer {
  /// Tells every action that this reducer is given, and what it changed in the state.
  ///
  ///     Root().logged()
  ///     // .credentials(.emailChanged("ada"))
  ///     //   - credentials.email: ""
  ///     //   + credentials.email: "ada"
  ///
  /// Secrets are bullets. It keeps the state from before while the reducer runs, so that collections
  /// are copied, and reflects both: it is for looking, not for leaving in.
  ///
  /// - Parameter tell: where each text goes; it is printed if this is left out.
  public func logged(
    to tell: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Logged<Self> {
    Logged(base: self, tell: tell)
  }
}

/// A reducer that tells what it does; see `Reducer.logged(to:)`.
public struct Logged<Base: Reducer>: Reducer {
  let base: Base
  let tell: @Sendable (String) -> Void

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let old = state
    let effect = base.reduce(into: &state, action: action)
    let change = difference(from: old, to: state) ?? "(no change)"
    let lines = change.split(separator: "\n", omittingEmptySubsequences: false)
    tell(([dumped(action)] + lines.map { "  \($0)" }).joined(separator: "\n"))
    return effect
  }

  public func missingRecipient(
    of action: Base.Action, in state: Base.State
  ) -> MissingRecipient? {
    base.missingRecipient(of: action, in: state)
  }

  public func hasEnded(_ scope: EffectScope.Rest, in state: Base.State) -> Bool {
    base.hasEnded(scope, in: state)
  }
}
