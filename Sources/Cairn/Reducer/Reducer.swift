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
/// A reducer that wraps another has a `base`. It runs the base in its `body`, or calls it in `reduce`:
///
///     struct Counted<Base: Reducer>: Reducer {
///       let base: Base
///       let count: @Sendable () -> Void
///
///       var body: some Reducer<Base.State, Base.Action> {
///         base
///         Reduce { _, _ in
///           count()
///           return .none
///         }
///       }
///     }
///
/// Either way the effects of the children of the base end with those children, because an effect carries the way
/// to its feature in the state. Only a `body` shows its children to the engine: then an action for a missing
/// screen reaches no other member of an enclosing body, and a dismissal after other work (``Effect/dismiss``)
/// passes the operators around the child.
///
/// A kept body costs nothing per action. The body of a reducer without properties, with at most one child and one
/// closure, is compiled into its parent; a debug build has no such bodies. Any other body is built once, that of the
/// root with the store and any other at the first action of its feature, and kept as long as the store. Below a body
/// that is compiled in place nothing is kept: each action builds the body of a child that is not compiled in place. A
/// body must therefore depend only on the properties of its reducer, and they must not change.
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

  /// The part of the reducers of this type that only the engine uses.
  static var _node: _Kernel.Node<Self> { get }
}

extension Reducer where Body == Never {
  /// A leaf has no body.
  public var body: Body {
    fatalError("\(Self.self) is a leaf: call reduce(into:action:), not body")
  }
}

extension Reducer where Body: Reducer<State, Action> {
  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if Self.isConstant { return body.reduce(into: &state, action: action) }
    return reduceByBody(into: &state, action: action)
  }

  /// Not specialized: a store keeps the built body and never calls this function, and every feature would add its
  /// body to the build of an app a second time. Without the attribute the compiler inlines it across modules.
  @_semantics("optimize.sil.specialize.generic.never")
  @usableFromInline func reduceByBody(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
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
