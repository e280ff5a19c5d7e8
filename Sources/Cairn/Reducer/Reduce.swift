/// A reducer made from a function, for the logic that a `body` adds to its children.
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

  @inlinable @inline(__always)
  public init(_ function: @escaping (inout State, Action) -> Effect<Action>) {
    self.function = function
  }

  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    function(&state, action)
  }
}
