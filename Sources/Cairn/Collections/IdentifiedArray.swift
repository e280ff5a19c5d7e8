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
  @usableFromInline var storage: [Element] = []
  @usableFromInline var positions: [Element.ID: Int] = [:]

  /// Creates an array without elements.
  public init() {}

  /// Creates an array of the elements in order. Of elements with the same id it keeps the first. O(n).
  public init(_ elements: some Sequence<Element>) {
    append(contentsOf: elements)
  }

  /// The elements in order, as an array. O(1).
  @inlinable public var elements: [Element] { storage }

  /// The ids in order.
  public var ids: some RandomAccessCollection<Element.ID> { storage.lazy.map(\.id) }

  /// The index of the element with this id; `nil` if there is none. O(1).
  @inlinable public func index(id: Element.ID) -> Int? { positions[id] }

  /// The element with this id. Setting `nil` removes it; setting an element with a new id appends it.
  ///
  /// - Precondition: The element that is set does not have the id of another element.
  @inlinable public subscript(id id: Element.ID) -> Element? {
    get { positions[id].map { storage[$0] } }
    _modify {
      guard let index = positions[id] else {
        var element: Element?
        defer { if let element { add(element, as: id) } }
        yield &element
        return
      }
      // Moved out, not copied: a collection inside the element stays uniquely referenced. The last
      // element is at its index meanwhile.
      storage.swapAt(index, storage.count - 1)
      var element: Element? = storage.removeLast()
      defer {
        if let element {
          storage.append(element)
          storage.swapAt(index, storage.count - 1)
          if element.id != id { rekey(index, from: id) }
        } else {
          positions[id] = nil
          if index < storage.count { storage.append(storage.remove(at: index)) }
          renumber(from: index)
        }
      }
      yield &element
    }
  }

  /// Appends an element. Amortised O(1).
  ///
  /// - Returns: `false` if the array contains the id; it is then unchanged.
  @discardableResult public mutating func append(_ element: Element) -> Bool {
    guard positions[element.id] == nil else { return false }
    positions[element.id] = storage.count
    storage.append(element)
    return true
  }

  /// Appends the elements in order, without those whose ids the array contains. O(m) for m elements.
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  /// Replaces the element with the same id, at its index, or appends the element. Amortised O(1).
  ///
  /// - Returns: The replaced element; `nil` if the element was appended.
  @discardableResult public mutating func updateOrAppend(_ element: Element) -> Element? {
    let old = modify(element.id) { old in
      defer { old = element }
      return old
    }
    if old == nil { append(element) }
    return old
  }

  /// Inserts an element at an index. O(n).
  ///
  /// - Returns: `false` if the array contains the id; it is then unchanged.
  @discardableResult public mutating func insert(_ element: Element, at index: Int) -> Bool {
    guard positions[element.id] == nil else { return false }
    storage.insert(element, at: index)
    renumber(from: index)
    return true
  }

  /// Removes and returns the element with this id; returns `nil` if there is none. O(n), and O(1)
  /// for the last element.
  @discardableResult public mutating func remove(id: Element.ID) -> Element? {
    guard let index = positions.removeValue(forKey: id) else { return nil }
    defer { renumber(from: index) }
    return storage.remove(at: index)
  }

  /// Removes and returns the first element. O(n).
  ///
  /// - Precondition: The array is not empty.
  @discardableResult public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes and returns the last element. O(1).
  ///
  /// - Precondition: The array is not empty.
  @discardableResult public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes and returns the element at an index. O(n), and O(1) for the last element.
  ///
  /// - Precondition: `index` is an index of the array.
  @discardableResult public mutating func remove(at index: Int) -> Element {
    let removed = storage.remove(at: index)
    positions[removed.id] = nil
    renumber(from: index)
    return removed
  }

  /// Removes the elements at these offsets, for example those of an `IndexSet`. O(n).
  ///
  /// - Precondition: Every offset is an index of the array.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for element in take(offsets) { positions[element.id] = nil }
    renumber(from: 0)
  }

  /// Removes all elements.
  public mutating func removeAll() {
    storage = []
    positions = [:]
  }

  /// Removes the elements that satisfy a condition. O(n).
  public mutating func removeAll(where condition: (Element) -> Bool) {
    storage.removeAll(where: condition)
    positions.removeAll(keepingCapacity: true)
    renumber(from: 0)
  }

  /// The elements that satisfy a condition, in order. O(n).
  public func filter(_ condition: (Element) throws -> Bool) rethrows -> Self {
    var result = Self()
    result.storage = try storage.filter(condition)
    result.renumber(from: 0)
    return result
  }

  /// Reverses the order of the elements. O(n).
  public mutating func reverse() {
    storage.reverse()
    renumber(from: 0)
  }

  /// Shuffles the elements; equal generators give equal orders. O(n).
  ///
  /// There is no form without a generator: its order would differ from run to run.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.shuffle(using: &generator)
    renumber(from: 0)
  }

  /// Sorts the storage. The sort is stable.
  public mutating func sort(by precedes: (Element, Element) -> Bool) {
    storage.sort(by: precedes)
    renumber(from: 0)
  }

  /// Moves the element at one index to another. O(n).
  public mutating func move(from source: Int, to target: Int) {
    storage.insert(storage.remove(at: source), at: target)
    renumber(from: Swift.min(source, target))
  }

  /// Moves the elements at these offsets, in their order, before the element that is at `destination` now.
  ///
  ///     .onMove { store.send(.moved($0, to: $1)) }
  ///     rows.move(fromOffsets: offsets, toOffset: destination)
  ///
  /// A destination that equals `count` is the end. The effect is that of SwiftUI's method of arrays. O(n).
  ///
  /// - Precondition: Every offset is an index of the array, and `destination` is an index or `count`.
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    let offsets = Set(offsets)
    let moved = take(offsets)
    storage.insert(contentsOf: moved, at: destination - offsets.count { $0 < destination })
    renumber(from: 0)
  }

  /// Exchanges the elements at two indices. O(1).
  public mutating func swapAt(_ first: Int, _ second: Int) {
    storage.swapAt(first, second)
    positions[storage[first].id] = first
    positions[storage[second].id] = second
  }

  /// Removes the elements at these offsets, and returns them in order. Changes no position.
  private mutating func take(_ offsets: some Sequence<Int>) -> [Element] {
    let offsets = Set(offsets)
    precondition(
      offsets.allSatisfy(storage.indices.contains),
      "the offsets \(offsets.sorted()) are not all in the IdentifiedArray of \(count) elements")
    let taken = offsets.sorted().map { storage[$0] }
    var index = 0
    storage.removeAll { _ in
      defer { index += 1 }
      return offsets.contains(index)
    }
    return taken
  }

  @usableFromInline mutating func renumber(from start: Int) {
    for index in start..<storage.count { positions[storage[index].id] = index }
  }

  @usableFromInline mutating func rekey(_ index: Int, from old: Element.ID) {
    let new = storage[index].id
    guard positions[new] == nil else { Self.stop(old, new) }
    positions[old] = nil
    positions[new] = index
  }

  /// Appends an element that was set where no element was.
  @usableFromInline mutating func add(_ element: Element, as id: Element.ID) {
    guard append(element) else { Self.stop(id, element.id) }
  }

  private static func stop(_ old: Element.ID, _ new: Element.ID) -> Never {
    fatalError(
      """
      The element \(old) of an IdentifiedArray was given the id \(new), which another element has.
      Likely causes: an element was set or replaced by an element with another id.
      Suggestion: exchange two elements with swapAt, or remove the old element and append the new one.
      """)
  }
}

extension IdentifiedArray: _ElementCollection {
  @inlinable public static func _identity(of id: Element.ID, in array: Self) -> Element.ID? {
    array.positions[id] == nil ? nil : id
  }

  @inlinable
  public static func _identity(_ before: Element.ID, of element: Element) -> Element.ID {
    element.id
  }

  public static func _identities(of array: Self) -> [Element.ID] { Array(array.ids) }

  @inlinable public static func _id(of identity: Element.ID) -> Element.ID { identity }

  @inlinable
  public static func _element(_ identity: Element.ID, in array: Self) -> Element? {
    array[id: identity]
  }

  @inlinable public static func _modifyElement<Result>(
    _ id: Element.ID, of array: inout Self, _ change: (inout Element, Element.ID) -> Result
  ) -> Result? {
    guard let index = array.positions[id] else { return nil }
    let result = change(&array.storage[index], id)
    if array.storage[index].id != id { array.rekey(index, from: id) }
    return result
  }

  /// `nil`: a dismissal applies to the feature that contains the list.
  public static var _dismiss: ((Element.ID, inout Self) -> Void)? { nil }

  public static func _missing(_ id: Element.ID, in array: Self, at place: String) -> String {
    "element \(id) is not in \(place): it holds \(array.count) other\(array.count == 1 ? "" : "s")"
  }
}

// Not a `MutableCollection`: its `sort()` and its slices write elements one by one, and an element would be
// there twice meanwhile. Not a `RangeReplaceableCollection`: an element with a known id is not appended.
extension IdentifiedArray: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { storage.count }

  /// The element at an index, changed in place. O(1).
  ///
  ///     rows[0].title = "Bread"
  ///
  /// - Precondition: The element that is set does not have the id of another element.
  @inlinable public subscript(index: Int) -> Element {
    get { storage[index] }
    _modify {
      let id = storage[index].id
      defer { if storage[index].id != id { rekey(index, from: id) } }
      yield &storage[index]
    }
  }
}

/// An ``IdentifiedArray``, by its name in The Composable Architecture.
///
///     var rows: IdentifiedArrayOf<Row.State> = []
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element>
where Element.ID: Sendable

extension IdentifiedArray: Equatable where Element: Equatable {
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.storage == right.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension IdentifiedArray: Sendable where Element: Sendable {}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try storage.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable where Element: Decodable {
  /// Decodes an array of the elements.
  ///
  /// - Throws: The error of an element, and a `DecodingError` if two elements have the same id.
  public init(from decoder: any Decoder) throws {
    self.init()
    for element in try [Element](from: decoder) where !append(element) {
      let context = DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "the element at index \(count) has the id of an earlier one")
      throw DecodingError.dataCorrupted(context)
    }
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension IdentifiedArray: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage, displayStyle: .collection)
  }
}
