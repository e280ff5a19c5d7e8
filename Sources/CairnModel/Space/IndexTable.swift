/// Open addressing with linear probing. A slot holds the index and 32 bits of the hash, so that each
/// state is hashed once: neither comparing nor growing hashes it again.
@usableFromInline
package struct IndexTable: Sendable {
  @usableFromInline package var slots: [UInt64]
  @usableFromInline package var count = 0

  @usableFromInline package static var empty: UInt64 { .max }

  /// The greatest index that fits a slot.
  @usableFromInline package static var maximum: Int { Int(UInt32.max) - 1 }

  @inlinable
  package init() {
    slots = Array(repeating: Self.empty, count: 16)
  }

  /// The index that was inserted with that hash and that `matches`.
  @inlinable @inline(__always)
  package func index(for hash: UInt32, where matches: (Int) -> Bool) -> Int? {
    let slot = slots[slot(for: hash, where: matches)]
    return slot == Self.empty ? nil : Int(UInt32(truncatingIfNeeded: slot))
  }

  /// Fills the free slot that ``slot(for:where:)`` returned.
  @inlinable @inline(__always)
  package mutating func fill(_ slot: Int, with index: Int, for hash: UInt32) {
    slots[slot] = UInt64(hash) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
    count += 1
    // At most three quarters full, so that probe sequences stay short.
    if count &* 4 > slots.count &* 3 { grow() }
  }

  @inlinable @inline(__always)
  package func isFree(_ slot: Int) -> Bool { slots[slot] == Self.empty }

  /// The slot of the entry, or the free slot for it.
  @inlinable @inline(__always)
  package func slot(for hash: UInt32, where matches: (Int) -> Bool) -> Int {
    let mask = slots.count &- 1
    var position = Int(hash) & mask
    while true {
      let slot = slots[position]
      if slot == Self.empty { return position }
      if UInt32(truncatingIfNeeded: slot >> 32) == hash,
        matches(Int(UInt32(truncatingIfNeeded: slot)))
      {
        return position
      }
      position = (position &+ 1) & mask
    }
  }

  @inlinable @inline(never)
  package mutating func grow() {
    let old = slots
    slots = Array(repeating: Self.empty, count: old.count * 2)
    let mask = slots.count &- 1
    for slot in old where slot != Self.empty {
      var position = Int(slot >> 32) & mask
      while slots[position] != Self.empty { position = (position &+ 1) & mask }
      slots[position] = slot
    }
  }
}
