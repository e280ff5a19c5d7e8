/// A leaf reducer from a closure, for the logic of a `body` beside its children.
///
///     Reduce { state, action in
///       switch action {
///       case .child(.finished): state.isDone = true
///       case .child: break
///       }
///       return .none
///     }
public struct Reduce<State, Action: Sendable>: Reducer {
  @usableFromInline let function: (inout State, Action) -> Effect<Action>

  /// Creates a reducer that calls the function.
  @inlinable @inline(__always)
  public init(_ function: @escaping (inout State, Action) -> Effect<Action>) {
    self.function = function
  }

  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    function(&state, action)
  }
}

/// Does nothing.
///
///     var body: some ReducerOf<Self> { EmptyReducer() }
public struct EmptyReducer<State, Action: Sendable>: Reducer {
  /// Creates the reducer.
  @inlinable @inline(__always) public init() {}

  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// The reducer of an alert or a confirmation: every action dismisses it.
///
///     Reduce { state, action in
///       switch action {
///       case .deleteTapped: state.confirmation = .init(name: state.name)
///       case .confirmation(.delete): state.rows.remove(id: state.id)
///       case .confirmation(.cancel): break
///       }
///       return .none
///     }
///     .ifLet(\.confirmation, .confirmation) { DismissOnAction() }
///
/// Each of its actions sets the optional to `nil`. The parent receives the action afterwards.
public struct DismissOnAction<State, Action: Sendable>: Reducer {
  /// Creates the reducer.
  @inlinable @inline(__always) public init() {}

  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .dismiss }
}

/// Several reducers as one, for an operator that is for all of them.
///
///     var body: some ReducerOf<Self> {
///       CombineReducers {
///         Scope(\.form, .form) { Form() }
///         Reduce { state, action in … }
///       }
///       .ifLet(\.alert, .alert) { DismissOnAction() }
///       .onChange(of: \.form.email) { _, _ in Reduce { … } }
///     }
///
/// The reducers run in sequence, as in a body. A body without such an operator needs no group. A group
/// costs nothing per action.
public struct CombineReducers<State, Action: Sendable, Base: Reducer<State, Action>>: Reducer {
  /// The sequence of the reducers.
  public let body: Base

  /// Creates a group.
  @inlinable @inline(__always)
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Base) {
    body = reducers()
  }
}

extension Reducer {
  /// Runs another reducer after each change of a value that this reducer makes.
  ///
  ///     Form().onChange(of: \.email) { old, new in
  ///       Reduce { state, _ in
  ///         state.isEdited = true
  ///         return .none
  ///       }
  ///     }
  ///
  /// Changes by this reducer and its children are detected; changes by later reducers are not. The
  /// old value is kept while this reducer runs. Choose a count or an id rather than a large
  /// collection, which would be copied when it changes.
  @inlinable @inline(__always)
  public func onChange<Value: Equatable, Reaction: Reducer<State, Action>>(
    of value: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reaction: @escaping (_ old: Value, _ new: Value) -> Reaction
  ) -> _Kernel.OnChange<Self, Value, Reaction> {
    _Kernel.OnChange(base: self, value: value, reaction: reaction)
  }
}

extension _Kernel {
  /// Runs a second reducer after a change by the first; see `Reducer.onChange(of:_:)`.
  public struct OnChange<Base: Reducer, Value: Equatable, Reaction: Reducer>: Reducer
  where Reaction.State == Base.State, Reaction.Action == Base.Action {
    @usableFromInline let base: Base
    @usableFromInline let value: (Base.State) -> Value
    @usableFromInline let reaction: (Value, Value) -> Reaction

    @inlinable @inline(__always) init(
      base: Base, value: @escaping (Base.State) -> Value,
      reaction: @escaping (Value, Value) -> Reaction
    ) {
      self.base = base
      self.value = value
      self.reaction = reaction
    }

    @inlinable @inline(__always)
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      react(to: action, in: &state) { base.reduce(into: &$0, action: action) }
    }

    @inlinable public static var _node: Node<Self> {
      @inline(__always) get {
        .wrapping(Base.self, \.base) { reducer, action, scope, state in
          reducer.react(to: action, in: &state) {
            reducer.base.dismissRecipient(of: action, scope: scope, in: &$0)
          }
        }
      }
    }

    @inlinable @inline(__always) func react(
      to action: Base.Action, in state: inout Base.State,
      _ change: (inout Base.State) -> Effect<Base.Action>
    ) -> Effect<Base.Action> {
      let old = value(state)
      let effect = change(&state)
      let new = value(state)
      // A value that differs from itself is no change, if the action was refused.
      guard old != new, effect.isNone || !effect.isUndelivered else { return effect }
      return effect.merged(with: reaction(old, new).reduce(into: &state, action: action))
    }
  }
}
