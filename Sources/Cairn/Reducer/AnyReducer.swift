extension _Kernel {
  /// A type-erased reducer with a built body, as the store runs it.
  ///
  /// It takes pointers to the state and the action, so that no argument is converted to the calling
  /// convention of generic code.
  ///
  /// Safe: a pointer is only used during the call that passes it.
  @safe public final class AnyReducer<State, Action: Sendable>: Reducer {
    /// No body: the reducer is built.
    public typealias Body = Never

    @usableFromInline let run:
      (UnsafeMutablePointer<State>, UnsafePointer<Action>) -> Effect<Action>
    @usableFromInline let findMissing: (Action, State) -> _Kernel.MissingRecipient?
    @usableFromInline let isGone: (_Kernel.EffectScope.Subpath, State) -> Bool?
    @usableFromInline let dismiss: (Action, Int, inout State) -> Effect<Action>

    @inlinable init(_ reducer: some Reducer<State, Action>) {
      unsafe run = { unsafe reducer.reduce(into: &$0.pointee, action: $1.pointee) }
      findMissing = { reducer.missingRecipient(of: $0, in: $1) }
      isGone = { reducer.hasEnded($0, in: $1) }
      dismiss = { reducer.dismissRecipient(of: $0, depth: $1, in: &$2) }
    }

    @inlinable public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      unsafe withUnsafePointer(to: action) { unsafe run(&state, $0) }
    }

    @inlinable public static func _missingRecipient(
      _ reducer: AnyReducer, of action: Action, in state: State
    ) -> _Kernel.MissingRecipient? {
      reducer.findMissing(action, state)
    }

    @inlinable public static func _hasEnded(
      _ reducer: AnyReducer, _ scope: _Kernel.EffectScope.Subpath, in state: State
    ) -> Bool? {
      reducer.isGone(scope, state)
    }

    @inlinable public func dismissRecipient(
      of action: Action, depth: Int, in state: inout State
    ) -> Effect<Action> {
      dismiss(action, depth, &state)
    }
  }
}

extension _Kernel {
  /// Caches the built body of a child reducer in the body of another.
  ///
  /// Building a body instantiates key paths and copies the properties of the reducer. The optimizer folds
  /// the body of a reducer without properties into constants: it is built in place, at no cost. Any other
  /// body is built at the first action of the child, and not earlier: a feature may contain itself.
  public struct CachedReducer<Base: Reducer>: Reducer {
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

    @inlinable @inline(__always) public static func _missingRecipient(
      _ reducer: Self, of action: Action, in state: State
    ) -> _Kernel.MissingRecipient? {
      guard !Base.bodyFolds, let cache = reducer.cache else {
        return reducer.base.missingRecipient(of: action, in: state)
      }
      return unsafe cache.resolved(reducer.base)._withUnsafeGuaranteedRef {
        $0.missingRecipient(of: action, in: state)
      }
    }

    @inlinable public static func _hasEnded(
      _ reducer: Self, _ scope: _Kernel.EffectScope.Subpath, in state: State
    ) -> Bool? {
      guard !Base.bodyFolds, let cache = reducer.cache else {
        return reducer.base.hasEnded(scope, in: state)
      }
      return unsafe cache.resolved(reducer.base)._withUnsafeGuaranteedRef {
        $0.hasEnded(scope, in: state)
      }
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

    @inlinable public static func _resolved(_ reducer: Self) -> _Kernel.AnyReducer<State, Action> {
      reducer.base.resolved()
    }
  }
}

/// The built body of a reducer, once it was needed.
///
/// Neither exclusive access nor a reference is counted for an action: the property is set once, and the
/// object that it refers to lives as long as the cache.
@usableFromInline final class ReducerCache<State, Action: Sendable> {
  @usableFromInline @safe @exclusivity(unchecked) var reducer: _Kernel.AnyReducer<State, Action>?

  @inlinable init() {}

  @inlinable @inline(__always)
  func resolved(_ base: some Reducer<State, Action>) -> Unmanaged<_Kernel.AnyReducer<State, Action>>
  {
    if let reducer { return unsafe .passUnretained(reducer) }
    return unsafe keep(base.resolved())
  }

  /// Keeps the first reducer: building a body may have run the cached reducer already.
  @usableFromInline
  func keep(_ resolved: _Kernel.AnyReducer<State, Action>) -> Unmanaged<
    _Kernel.AnyReducer<State, Action>
  > {
    let kept = reducer ?? resolved
    reducer = kept
    return unsafe .passUnretained(kept)
  }
}

/// The types of the kernel that public declarations mention and no user types.
///
/// Completion offers underscored names too; it offers this one in place of twelve.
public enum _Kernel {}
