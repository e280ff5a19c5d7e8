/// A type-erased reducer with a built body, as the store runs it.
///
/// It takes pointers to the state and the action, so that no argument is converted to the calling
/// convention of generic code.
///
/// Safe: a pointer is only used during the call that passes it.
@safe public final class _AnyReducer<State, Action: Sendable>: Reducer {
  /// No body: the reducer is built.
  public typealias Body = Never

  @usableFromInline let run: (UnsafeMutablePointer<State>, UnsafePointer<Action>) -> Effect<Action>
  @usableFromInline let findMissing: (Action, State) -> _MissingRecipient?
  @usableFromInline let isGone: (_EffectScope.Subpath, State) -> Bool?
  @usableFromInline let dismiss: (Action, Int, inout State) -> Effect<Action>

  @inlinable init(_ reducer: some Reducer<State, Action>) {
    unsafe run = { unsafe reducer.reduce(into: &$0.pointee, action: $1.pointee) }
    findMissing = { reducer._missingRecipient(of: $0, in: $1) }
    isGone = { reducer._hasEnded($0, in: $1) }
    dismiss = { reducer.dismissRecipient(of: $0, depth: $1, in: &$2) }
  }

  @inlinable public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    unsafe withUnsafePointer(to: action) { unsafe run(&state, $0) }
  }

  @inlinable public func _missingRecipient(of action: Action, in state: State) -> _MissingRecipient?
  {
    findMissing(action, state)
  }

  @inlinable public func _hasEnded(_ scope: _EffectScope.Subpath, in state: State) -> Bool? {
    isGone(scope, state)
  }

  @inlinable public func dismissRecipient(
    of action: Action, depth: Int, in state: inout State
  ) -> Effect<Action> {
    dismiss(action, depth, &state)
  }
}

/// Caches the built body of a child reducer in the body of another.
///
/// Building a body instantiates key paths and copies the properties of the reducer. The optimizer folds
/// the body of a reducer without properties into constants: it is built in place, at no cost. Any other
/// body is built at the first action of the child, and not earlier: a feature may contain itself.
public struct _CachedReducer<Base: Reducer>: Reducer {
  public typealias Body = Never
  public typealias State = Base.State
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  /// `nil` where the body is folded.
  @usableFromInline let cache: ReducerCache<State, Action>?

  @inlinable @inline(__always) init(_ base: consuming Base) {
    cache = Base.bodyFolds ? nil : ReducerCache()
    self.base = base
  }

  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard !Base.bodyFolds, let cache else { return base.reduce(into: &state, action: action) }
    return unsafe cache.resolved(base)._withUnsafeGuaranteedRef {
      $0.reduce(into: &state, action: action)
    }
  }

  @inlinable @inline(__always)
  public func _missingRecipient(of action: Action, in state: State) -> _MissingRecipient? {
    guard !Base.bodyFolds, let cache else { return base._missingRecipient(of: action, in: state) }
    return unsafe cache.resolved(base)._withUnsafeGuaranteedRef {
      $0._missingRecipient(of: action, in: state)
    }
  }

  @inlinable public func _hasEnded(_ scope: _EffectScope.Subpath, in state: State) -> Bool? {
    guard !Base.bodyFolds, let cache else { return base._hasEnded(scope, in: state) }
    return unsafe cache.resolved(base)._withUnsafeGuaranteedRef { $0._hasEnded(scope, in: state) }
  }

  @inlinable public func dismissRecipient(
    of action: Action, depth: Int, in state: inout State
  ) -> Effect<Action> {
    guard !Base.bodyFolds, let cache else {
      return base.dismissRecipient(of: action, depth: depth, in: &state)
    }
    return unsafe cache.resolved(base)._withUnsafeGuaranteedRef {
      $0.dismissRecipient(of: action, depth: depth, in: &state)
    }
  }

  @inlinable public func _resolved() -> _AnyReducer<State, Action> { base._resolved() }
}

/// The built body of a reducer, once it was needed.
///
/// Neither exclusive access nor a reference is counted for an action: the property is set once, and the
/// object that it refers to lives as long as the cache.
@usableFromInline final class ReducerCache<State, Action: Sendable> {
  @usableFromInline @safe @exclusivity(unchecked) var reducer: _AnyReducer<State, Action>?

  @inlinable init() {}

  @inlinable @inline(__always)
  func resolved(_ base: some Reducer<State, Action>) -> Unmanaged<_AnyReducer<State, Action>> {
    if let reducer { return unsafe .passUnretained(reducer) }
    return unsafe keep(base._resolved())
  }

  /// Keeps the first reducer: building a body may have run the cached reducer already.
  @usableFromInline
  func keep(_ resolved: _AnyReducer<State, Action>) -> Unmanaged<_AnyReducer<State, Action>> {
    let kept = reducer ?? resolved
    reducer = kept
    return unsafe .passUnretained(kept)
  }
}
