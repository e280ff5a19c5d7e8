/// One state of the search: the state of the app and, by number, what its stand-ins remember and
/// what is under way.
struct Situation<State: Hashable & SendableMetatype>: Hashable {
  let state: State
  let memory: UInt32
  /// Zero where nothing is.
  let flight: UInt32

  var isAtRest: Bool { flight == 0 }
}

/// Values by number, in the order in which they came.
struct NumberedValues<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: UInt32] = [:]

  init(_ values: Value...) {
    for value in values { _ = number(of: value) }
  }

  subscript(number: UInt32) -> Value { values[Int(number)] }

  mutating func number(of value: Value) -> UInt32 {
    if let number = numbers[value] { return number }
    let number = UInt32(values.count)
    values.append(value)
    numbers[value] = number
    return number
  }
}
