/// A collection whose elements are features: the screens of a stack, the rows of a list.
///
/// ``StackState`` and ``IdentifiedArray`` conform to it. `Reducer.forEach` runs a reducer on an
/// element of either.
///
/// The requirements are static, because completion after a collection does not offer static members.
public protocol _ElementCollection<Element>: Sequence, SendableMetatype {
  /// The state of the feature that each element is.
  associatedtype Element
  /// The id by which an action names an element.
  associatedtype ID: Hashable & Sendable
  /// Distinguishes an element from every other, including earlier elements with an equal id.
  associatedtype Identity: Hashable & Sendable

  /// The identity of the element that an id currently denotes; `nil` if there is none.
  static func _identity(of id: ID, in elements: Self) -> Identity?

  /// The id that denotes the element with this identity.
  static func _id(of identity: Identity) -> ID

  /// The identity of an element after its reduction, in which it may have changed its id.
  static func _identity(_ before: Identity, of element: Element) -> Identity

  /// The identities of the elements, in order.
  static func _identities(of elements: Self) -> [Identity]

  /// The element with this identity; `nil` if it is not in the collection.
  static func _element(_ identity: Identity, in elements: Self) -> Element?

  /// Changes in place the element that an id currently denotes, with one look-up.
  ///
  /// - Returns: The result of `change`; `nil` if there is no such element.
  static func _modifyElement<Result>(
    _ id: ID, of elements: inout Self, _ change: (inout Element, Identity) -> Result
  ) -> Result?

  /// Removes an element that returned `Effect.dismiss`; `nil` if elements of this collection cannot be dismissed.
  /// The dismissal then applies to the feature that contains the collection.
  static var _dismiss: ((_ identity: Identity, _ elements: inout Self) -> Void)? { get }

  /// A message that no element at `place` has this id, with the current contents.
  static func _missing(_ id: ID, in elements: Self, at place: String) -> String
}

extension _ElementCollection {
  @inlinable public static func _identity(_ before: Identity, of element: Element) -> Identity {
    before
  }

  var identities: [Identity] { Self._identities(of: self) }

  /// Changes the element with this id in place; returns `nil` if there is none. O(1); O(n) for a stack while its
  /// numbers differ from the positions.
  @inlinable @discardableResult public mutating func modify<Result>(
    _ id: ID, _ change: (inout Element) -> Result
  ) -> Result? {
    Self._modifyElement(id, of: &self) { element, _ in change(&element) }
  }
}

/// An action for one element of a collection: a screen of a stack, a row of a list.
public enum ElementAction<ID: Hashable & Sendable, Action: Sendable>: Sendable {
  /// Sends `action` to the element with this id.
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
