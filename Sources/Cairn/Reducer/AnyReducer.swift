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
    /// See ``_Kernel/Node``.
    @usableFromInline let check: ((Action, State) -> MissingRecipient?)?
    @usableFromInline let dismiss: ((Action, EffectScope.Subpath, inout State) -> Effect<Action>)?
    @usableFromInline let reach: (Action) -> Reach

    @inlinable init<Base: Reducer<State, Action>>(_ base: Base) {
      let node = Base._node
      unsafe run = { unsafe base.reduce(into: &$0.pointee, action: $1.pointee) }
      check = node.check.map { check in { check(base, $0, $1) } }
      dismiss = node.dismiss.map { dismiss in { dismiss(base, $0, $1, &$2) } }
      reach = { _Kernel.reach(of: $0, in: base) }
    }

    /// Builds the body of a reducer, if it has one, and keeps it.
    @inlinable public static func kept<Base: Reducer<State, Action>>(_ base: Base) -> AnyReducer {
      Base._node.keep?(base) ?? AnyReducer(base)
    }

    @inlinable public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      unsafe withUnsafePointer(to: action) { unsafe run(&state, $0) }
    }

    @inlinable public static var _node: Node<AnyReducer> {
      Node(
        weight: 4, check: { $0.check?($1, $2) },
        dismiss: { $0.dismiss?($1, $2, &$3) ?? .none }, reach: { $0.reach($1) }, keep: { $0 })
    }
  }

  /// A child reducer with a body, in the body of another.
  ///
  /// Building a body instantiates key paths and copies the properties of the reducer. A constant body is
  /// compiled in place, at no cost. Any other body is built at the first action of the child, and not
  /// earlier: a feature may contain itself.
  public struct CachedReducer<Base: Reducer>: Reducer {
    public typealias Body = Never
    public typealias State = Base.State
    public typealias Action = Base.Action

    @usableFromInline let base: Base
    /// `nil` for a constant body.
    @usableFromInline let cache: ReducerCache<State, Action>?

    @inlinable @inline(__always) init(_ base: consuming Base) {
      cache = Base.isConstant ? nil : ReducerCache()
      self.base = base
    }

    @inlinable @inline(__always)
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard let cache else { return base.reduce(into: &state, action: action) }
      return unsafe cache.kept(base)._withUnsafeGuaranteedRef {
        $0.reduce(into: &state, action: action)
      }
    }

    @inlinable public static var _node: Node<Self> {
      @inline(__always) get {
        Node(
          weight: 2,
          check: { reducer, action, state in
            guard let cache = reducer.cache else {
              return Base._node.check?(reducer.base, action, state)
            }
            return unsafe cache.kept(reducer.base)._withUnsafeGuaranteedRef {
              $0.check?(action, state)
            }
          },
          dismiss: { reducer, action, scope, state in
            guard let cache = reducer.cache else {
              return reducer.base.dismissRecipient(of: action, scope: scope, in: &state)
            }
            return unsafe cache.kept(reducer.base)._withUnsafeGuaranteedRef {
              $0.dismiss?(action, scope, &state) ?? .none
            }
          },
          reach: { $0.reach(of: $1) }, keep: { .kept($0.base) })
      }
    }
  }
}

extension _Kernel.CachedReducer {
  @usableFromInline func reach(of action: Action) -> _Kernel.Reach {
    guard let cache else { return _Kernel.reach(of: action, in: base) }
    return unsafe cache.kept(base)._withUnsafeGuaranteedRef { $0.reach(action) }
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
  func kept(_ base: some Reducer<State, Action>) -> Unmanaged<_Kernel.AnyReducer<State, Action>> {
    if let reducer { return unsafe .passUnretained(reducer) }
    return unsafe keep(.kept(base))
  }

  /// Keeps the first reducer: building a body may have run the cached reducer already.
  @usableFromInline
  func keep(
    _ built: _Kernel.AnyReducer<State, Action>
  ) -> Unmanaged<_Kernel.AnyReducer<State, Action>> {
    let kept = reducer ?? built
    reducer = kept
    return unsafe .passUnretained(kept)
  }
}

/// The types of the kernel that public declarations mention and no user types.
///
/// Completion offers underscored names, too: this one, and not each type.
public enum _Kernel {}
