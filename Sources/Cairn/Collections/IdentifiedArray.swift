/// An array with constant-time look-up of its elements by id.
///
///     var rows: IdentifiedArray<Row.State> = [.init(id: 1), .init(id: 2)]
///     rows[id: 2]?.title       // O(1)
///     rows.modify(2) { $0.title = "Bread" }
///     rows.remove(id: 1)       // O(n): the elements behind it move
///
/// Ids are unique: an element is not appended if its id is in the array. Two arrays are equal if
/// their elements are equal in order. Elements are changed in place, without a copy.
///
/// - Precondition: No element changes its own id to the id of another element. The program stops,
///   because one of the two elements could not be found again.
public struct IdentifiedArray<Element: Identifiable> where Element.ID: Sendable {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var positions: [Element.ID: Int] = [:]

  public init() {}

  /// Creates an array of the elements in order. Of elements with the same id it keeps the first. O(n).
  public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// The ids in order.
  public var ids: some RandomAccessCollection<Element.ID> { elements.lazy.map(\.id) }

  /// The index of the element with this id; `nil` if there is none. O(1).
  @inlinable public func index(id: Element.ID) -> Int? { positions[id] }

  /// The element with this id. Setting `nil` removes it; setting an element with a new id appends it.
  @inlinable public subscript(id id: Element.ID) -> Element? {
    get { positions[id].map { elements[$0] } }
    set {
      guard let newValue else {
        remove(id: id)
        return
      }
      if modify(id, { $0 = newValue }) == nil { append(newValue) }
    }
  }

  /// Appends an element. Amortised O(1).
  ///
  /// - Returns: `false` if the array contains the id; it is then unchanged.
  @discardableResult public mutating func append(_ element: Element) -> Bool {
    guard positions[element.id] == nil else { return false }
    positions[element.id] = elements.count
    elements.append(element)
    return true
  }

  /// Inserts an element at an index. O(n).
  ///
  /// - Returns: `false` if the array contains the id; it is then unchanged.
  @discardableResult public mutating func insert(_ element: Element, at index: Int) -> Bool {
    guard positions[element.id] == nil else { return false }
    elements.insert(element, at: index)
    renumber(from: index)
    return true
  }

  /// Removes and returns the element with this id; returns `nil` if there is none. O(n), and O(1)
  /// for the last element.
  @discardableResult public mutating func remove(id: Element.ID) -> Element? {
    guard let index = positions.removeValue(forKey: id) else { return nil }
    defer { renumber(from: index) }
    return elements.remove(at: index)
  }

  /// Removes the elements that satisfy a condition. O(n).
  public mutating func removeAll(where condition: (Element) -> Bool) {
    elements.removeAll(where: condition)
    positions.removeAll(keepingCapacity: true)
    renumber(from: 0)
  }

  /// Sorts the elements. The sort is stable.
  public mutating func sort(by precedes: (Element, Element) -> Bool) {
    elements.sort(by: precedes)
    renumber(from: 0)
  }

  /// Moves the element at one index to another. O(n).
  public mutating func move(from source: Int, to target: Int) {
    elements.insert(elements.remove(at: source), at: target)
    renumber(from: Swift.min(source, target))
  }

  private mutating func renumber(from start: Int) {
    for index in start..<elements.count { positions[elements[index].id] = index }
  }

  @usableFromInline mutating func rekey(_ index: Int, from old: Element.ID) {
    let new = elements[index].id
    guard positions[new] == nil else {
      fatalError(
        """
        The element \(old) of an IdentifiedArray was given the id \(new), which another element has.
        Likely causes: an element was replaced by an element with another id.
        Suggestion: remove the old element and append the new one.
        """)
    }
    positions[old] = nil
    positions[new] = index
  }
}

extension IdentifiedArray: ElementCollection {
  public func identity(of id: Element.ID) -> Element.ID? { positions[id] == nil ? nil : id }

  @inlinable public static func id(of identity: Element.ID) -> Element.ID { identity }

  @inlinable public func element(_ identity: Element.ID) -> Element? { self[id: identity] }

  @inlinable public mutating func modify<Result>(
    element id: Element.ID, _ change: (inout Element, Element.ID) -> Result
  ) -> Result? {
    guard let index = positions[id] else { return nil }
    let result = change(&elements[index], id)
    if elements[index].id != id { rekey(index, from: id) }
    return result
  }

  /// Returns `false`: a dismissal applies to the feature that contains the list.
  public mutating func dismiss(_ identity: Element.ID) -> Bool { false }

  public func missing(_ id: Element.ID, at place: String) -> String {
    "element \(id) is not in \(place): it holds \(count) others"
  }
}

extension IdentifiedArray: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { elements.count }
  @inlinable public subscript(index: Int) -> Element { elements[index] }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension IdentifiedArray: Sendable where Element: Sendable {}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension IdentifiedArray: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}
