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
  @inlinable @inline(__always)
  public init() {}

  @inlinable @inline(__always)
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .dismiss }
}
