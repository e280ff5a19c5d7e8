/// A row of a list, taken by typing its name.
///
///     for set in state.sets { ListRow("set-\(set.id)", "\(set.lift), \(set.weight)", .open(set.id)) }
///
/// It is a ``Button`` with words beside its name: rows that follow each other are aligned. A row
/// with a reason (`disabledBecause:`) is disabled and says why; the reducer must
/// refuse its action all the same.
public struct ListRow<Action: Sendable>: Sendable {
  public let name: String
  public let text: String
  public let disabledReason: String?
  @usableFromInline let action: Action

  @inlinable
  public init(
    _ name: String, _ text: String, disabledBecause reason: String? = nil, _ action: Action
  ) {
    self.name = name
    self.text = text
    self.disabledReason = reason
    self.action = action
  }

  @inlinable
  func map<Other: Sendable>(_ transform: (Action) -> Other) -> ListRow<Other> {
    ListRow<Other>(name, text, disabledBecause: disabledReason, transform(action))
  }
}
