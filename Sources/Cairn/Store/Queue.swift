/// First in, first out, in amortised O(1).
package struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  package init() {}

  package var isEmpty: Bool { head == elements.count }

  package mutating func append(_ element: Element) { elements.append(element) }

  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head].take()
    head += 1
    if head == elements.count || head > 64 && head > elements.count / 2 {
      elements.removeSubrange(..<head)
      head = 0
    }
    return first
  }

  /// Removes the elements that meet a condition and returns them, in order. O(n).
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

  package var contents: [Element] { elements[head...].compactMap { $0 } }
}
