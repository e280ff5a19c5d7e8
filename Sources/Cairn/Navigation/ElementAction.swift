/// An action for one element of a collection: a screen of a stack, a row of a list.
public enum ElementAction<ID: Hashable & Sendable, Action: Sendable>: Sendable {
  /// `action` is for the element with this id.
  case element(id: ID, action: Action)
}

extension ElementAction: Equatable where Action: Equatable {}
extension ElementAction: Hashable where Action: Hashable {}
extension ElementAction: Encodable where ID: Encodable, Action: Encodable {}
extension ElementAction: Decodable where ID: Decodable, Action: Decodable {}

/// An action for one screen of a ``StackState``.
public typealias StackAction<Action: Sendable> = ElementAction<StackID, Action>

/// An action for one element of an ``IdentifiedArray``.
public typealias IdentifiedAction<Element: Identifiable, Action: Sendable> =
  ElementAction<Element.ID, Action> where Element.ID: Sendable
