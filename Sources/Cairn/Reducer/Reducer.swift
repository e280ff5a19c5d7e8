/// The only thing that changes state: a pure function from an action to a change and an effect.
///
/// A leaf is a plain `switch`; a feature made of others is a `body`:
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
///       var body: some Reducer<State, Action> {
///         Scope(\.left, .left) { Counter() }
///         Scope(\.right, .right) { Counter() }
///       }
///     }
///
/// What a reducer needs from the world it holds as properties. `reduce` is synchronous, may be
/// called directly and must have no side effect but the change of `state`: work goes into the
/// ``Effect`` it returns.
///
/// The two questions (``missingRecipient(of:in:)``, ``hasEnded(_:in:)``) are answered by the
/// operators of this module. A reducer that wraps another by hand should forward them; one that
/// does not answers "nothing is missing, nothing has ended".
///
/// A body costs nothing per action. One that the optimizer folds into the work it leads to is left
/// to it; any other is built once, when its feature gets its first action, and kept as long as the
/// store. So a body must not depend on what changes: what its reducer holds is the same for ever.
public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action: Sendable
  associatedtype Body

  func reduce(into state: inout State, action: Action) -> Effect<Action>

  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Which screen `action` is meant for, if that screen is not in `state`; else `nil`.
  func missingRecipient(of action: Action, in state: State) -> MissingRecipient?

  /// Whether the part of `state` in which an effect was started is gone.
  func hasEnded(_ scope: EffectScope.Subpath, in state: State) -> Bool

  /// This reducer with its body built.
  func resolved() -> AnyReducer<State, Action>
}

extension Reducer where Body == Never {
  /// A leaf has no body.
  public var body: Body {
    fatalError("\(Self.self) is a leaf: call reduce(into:action:), not body")
  }

  @inlinable
  public func missingRecipient(of action: Action, in state: State) -> MissingRecipient? { nil }

  @inlinable public func hasEnded(_ scope: EffectScope.Subpath, in state: State) -> Bool { false }

  @inlinable public func resolved() -> AnyReducer<State, Action> { AnyReducer(self) }
}

extension Reducer where Body: Reducer<State, Action> {
  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable public func missingRecipient(of action: Action, in state: State) -> MissingRecipient? {
    body.missingRecipient(of: action, in: state)
  }

  @inlinable public func hasEnded(_ scope: EffectScope.Subpath, in state: State) -> Bool {
    body.hasEnded(scope, in: state)
  }

  @inlinable public func resolved() -> AnyReducer<State, Action> {
    Self.bodyFolds ? AnyReducer(self) : AnyReducer(body)
  }
}

extension Reducer {
  /// Whether the body is small and made of constants, which the optimizer folds into the work they
  /// lead to: it takes no value of more than six fields apart. A debug build has no optimizer.
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
///       …
///       var body: some ReducerOf<Self> {
///         Scope(\.title, .title) { Title() }
///       }
///     }
public typealias ReducerOf<Feature: Reducer> = Reducer<Feature.State, Feature.Action>

/// A store of a feature.
///
///     let store: StoreOf<Counter> = Store(Counter.State()) { Counter() }
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Action>
