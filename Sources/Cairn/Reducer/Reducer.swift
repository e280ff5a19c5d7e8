/// A pure function from a state and an action to a changed state and an effect. Only reducers change state.
///
/// A leaf is a `switch`; a feature that is composed of others has a `body`:
///
///     struct Counter: Reducer {
///       struct State: Equatable { var count = 0 }
///       enum Action { case increment, decrement }
///
///       func reduce(into state: inout State, action: Action) -> Effect<Action> {
///         switch action {
///         case .increment: state.count += 1
///         case .decrement: state.count -= 1
///         }
///         return .none
///       }
///     }
///
///     struct TwoCounters: Reducer {
///       struct State: Equatable { var left = Counter.State(), right = Counter.State() }
///       enum Action { case left(Counter.Action), right(Counter.Action) }
///
///       var body: some Reducer<State, Action> {
///         Scope(\.left, .left) { Counter() }
///         Scope(\.right, .right) { Counter() }
///       }
///     }
///
/// A reducer holds its dependencies as properties. `reduce` is synchronous, may be called directly and
/// must have no side effect except for the change of `state`: work belongs in the ``Effect`` that it returns.
///
/// The operators of this module implement ``_missingRecipient(_:of:in:)``, ``_hasEnded(_:_:in:)`` and
/// ``dismissRecipient(of:depth:in:)``. A reducer that wraps another by hand conforms to ``ReducerWrapper``,
/// which forwards them.
///
/// A body costs nothing per action. The optimizer folds a small body of constants; any other body is built
/// once, at the first action of its feature, and kept as long as the store. A body must therefore depend
/// only on the properties of its reducer, and they must not change.
public protocol Reducer<State, Action> {
  /// The state of the feature, a value.
  associatedtype State
  /// The events of the feature: inputs, and replies of effects.
  associatedtype Action: Sendable
  /// The type of ``body``; inferred.
  associatedtype Body

  /// Changes the state according to an action, and returns the work to do.
  ///
  ///     let effect = Counter().reduce(into: &state, action: .increment)
  ///
  /// A reducer implements this or ``body``. `.none` is the effect without work.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that the feature is composed of, run in sequence.
  ///
  ///     var body: some Reducer<State, Action> {
  ///       Scope(\.form, .form) { Form() }
  ///     }
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Names the screen that `action` is for, if that screen is not in `state`; otherwise `nil`.
  static func _missingRecipient(
    _ reducer: Self, of action: Action, in state: State
  ) -> _Kernel.MissingRecipient?

  /// Whether the part of `state` that a scope of effects denotes has been removed; `nil` if no operator
  /// of this reducer makes the scope.
  static func _hasEnded(_ reducer: Self, _ scope: _Kernel.EffectScope.Subpath, in state: State)
    -> Bool?

  /// Dismisses the feature that receives `action` through `depth` operators, at least one: the effect that
  /// this reducer would return if that feature returned ``Effect/dismiss``. `.none`, and no change, if no
  /// operator of this reducer runs the feature.
  func dismissRecipient(of action: Action, depth: Int, in state: inout State) -> Effect<Action>

  /// A reducer with its body built.
  static func _resolved(_ reducer: Self) -> _Kernel.AnyReducer<State, Action>
}

extension Reducer where Body == Never {
  /// A leaf has no body.
  public var body: Body {
    fatalError("\(Self.self) is a leaf: call reduce(into:action:), not body")
  }

  @inlinable public static func _missingRecipient(
    _: Self, of action: Action, in state: State
  ) -> _Kernel.MissingRecipient? { nil }

  @inlinable public static func _hasEnded(
    _: Self, _ scope: _Kernel.EffectScope.Subpath, in state: State
  ) -> Bool? { nil }

  @inlinable public func dismissRecipient(
    of action: Action, depth: Int, in state: inout State
  ) -> Effect<Action> { .none }

  @inlinable public static func _resolved(_ reducer: Self) -> _Kernel.AnyReducer<State, Action> {
    _Kernel.AnyReducer(reducer)
  }
}

extension Reducer where Body: Reducer<State, Action> {
  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable public static func _missingRecipient(
    _ reducer: Self, of action: Action, in state: State
  ) -> _Kernel.MissingRecipient? {
    reducer.body.missingRecipient(of: action, in: state)
  }

  @inlinable public static func _hasEnded(
    _ reducer: Self, _ scope: _Kernel.EffectScope.Subpath, in state: State
  ) -> Bool? {
    reducer.body.hasEnded(scope, in: state)
  }

  @inlinable public func dismissRecipient(
    of action: Action, depth: Int, in state: inout State
  ) -> Effect<Action> {
    body.dismissRecipient(of: action, depth: depth, in: &state)
  }

  @inlinable public static func _resolved(_ reducer: Self) -> _Kernel.AnyReducer<State, Action> {
    bodyFolds ? _Kernel.AnyReducer(reducer) : _Kernel.AnyReducer(reducer.body)
  }
}

/// A reducer that adds something to another, its base.
///
///     struct Logged<Base: Reducer>: ReducerWrapper {
///       let base: Base
///
///       func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
///         print(action)
///         return base.reduce(into: &state, action: action)
///       }
///     }
///
/// The questions of the engine about children are forwarded to the base. A wrapper that conforms only to
/// ``Reducer`` does not forward them: the engine could not end the effects of its children, and reports that
/// as a ``RuntimeIssue``. A dismissal after other work (``Effect/dismiss``) changes the state without a call
/// of `reduce`; a wrapper that records every change implements
/// ``Reducer/dismissRecipient(of:depth:in:)`` too.
public protocol ReducerWrapper<State, Action>: Reducer where Body == Never {
  /// The type of the wrapped reducer.
  associatedtype Base: Reducer where Base.State == State, Base.Action == Action

  /// The wrapped reducer.
  var base: Base { get }
}

extension ReducerWrapper {
  @inlinable @inline(__always) public static func _missingRecipient(
    _ reducer: Self, of action: Action, in state: State
  ) -> _Kernel.MissingRecipient? {
    reducer.base.missingRecipient(of: action, in: state)
  }

  @inlinable public static func _hasEnded(
    _ reducer: Self, _ scope: _Kernel.EffectScope.Subpath, in state: State
  ) -> Bool? {
    reducer.base.hasEnded(scope, in: state)
  }

  @inlinable public func dismissRecipient(
    of action: Action, depth: Int, in state: inout State
  ) -> Effect<Action> {
    base.dismissRecipient(of: action, depth: depth, in: &state)
  }
}

// The requirements that only the engine calls are static: completion after a reducer and within a body
// does not offer static members. The kernel calls them by these names.
extension Reducer {
  @inlinable @inline(__always)
  func missingRecipient(of action: Action, in state: State) -> _Kernel.MissingRecipient? {
    Self._missingRecipient(self, of: action, in: state)
  }

  @inlinable @inline(__always)
  func hasEnded(_ scope: _Kernel.EffectScope.Subpath, in state: State) -> Bool? {
    Self._hasEnded(self, scope, in: state)
  }

  @inlinable @inline(__always)
  func resolved() -> _Kernel.AnyReducer<State, Action> { Self._resolved(self) }
}

extension Reducer {
  /// Whether the optimizer folds the body into the reduction. It folds constants in a small body, because
  /// it takes no value of more than six fields apart. A debug build has no optimizer.
  @inlinable static var bodyFolds: Bool {
    @inline(__always) get {
      #if DEBUG
        false
      #else
        MemoryLayout<Self>.size == 0 && MemoryLayout<Body>.size <= 96
      #endif
    }
  }
}

/// A reducer with the state and the actions of a feature.
///
///     struct Editor: Reducer {
///       struct State: Equatable { var title = Title.State() }
///       enum Action { case title(Title.Action) }
///
///       var body: some ReducerOf<Self> {
///         Scope(\.title, .title) { Title() }
///       }
///     }
public typealias ReducerOf<Feature: Reducer> = Reducer<Feature.State, Feature.Action>

/// A store of a feature.
///
///     let store: StoreOf<Counter> = Store(Counter.State()) { Counter() }
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Action>
