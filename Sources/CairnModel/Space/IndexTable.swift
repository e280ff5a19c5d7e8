/// Finds the index of a state by its hash: eight bytes a slot, in one block of memory.
///
/// Open addressing: an entry stands in the slot that its hash says, or in the next free one. A slot
/// holds the index and 32 bits of the hash, so that a state is hashed once in its life: neither
/// comparing nor growing asks it again.
@usableFromInline
package struct IndexTable: Sendable {
  @usableFromInline package var slots: [UInt64]
  @usableFromInline package var count = 0

  @usableFromInline package static var empty: UInt64 { .max }

  /// The greatest index that can be kept.
  @usableFromInline package static var maximum: Int { Int(UInt32.max) - 1 }

  @inlinable
  package init() {
    slots = Array(repeating: Self.empty, count: 16)
  }

  /// The index that was inserted with that hash and for which `matches` is true.
  @inlinable @inline(__always)
  package func index(for hash: UInt32, where matches: (Int) -> Bool) -> Int? {
    let slot = slots[slot(for: hash, where: matches)]
    return slot == Self.empty ? nil : Int(UInt32(truncatingIfNeeded: slot))
  }

  /// Puts an entry in the free slot that ``slot(for:where:)`` gave.
  @inlinable @inline(__always)
  package mutating func fill(_ slot: Int, with index: Int, for hash: UInt32) {
    slots[slot] = UInt64(hash) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
    count += 1
    // Three quarters full: the way to a free slot stays short.
    if count &* 4 > slots.count &* 3 { grow() }
  }

  @inlinable @inline(__always)
  package func isFree(_ slot: Int) -> Bool { slots[slot] == Self.empty }

  /// Where the entry is, or would be.
  @inlinable @inline(__always)
  package func slot(for hash: UInt32, where matches: (Int) -> Bool) -> Int {
    let mask = slots.count &- 1
    var place = Int(hash) & mask
    while true {
      let slot = slots[place]
      if slot == Self.empty { return place }
      if UInt32(truncatingIfNeeded: slot >> 32) == hash,
        matches(Int(UInt32(truncatingIfNeeded: slot)))
      {
        return place
      }
      place = (place &+ 1) & mask
    }
  }

  @inlinable @inline(never)
  package mutating func grow() {
    let old = slots
    slots = Array(repeating: Self.empty, count: old.count * 2)
    let mask = slots.count &- 1
    for slot in old where slot != Self.empty {
      var place = Int(slot >> 32) & mask
      while slots[place] != Self.empty { place = (place &+ 1) & mask }
      slots[place] = slot
    }
  }
}
