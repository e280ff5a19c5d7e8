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

  /// A reducer that is chosen at run time, with its body and its children.
  ///
  ///     struct Page: Reducer {
  ///       struct State: Equatable { var title = Title.State() }
  ///       enum Action { case title(Title.Action) }
  ///       let title: any Reducer<Title.State, Title.Action>
  ///
  ///       var body: some ReducerOf<Self> {
  ///         Scope(\.title, .title) { title }
  ///       }
  ///     }
  @_disfavoredOverload
  public static func buildExpression(
    _ reducer: any Reducer<State, Action>
  ) -> _Kernel.AnyReducer<State, Action> { erased(reducer) }

  private static func erased(
    _ reducer: some Reducer<State, Action>
  ) -> _Kernel.AnyReducer<State, Action> { _Kernel.AnyReducer(_Kernel.CachedReducer(reducer)) }

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
  public static func buildArray<R: Reducer<State, Action>>(
    _ reducers: [R]
  ) -> _Kernel.ReducerList<R> { _Kernel.ReducerList(reducers) }

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
    #if DEBUG
      /// Kept, because code that is not specialized would allocate it for each action.
      @usableFromInline let check = Second._node.check
    #else
      @inlinable var check: Node<Second>.Check? {
        @inline(__always) get { Second._node.check }
      }
    #endif

    @inlinable @inline(__always) init(_ first: consuming First, _ second: consuming Second) {
      self.first = first
      self.second = second
    }

    /// An action that the second reducer cannot deliver is refused before the first has changed anything.
    @inlinable @inline(__always)
    public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action>
    {
      if let missing = check?(second, action, state) { return Effect(.undelivered(missing)) }
      let effect = first.reduce(into: &state, action: action)
      if !effect.isNone && effect.isUndelivered { return effect }
      let other = second.reduce(into: &state, action: action)
      if !other.isNone && other.isUndelivered, let missing = check?(second, action, state) {
        return effect.merged(with: .undelivered(afterRemovalOf: missing))
      }
      return effect.merged(with: other)
    }

    @inlinable public static var _node: Node<Self> {
      @inline(__always) get {
        let (first, second) = (First._node, Second._node)
        return Node(
          weight: first.weight + second.weight,
          check: first.check == nil && second.check == nil
            ? nil
            : { reducers, action, state in
              first.check?(reducers.first, action, state)
                ?? second.check?(reducers.second, action, state)
            },
          dismiss: { reducers, action, scope, state in
            let effect = first.dismiss?(reducers.first, action, scope, &state) ?? .none
            guard effect.isNone else { return effect }
            return second.dismiss?(reducers.second, action, scope, &state) ?? .none
          }, reach: { $0.reach(of: $1) })
      }
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

  @inlinable public static var _node: _Kernel.Node<Self> {
    let node = Wrapped._node
    return _Kernel.Node(
      weight: node.weight + 1,
      check: node.check.map { check in
        { reducer, action, state in
          reducer.flatMap { check($0, action, state) }
        }
      },
      dismiss: node.dismiss.map { dismiss in
        { reducer, action, scope, state in
          guard let reducer else { return .none }
          return dismiss(reducer, action, scope, &state)
        }
      }, reach: { $0.reach(of: $1) })
  }
}

extension _Kernel {
  /// A `for` in a `body`: the reducers run in order, and their effects are merged.
  public struct ReducerList<Element: Reducer>: Reducer {
    public typealias Body = Never

    @usableFromInline let reducers: [Element]
    @usableFromInline let check: Node<Element>.Check?

    init(_ reducers: [Element]) {
      self.reducers = reducers
      check = Element._node.check
    }

    /// An action that one of the reducers cannot deliver is refused before any has changed anything.
    @inlinable public func reduce(
      into state: inout Element.State, action: Element.Action
    ) -> Effect<Element.Action> {
      if let missing = missing(action, in: state) { return Effect(.undelivered(missing)) }
      var effects: [Effect<Element.Action>] = []
      for reducer in reducers {
        var effect = reducer.reduce(into: &state, action: action)
        if effect.isNone { continue }
        if effect.isUndelivered, let missing = check?(reducer, action, state) {
          effect = .undelivered(afterRemovalOf: missing)
        }
        if effects.isEmpty && effect.isUndelivered { return effect }
        effects.append(effect)
      }
      return effects.isEmpty ? .none : .merge(effects)
    }

    @inlinable
    func missing(_ action: Element.Action, in state: Element.State) -> MissingRecipient? {
      guard let check else { return nil }
      for reducer in reducers {
        if let missing = check(reducer, action, state) { return missing }
      }
      return nil
    }

    @inlinable public static var _node: Node<Self> {
      let dismiss = Element._node.dismiss
      return Node(
        weight: 4, check: { $0.missing($1, in: $2) },
        dismiss: { list, action, scope, state in
          for reducer in list.reducers {
            let effect = dismiss?(reducer, action, scope, &state) ?? .none
            if !effect.isNone { return effect }
          }
          return .none
        }, reach: { $0.reach(of: $1) })
    }
  }
}
