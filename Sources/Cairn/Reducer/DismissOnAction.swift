/// A dialog that is over once anything is chosen in it: an alert, a confirmation.
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
/// Any of its actions clears the optional, in this one place; the parent sees the action after it.
public struct DismissOnAction<State, Action: Sendable>: Reducer {
  @inlinable @inline(__always)
  public init() {}

  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .dismiss }
}
