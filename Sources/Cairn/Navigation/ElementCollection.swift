/// A collection whose elements are features: the screens of a stack, the rows of a list.
///
/// ``StackState`` and ``IdentifiedArray`` are the two; `forEach` runs a reducer on either.
public protocol ElementCollection<Element> {
  associatedtype Element
  /// What actions call an element.
  associatedtype ID: Hashable & Sendable
  /// What tells one element from every other, also from one that stood in its place before.
  associatedtype Identity: Hashable & Sendable

  /// Which element an id means now; `nil` if there is none.
  func identity(of id: ID) -> Identity?

  /// What actions call this element.
  static func id(of identity: Identity) -> ID

  /// The element, or `nil` if it is not there.
  func element(_ identity: Identity) -> Element?

  /// Changes the element that an id means now, where it is; `nil` if there is none. One look-up.
  mutating func modify<Result>(
    element id: ID, _ change: (inout Element, Identity) -> Result
  ) -> Result?

  /// Takes an element out that wants to be dismissed; `false` if elements cannot be dismissed from
  /// this collection, and the one around it is asked.
  mutating func dismiss(_ identity: Identity) -> Bool

  /// Says that an element is not in the collection at `place`, and what is there instead.
  func missing(_ id: ID, at place: String) -> String
}
