import CairnApp
import CairnModel

/// One state of the search: the state of the app and, by number, what its stand-ins remember and
/// what is under way.
@usableFromInline
struct Situation<State: Hashable & SendableMetatype>: Hashable {
  @usableFromInline let state: State
  @usableFromInline let memory: UInt32
  /// Zero where nothing is.
  @usableFromInline let flight: UInt32

  @inlinable
  init(state: State, memory: UInt32, flight: UInt32) {
    self.state = state
    self.memory = memory
    self.flight = flight
  }

  @inlinable
  var isAtRest: Bool { flight == 0 }

  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    left.flight == right.flight && left.memory == right.memory && left.state == right.state
  }

  @inlinable
  func hash(into hasher: inout Hasher) {
    hasher.combine(state)
    hasher.combine(memory)
    hasher.combine(flight)
  }
}

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
