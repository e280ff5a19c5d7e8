import Synchronization

/// The generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
/// (OOPSLA 2014).
struct Random {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number from 0 to `bound` − 1.
  mutating func next(in bound: UInt64) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % bound)
  }
}

/// Counts from 1.
final class Tally: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
