/// Values under numbers that only ever grow, in the order of the numbers.
///
/// A sorted array with holes: a value is found in O(log n), added and removed in amortised O(1),
/// and nothing is hashed.
@usableFromInline
struct NumberedTable<Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let number: Int
    /// `nil` once it was removed.
    @usableFromInline var value: Value?

    @inlinable
    init(number: Int, value: Value) {
      self.number = number
      self.value = value
    }
  }

  @usableFromInline var entries: [Entry] = []
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { count == 0 }

  /// In the order of their numbers. O(n).
  @inlinable
  var values: [Value] { entries.compactMap { $0.value } }

  /// - Precondition: what is set is there already.
  @inlinable
  subscript(number: Int) -> Value? {
    get { place(of: number).flatMap { entries[$0].value } }
    set {
      guard let place = place(of: number) else { preconditionFailure("\(number) is not there") }
      entries[place].value = newValue
    }
  }

  /// - Precondition: the number is greater than any before.
  @inlinable
  mutating func append(_ value: Value, number: Int) {
    entries.append(Entry(number: number, value: value))
    count += 1
  }

  @inlinable
  @discardableResult
  mutating func remove(_ number: Int) -> Value? {
    guard let place = place(of: number), let value = entries[place].value.take() else { return nil }
    count -= 1
    while let last = entries.last, last.value == nil { entries.removeLast() }
    if count < entries.count / 2 { entries.removeAll { $0.value == nil } }
    return value
  }

  @inlinable
  func place(of number: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }
}
