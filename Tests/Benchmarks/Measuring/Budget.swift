/// What an operation may cost. Allocations do not depend on the machine; the rest does.
struct Budget {
  /// In floors.
  var ratio: Double?
  /// In floors, in a debug build.
  var debugRatio: Double?
  var nanoseconds: Double?
  var allocations: Int?
  /// How many times the ratio at the first parameter the one at the last may be.
  var spread: Double?

  /// What holds in this build: without the optimizer, much that costs nothing costs something.
  var inForce: Budget {
    #if DEBUG
      Budget(ratio: debugRatio)
    #else
      self
    #endif
  }
}
