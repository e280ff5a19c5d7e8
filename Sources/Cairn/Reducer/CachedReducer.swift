/// A reducer with a body, as it stands in the body of another: its own is built once.
///
/// Building a body instantiates key paths and copies what the reducer holds, every time. A small
/// body of a reducer that holds nothing is made of constants, which the optimizer folds into the
/// work they lead to: it is built in place, at no cost. Any other is built at the first action, and
/// not before: a feature may contain itself.
public struct CachedReducer<Base: Reducer>: Reducer {
  public typealias Body = Never
  public typealias State = Base.State
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  /// `nil` where the body folds away.
  @usableFromInline let resolution: Resolution<State, Action>?

  @inlinable @inline(__always)
  init(_ base: consuming Base) {
    resolution = Base.bodyFolds ? nil : Resolution()
    self.base = base
  }

  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard !Base.bodyFolds, let resolution else { return base.reduce(into: &state, action: action) }
    return resolution.of(base)._withUnsafeGuaranteedRef { $0.reduce(into: &state, action: action) }
  }

  @inlinable @inline(__always)
  public func missingRecipient(of action: Action, in state: State) -> MissingRecipient? {
    guard !Base.bodyFolds, let resolution else {
      return base.missingRecipient(of: action, in: state)
    }
    return resolution.of(base)._withUnsafeGuaranteedRef {
      $0.missingRecipient(of: action, in: state)
    }
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Subpath, in state: State) -> Bool {
    guard !Base.bodyFolds, let resolution else { return base.hasEnded(scope, in: state) }
    return resolution.of(base)._withUnsafeGuaranteedRef { $0.hasEnded(scope, in: state) }
  }

  @inlinable
  public func resolved() -> AnyReducer<State, Action> { base.resolved() }
}

/// What a reducer was resolved to, as soon as it was needed.
///
/// Behind a pointer and unmanaged: neither exclusive access nor a reference is counted for an
/// action.
@usableFromInline
final class Resolution<State, Action: Sendable> {
  @usableFromInline let resolved: UnsafeMutablePointer<Unmanaged<AnyReducer<State, Action>>?>

  @inlinable
  init() {
    resolved = .allocate(capacity: 1)
    resolved.initialize(to: nil)
  }

  deinit {
    resolved.pointee?.release()
    resolved.deallocate()
  }

  @inlinable @inline(__always)
  func of(_ reducer: some Reducer<State, Action>) -> Unmanaged<AnyReducer<State, Action>> {
    if let resolved = resolved.pointee { return resolved }
    return keep(reducer.resolved())
  }

  @usableFromInline
  func keep(_ reducer: AnyReducer<State, Action>) -> Unmanaged<AnyReducer<State, Action>> {
    let kept = Unmanaged.passRetained(reducer)
    resolved.pointee = kept
    return kept
  }
}
