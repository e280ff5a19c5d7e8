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
