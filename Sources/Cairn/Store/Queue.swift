/// First in, first out, in amortised O(1).
@usableFromInline
package struct Queue<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable
  package init() {}

  @inlinable
  package var isEmpty: Bool { head == elements.count }

  @inlinable
  var first: Element? { isEmpty ? nil : elements[head] }

  @inlinable
  package mutating func append(_ element: Element) { elements.append(element) }

  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    // What waits alone, as most does, leaves nothing to be moved.
    guard elements.count > 1 else { return elements.removeLast() }
    let first = elements[head].take()
    head += 1
    if head == elements.count || head > 64 && head > elements.count / 2 {
      elements.removeSubrange(..<head)
      head = 0
    }
    return first
  }

  /// Removes the element at an offset from the first. O(n).
  @inlinable
  package mutating func remove(at offset: Int) -> Element? { elements.remove(at: head + offset) }

  /// Removes the elements that meet a condition and returns them, in order. O(n).
  @inlinable
  mutating func removeAll(where condition: (Element) -> Bool) -> [Element] {
    var removed: [Element] = []
    elements = elements[head...].filter { element in
      guard let element, condition(element) else { return true }
      removed.append(element)
      return false
    }
    head = 0
    return removed
  }

  @inlinable
  package var contents: [Element] { elements[head...].compactMap { $0 } }
}
