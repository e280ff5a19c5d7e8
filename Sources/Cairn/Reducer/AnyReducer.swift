/// A reducer as the store runs it: with its body built, and its type forgotten.
///
/// It takes the state and the action where they lie, so that no argument has to be turned into the
/// form that generic code passes it in.
public final class AnyReducer<State, Action: Sendable>: Reducer {
  public typealias Body = Never

  @usableFromInline
  let run: (UnsafeMutablePointer<State>, UnsafePointer<Action>) -> Effect<Action>
  @usableFromInline let findMissing: (Action, State) -> MissingRecipient?
  @usableFromInline let isGone: (EffectScope.Subpath, State) -> Bool

  @inlinable
  init(_ reducer: some Reducer<State, Action>) {
    run = { reducer.reduce(into: &$0.pointee, action: $1.pointee) }
    findMissing = { reducer.missingRecipient(of: $0, in: $1) }
    isGone = { reducer.hasEnded($0, in: $1) }
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    withUnsafePointer(to: action) { run(&state, $0) }
  }

  @inlinable
  public func missingRecipient(of action: Action, in state: State) -> MissingRecipient? {
    findMissing(action, state)
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Subpath, in state: State) -> Bool { isGone(scope, state) }
}
