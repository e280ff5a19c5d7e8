// Internal collections of the machine, the store and the simulation.

/// First in, first out, in amortised O(1).
@usableFromInline package struct Queue<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { head == elements.count }

  var first: Element? { isEmpty ? nil : elements[head] }

  @inlinable package mutating func append(_ element: Element) { elements.append(element) }

  @inlinable package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    // A single element, the usual case, needs no head.
    guard elements.count > 1 else { return elements.removeLast() }
    let first = elements[head].take()
    head += 1
    if head == elements.count || head > 64 && head > elements.count / 2 {
      elements.removeSubrange(..<head)
      head = 0
    }
    return first
  }

  @inlinable
  package mutating func remove(at offset: Int) -> Element? { elements.remove(at: head + offset) }

  mutating func removeAll(where condition: (Element) -> Bool) -> [Element] {
    guard !isEmpty else { return [] }
    var removed: [Element] = []
    elements = elements[head...].filter { element in
      guard let element, condition(element) else { return true }
      removed.append(element)
      return false
    }
    head = 0
    return removed
  }

  /// Replaces the elements for which `replacement` is not `nil`. O(n).
  mutating func replace(by replacement: (Element) -> Element?) {
    for index in head..<elements.count {
      if let new = elements[index].flatMap(replacement) { elements[index] = new }
    }
  }

  @inlinable package var contents: [Element] {
    isEmpty ? [] : elements[head...].compactMap { $0 }
  }
}

/// A map from ascending integers, iterated in key order.
///
/// A sorted array with holes: a value is found in O(log n), a value under the greatest number is added
/// in amortised O(log n), a value is removed in amortised O(log n), and nothing is hashed.
@usableFromInline package struct NumberedTable<Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let number: Int
    /// `nil` after its removal.
    @usableFromInline var value: Value?

    @inlinable init(number: Int, value: Value) {
      self.number = number
      self.value = value
    }
  }

  @usableFromInline var entries: [Entry] = []
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package var values: [Value] { entries.compactMap { $0.value } }

  var numbers: [Int] { entries.compactMap { $0.value == nil ? nil : $0.number } }

  /// - Precondition: the setter replaces a present value.
  @inlinable package subscript(number: Int) -> Value? {
    get { index(of: number).flatMap { entries[$0].value } }
    _modify {
      guard let index = index(of: number) else {
        var absent: Value?
        defer { precondition(absent == nil, "there is no entry \(number) to replace") }
        yield &absent
        return
      }
      yield &entries[index].value
    }
  }

  @inlinable func contains(_ number: Int) -> Bool { self[number] != nil }

  /// - Precondition: there was no value under the number.
  @inlinable mutating func insert(_ value: Value, number: Int) {
    let place = place(of: number)
    let entry = Entry(number: number, value: value)
    if place == entries.count {
      entries.append(entry)
    } else {
      precondition(entries[place].number > number, "the number \(number) is taken")
      entries.insert(entry, at: place)
    }
    count += 1
  }

  @inlinable mutating func remove(_ number: Int) -> Value? {
    guard let index = index(of: number), let value = entries[index].value.take() else { return nil }
    count -= 1
    removeGaps()
    return value
  }

  /// The value under the lowest number above another.
  @inlinable func first(after number: Int) -> Value? {
    entries[place(of: number + 1)...].first { $0.value != nil }?.value
  }

  mutating func removeAll(where condition: (Value) -> Bool) -> [Value] {
    var removed: [Value] = []
    for index in entries.indices {
      guard let value = entries[index].value, condition(value) else { continue }
      removed.append(value)
      entries[index].value = nil
    }
    if !removed.isEmpty {
      count -= removed.count
      removeGaps()
    }
    return removed
  }

  /// Keeps the number of removed entries at most one above that of the values, and the last entry present.
  @inlinable mutating func removeGaps() {
    while let last = entries.last, last.value == nil { entries.removeLast() }
    if count < entries.count / 2 { entries.removeAll { $0.value == nil } }
  }

  @inlinable func index(of number: Int) -> Int? {
    let place = place(of: number)
    return place < entries.count && entries[place].number == number ? place : nil
  }

  /// The number of entries under lower numbers.
  @inlinable func place(of number: Int) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
