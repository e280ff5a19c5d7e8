/// Puts the reducers of a ``Reducer/body`` in sequence: each sees the state the one before left.
@resultBuilder
public enum ReducerBuilder<State, Action: Sendable> {
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> R? { reducer }

  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> EitherReducer<First, Second> { .first(first) }

  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> EitherReducer<First, Second> { .second(second) }

  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(
    _ reducers: [R]
  ) -> RepeatedReducer<R> { RepeatedReducer(reducers) }

  @inlinable
  public static func buildPartialBlock<
    First: Reducer<State, Action>, Second: Reducer<State, Action>
  >(accumulated first: First, next second: Second) -> ReducerSequence<First, Second> {
    ReducerSequence(first, second)
  }
}

/// Two reducers, one after the other, on the same state and action. Their effects are merged.
public struct ReducerSequence<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merged(with: second.reduce(into: &state, action: action))
  }

  @inlinable
  public func missingRecipient(
    of action: First.Action, in state: First.State
  ) -> MissingRecipient? {
    first.missingRecipient(of: action, in: state)
      ?? second.missingRecipient(of: action, in: state)
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Rest, in state: First.State) -> Bool {
    first.hasEnded(scope, in: state) || second.hasEnded(scope, in: state)
  }
}
