import Synchronization

/// Which of the screens that have stood at one place a screen is: no push, in whatever stack, copy
/// or restored state, gives the same one out again.
///
/// The numbers come from one counter for the whole process. It is the only state that stores share,
/// and it is shared as memory addresses are: a generation is compared with others for identity and
/// nothing else, it is never printed, encoded, ordered or hashed into a state, so no store can
/// learn anything of another by it.
@usableFromInline
struct Generation: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  @usableFromInline let number: UInt64

  @usableFromInline
  init() {
    number = Generation.last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  @inlinable
  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
}
