import CairnApp
import CairnModel

/// A node of the search: the state of the app, and the numbers of the memory of stand-ins and of the
/// effects in flight.
@usableFromInline
struct SearchNode<State: Hashable & SendableMetatype>: Hashable {
  @usableFromInline let state: State
  @usableFromInline let memory: UInt32
  /// Zero without effects in flight.
  @usableFromInline let inFlight: UInt32

  @inlinable
  init(state: State, memory: UInt32, inFlight: UInt32) {
    self.state = state
    self.memory = memory
    self.inFlight = inFlight
  }

  @inlinable
  var isIdle: Bool { inFlight == 0 }

  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    left.inFlight == right.inFlight && left.memory == right.memory && left.state == right.state
  }

  @inlinable
  func hash(into hasher: inout Hasher) {
    hasher.combine(state)
    hasher.combine(memory)
    hasher.combine(inFlight)
  }
}

/// Distinct values, numbered in the order in which they were added.
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
