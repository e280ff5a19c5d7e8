/// Runs the reducers of a ``Reducer/body`` in sequence: each sees the changes of the one before.
@resultBuilder
public enum ReducerBuilder<State, Action: Sendable> {
  /// A leaf or an operator has no body.
  @inlinable @inline(__always) public static func buildExpression<R: Reducer<State, Action>>(
    _ reducer: consuming R
  ) -> R where R.Body == Never { reducer }

  /// A reducer with a body, which is built once.
  @inlinable @inline(__always) public static func buildExpression<R: Reducer<State, Action>>(
    _ reducer: consuming R
  ) -> _Kernel.CachedReducer<R> { _Kernel.CachedReducer(reducer) }

  /// A body without reducers.
  @inlinable public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// The first reducer of a body.
  @inlinable @inline(__always)
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: consuming R) -> R {
    first
  }

  /// An `if` without `else`.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> R? { reducer }

  /// The first branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> _Kernel.ReducerSequence<First?, Second?> { _Kernel.ReducerSequence(first, nil) }

  /// Another branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> _Kernel.ReducerSequence<First?, Second?> { _Kernel.ReducerSequence(nil, second) }

  /// A `for`.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> [R] { reducers }

  /// A further reducer, which sees the changes of those before.
  @inlinable @inline(__always)
  public static func buildPartialBlock<
    First: Reducer<State, Action>, Second: Reducer<State, Action>
  >(accumulated first: consuming First, next second: consuming Second)
    -> _Kernel.ReducerSequence<
      First, Second
    >
  {
    _Kernel.ReducerSequence(first, second)
  }

  /// A long body is a chain of short ones. Otherwise its size, and the stack that each member needs,
  /// would grow with every member.
  @inlinable
  public static func buildPartialBlock<
    A: Reducer<State, Action>, B: Reducer<State, Action>, C: Reducer<State, Action>,
    D: Reducer<State, Action>, Next: Reducer<State, Action>
  >(
    accumulated four: _Kernel.ReducerSequence<
      _Kernel.ReducerSequence<_Kernel.ReducerSequence<A, B>, C>, D
    >, next: Next
  ) -> _Kernel.ReducerSequence<_Kernel.AnyReducer<State, Action>, Next> {
    _Kernel.ReducerSequence(_Kernel.AnyReducer(four), next)
  }
}

extension _Kernel {
  /// Two reducers of a body. Their effects are merged.
  public struct ReducerSequence<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer
  {
    @usableFromInline let first: First
    @usableFromInline let second: Second

    @inlinable @inline(__always) init(_ first: consuming First, _ second: consuming Second) {
      self.first = first
      self.second = second
    }

    /// An action that the second reducer cannot deliver is refused before the first has changed anything.
    @inlinable @inline(__always)
    public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action>
    {
      guard second.missingRecipient(of: action, in: state) == nil else { return .undelivered }
      let effect = first.reduce(into: &state, action: action)
      if !effect.isNone && effect.isUndelivered { return effect }
      return effect.merged(with: second.reduce(into: &state, action: action))
    }

    @inlinable @inline(__always) public static func _missingRecipient(
      _ reducers: Self, of action: First.Action, in state: First.State
    ) -> _Kernel.MissingRecipient? {
      reducers.first.missingRecipient(of: action, in: state)
        ?? reducers.second.missingRecipient(of: action, in: state)
    }

    @inlinable public static func _hasEnded(
      _ reducers: Self, _ scope: _Kernel.EffectScope.Subpath, in state: First.State
    ) -> Bool? {
      reducers.first.hasEnded(scope, in: state) ?? reducers.second.hasEnded(scope, in: state)
    }

    @inlinable public func dismissRecipient(
      of action: First.Action, depth: Int, in state: inout First.State
    ) -> Effect<First.Action> {
      let effect = first.dismissRecipient(of: action, depth: depth, in: &state)
      return effect.isNone ? second.dismissRecipient(of: action, depth: depth, in: &state) : effect
    }
  }
}

/// An `if` in a `body`; with an `else`, a sequence of two.
extension Optional: Reducer where Wrapped: Reducer {
  /// No body: the wrapped reducer runs.
  public typealias Body = Never

  @inlinable @inline(__always) public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }

  @inlinable @inline(__always) public static func _missingRecipient(
    _ reducer: Self, of action: Wrapped.Action, in state: Wrapped.State
  ) -> _Kernel.MissingRecipient? {
    reducer?.missingRecipient(of: action, in: state)
  }

  @inlinable public static func _hasEnded(
    _ reducer: Self, _ scope: _Kernel.EffectScope.Subpath, in state: Wrapped.State
  ) -> Bool? {
    reducer?.hasEnded(scope, in: state)
  }

  @inlinable public func dismissRecipient(
    of action: Wrapped.Action, depth: Int, in state: inout Wrapped.State
  ) -> Effect<Wrapped.Action> {
    self?.dismissRecipient(of: action, depth: depth, in: &state) ?? .none
  }
}

/// A `for` in a `body`: the reducers run in order, and their effects are merged.
extension Array: Reducer where Element: Reducer {
  /// No body: the elements run.
  public typealias Body = Never

  /// An action that one of the reducers cannot deliver is refused before any has changed anything.
  @inlinable @inline(__always) public func reduce(
    into state: inout Element.State, action: Element.Action
  ) -> Effect<Element.Action> {
    guard missingRecipient(of: action, in: state) == nil else { return .undelivered }
    var effect = Effect<Element.Action>.none
    for reducer in self {
      effect = effect.merged(with: reducer.reduce(into: &state, action: action))
    }
    return effect
  }

  @inlinable @inline(__always) public static func _missingRecipient(
    _ reducers: Self, of action: Element.Action, in state: Element.State
  ) -> _Kernel.MissingRecipient? {
    for reducer in reducers {
      if let missing = reducer.missingRecipient(of: action, in: state) { return missing }
    }
    return nil
  }

  @inlinable public static func _hasEnded(
    _ reducers: Self, _ scope: _Kernel.EffectScope.Subpath, in state: Element.State
  ) -> Bool? {
    reducers.lazy.compactMap { $0.hasEnded(scope, in: state) }.first
  }

  @inlinable public func dismissRecipient(
    of action: Element.Action, depth: Int, in state: inout Element.State
  ) -> Effect<Element.Action> {
    for reducer in self {
      let effect = reducer.dismissRecipient(of: action, depth: depth, in: &state)
      if !effect.isNone { return effect }
    }
    return .none
  }
}
