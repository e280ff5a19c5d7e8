/// Values by number, in the order in which they came.
@usableFromInline
struct NumberedValues<Value: Hashable> {
  @usableFromInline var values: [Value] = []
  @usableFromInline var numbers: [Value: UInt32] = [:]

  @inlinable
  init(_ values: Value...) {
    for value in values { _ = number(of: value) }
  }

  @inlinable
  subscript(number: UInt32) -> Value { values[Int(number)] }

  @inlinable
  mutating func number(of value: Value) -> UInt32 {
    if let number = numbers[value] { return number }
    let number = UInt32(values.count)
    values.append(value)
    numbers[value] = number
    return number
  }
}
