/// Puts the reducers of a ``Reducer/body`` in sequence: each sees the state the one before left.
@resultBuilder
public enum ReducerBuilder<State, Action: Sendable> {
  /// A leaf or an operator: there is no body to build.
  @inlinable @inline(__always)
  public static func buildExpression<R: Reducer<State, Action>>(
    _ reducer: consuming R
  ) -> R where R.Body == Never { reducer }

  @inlinable @inline(__always)
  public static func buildExpression<R: Reducer<State, Action>>(
    _ reducer: consuming R
  ) -> CachedReducer<R> { CachedReducer(reducer) }

  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  @inlinable @inline(__always)
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: consuming R) -> R {
    first
  }

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

  @inlinable @inline(__always)
  public static func buildPartialBlock<
    First: Reducer<State, Action>, Second: Reducer<State, Action>
  >(accumulated first: consuming First, next second: consuming Second) -> ReducerSequence<
    First, Second
  > {
    ReducerSequence(first, second)
  }

  /// A long body is a chain of short ones, or its value would grow with every member, and with it
  /// the stack that each of them needs.
  @inlinable
  public static func buildPartialBlock<
    A: Reducer<State, Action>, B: Reducer<State, Action>, C: Reducer<State, Action>,
    D: Reducer<State, Action>, Next: Reducer<State, Action>
  >(
    accumulated four: ReducerSequence<ReducerSequence<ReducerSequence<A, B>, C>, D>, next: Next
  ) -> ReducerSequence<AnyReducer<State, Action>, Next> {
    ReducerSequence(AnyReducer(four), next)
  }
}

/// Two reducers, one after the other, on the same state and action. Their effects are merged.
public struct ReducerSequence<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable @inline(__always)
  init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }

  /// An action that the second cannot deliver is refused before the first has changed anything.
  @inlinable @inline(__always)
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    guard second.missingRecipient(of: action, in: state) == nil else { return .undelivered }
    let effect = first.reduce(into: &state, action: action)
    if !effect.isNone && effect.isUndelivered { return effect }
    return effect.merged(with: second.reduce(into: &state, action: action))
  }

  @inlinable @inline(__always)
  public func missingRecipient(
    of action: First.Action, in state: First.State
  ) -> MissingRecipient? {
    first.missingRecipient(of: action, in: state)
      ?? second.missingRecipient(of: action, in: state)
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Subpath, in state: First.State) -> Bool {
    first.hasEnded(scope, in: state) || second.hasEnded(scope, in: state)
  }
}
