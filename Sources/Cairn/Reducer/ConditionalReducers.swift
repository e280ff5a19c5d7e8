/// Does nothing: an empty `body`.
public struct EmptyReducer<State, Action: Sendable>: Reducer {
  @inlinable @inline(__always)
  public init() {}

  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// One of two reducers: an `if` with an `else` in a `body`.
public enum EitherReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  case first(First)
  case second(Second)

  @inlinable @inline(__always)
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  @inlinable @inline(__always)
  public func missingRecipient(
    of action: First.Action, in state: First.State
  ) -> MissingRecipient? {
    switch self {
    case .first(let reducer): reducer.missingRecipient(of: action, in: state)
    case .second(let reducer): reducer.missingRecipient(of: action, in: state)
    }
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Subpath, in state: First.State) -> Bool {
    switch self {
    case .first(let reducer): reducer.hasEnded(scope, in: state)
    case .second(let reducer): reducer.hasEnded(scope, in: state)
    }
  }
}

/// Several reducers of one type, one after the other: a `for` in a `body`.
public struct RepeatedReducer<Element: Reducer>: Reducer {
  @usableFromInline let reducers: [Element]

  @inlinable @inline(__always)
  init(_ reducers: [Element]) {
    self.reducers = reducers
  }

  @inlinable @inline(__always)
  public func reduce(
    into state: inout Element.State, action: Element.Action
  ) -> Effect<Element.Action> {
    var effect = Effect<Element.Action>.none
    for reducer in reducers {
      effect = effect.merged(with: reducer.reduce(into: &state, action: action))
    }
    return effect
  }

  @inlinable @inline(__always)
  public func missingRecipient(
    of action: Element.Action, in state: Element.State
  ) -> MissingRecipient? {
    for reducer in reducers {
      if let missing = reducer.missingRecipient(of: action, in: state) { return missing }
    }
    return nil
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Subpath, in state: Element.State) -> Bool {
    reducers.contains { $0.hasEnded(scope, in: state) }
  }
}

/// A reducer that is there or not: an `if` in a `body`.
extension Optional: Reducer where Wrapped: Reducer {
  public typealias Body = Never

  @inlinable @inline(__always)
  public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }

  @inlinable @inline(__always)
  public func missingRecipient(
    of action: Wrapped.Action, in state: Wrapped.State
  ) -> MissingRecipient? {
    self?.missingRecipient(of: action, in: state)
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Subpath, in state: Wrapped.State) -> Bool {
    self?.hasEnded(scope, in: state) ?? false
  }
}
