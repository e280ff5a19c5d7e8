import Cairn

/// The states that were found, each once, in order.
///
/// A state takes its own stride, four bytes for its parent, and about sixteen bytes in the hash
/// table. The action that led to it is not stored: repeating the actions of its parent finds it.
@usableFromInline
package struct StateSpace<State: Hashable & SendableMetatype> {
  @usableFromInline package var states: [State] = []
  @usableFromInline package var parents: [UInt32] = []
  @usableFromInline package var table = IndexTable()
  /// The first state of each depth. The last depth may have no state yet.
  @usableFromInline package var levels: [Int] = [0]
  @usableFromInline package let canonicalState: (@Sendable (State) -> State)?
  /// Whether states are compared together with the pattern of their stack ids.
  @usableFromInline package var comparesIDs = false

  @inlinable
  package init(
    _ initials: [State] = [], comparingIDs comparesIDs: Bool = false,
    canonicalState: (@Sendable (State) -> State)?
  ) {
    self.canonicalState = canonicalState
    self.comparesIDs = comparesIDs
    for initial in initials {
      _ = insert(initial, hash: hash(of: initial), from: count, upTo: .max)
    }
  }

  /// An initial state is its own parent.
  @inlinable
  package func isStart(_ index: Int) -> Bool { Int(parents[index]) == index }

  /// The initial states, which are the first ones.
  package var starts: Range<Int> { (0..<count).prefix(while: isStart) }

  /// The state before, on a shortest path; `nil` for an initial one.
  package func parent(of index: Int) -> Int? { isStart(index) ? nil : Int(parents[index]) }

  /// A shortest path to `index`, inclusive.
  @usableFromInline
  package func path(to index: Int) -> [Int] { sequence(first: index, next: parent).reversed() }

  @inlinable
  package var count: Int { states.count }

  /// The depth of the last state; zero without states.
  @inlinable
  package var depth: Int { max(0, levels.count - (levels.last == count ? 2 : 1)) }

  /// Whether a state has this depth or a greater one; the states before it must be expanded.
  @inlinable
  package func isAtDepth(_ depth: Int, _ index: Int) -> Bool {
    depth < levels.count && levels[max(0, depth)] <= index
  }

  /// The states from that index on, as far as they have the same depth.
  @inlinable
  package func level(from index: Int) -> Range<Int> {
    let deepest = levels[levels.count - 1]
    return index..<(index < deepest ? deepest : count)
  }

  /// Starts a new level if the index is the first of the deepest one.
  @inlinable @inline(__always)
  package mutating func willExpand(_ index: Int) {
    if index == levels[levels.count - 1] { levels.append(count) }
  }

  /// The index of the state, or of the state with the same canonical state.
  @inlinable
  package func index(of state: State) -> Int? { index(of: state, hash: hash(of: state)) }

  @inlinable @inline(__always)
  package func hash(of state: State) -> UInt32 { Self.hash(of: state, canonicalState) }

  @inlinable @inline(__always)
  package static func hash(of state: State, _ canonicalState: (@Sendable (State) -> State)?)
    -> UInt32
  {
    UInt32(truncatingIfNeeded: (canonicalState?(state) ?? state).hashValue)
  }

  @inlinable @inline(__always)
  package func index(of state: State, hash: UInt32) -> Int? {
    table.index(at: table.slot(for: hash) { isSame(states[$0], state) })
  }

  /// Inserts a state unless it is known.
  ///
  /// - Returns: the index of the state; `nil` if it is not known, and there are `limit` states.
  @inlinable @inline(__always)
  package mutating func insert(
    _ state: State, hash: UInt32, from parent: Int, upTo limit: Int
  ) -> Int? {
    let slot = table.slot(for: hash) { isSame(states[$0], state) }
    if let known = table.index(at: slot) { return known }
    guard states.count < limit else { return nil }
    table.fill(slot, with: states.count, for: hash)
    // Growth by half leaves less unused capacity at the end than doubling.
    if states.count == states.capacity { reserve(states.count + states.count / 2 + 16) }
    states.append(state)
    parents.append(UInt32(truncatingIfNeeded: parent))
    return states.count - 1
  }

  @inlinable @inline(__always)
  package func isSame(_ one: State, _ other: State) -> Bool {
    guard let canonicalState else {
      return one == other && (!comparesIDs || Self.hasSameIDs(one, other))
    }
    return (one == other || canonicalState(one) == canonicalState(other))
      && (!comparesIDs || Self.hasSameIDs(canonicalState(one), canonicalState(other)))
  }

  /// Whether the stack ids of equal states find the same screens.
  @inlinable @inline(never)
  package static func hasSameIDs(_ one: State, _ other: State) -> Bool {
    StackGenerations.pattern(in: one) == StackGenerations.pattern(in: other)
  }

  @inlinable @inline(never)
  package mutating func reserve(_ count: Int) {
    states.reserveCapacity(count)
    parents.reserveCapacity(count)
  }

  /// The size in bytes, without the memory that states refer to.
  @inlinable
  package var bytes: Int {
    states.capacity * MemoryLayout<State>.stride + parents.capacity * MemoryLayout<UInt32>.stride
      + table.slots.capacity * MemoryLayout<UInt64>.stride
  }
}

extension StateSpace: Sendable where State: Sendable {}

/// Open addressing with linear probing. A slot holds the index and 32 bits of the hash, so that each
/// state is hashed once: neither comparing nor growing hashes it again.
@usableFromInline
package struct IndexTable: Sendable {
  @usableFromInline package var slots: [UInt64]
  @usableFromInline package var count = 0

  @usableFromInline package static var empty: UInt64 { .max }

  /// The greatest index that fits a slot.
  package static var maximum: Int { Int(UInt32.max) - 1 }

  @inlinable
  package init() {
    slots = Array(repeating: Self.empty, count: 16)
  }

  /// The index in a slot; `nil` if the slot is free.
  @inlinable @inline(__always)
  package func index(at slot: Int) -> Int? {
    slots[slot] == Self.empty ? nil : Int(UInt32(truncatingIfNeeded: slots[slot]))
  }

  @inlinable @inline(__always)
  package mutating func fill(_ slot: Int, with index: Int, for hash: UInt32) {
    slots[slot] = UInt64(hash) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
    count += 1
    // At most three quarters full, so that probe sequences stay short.
    if count &* 4 > slots.count &* 3 { grow() }
  }

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
    for entry in old where entry != Self.empty {
      let free = slot(for: UInt32(truncatingIfNeeded: entry >> 32)) { _ in false }
      slots[free] = entry
    }
  }
}

/// Distinct values, numbered in the order in which they were added.
@usableFromInline
package struct NumberedValues<Value: Hashable> {
  @usableFromInline package var values: [Value] = []
  @usableFromInline package var numbers: [Value: UInt32] = [:]

  @inlinable
  package init(_ values: Value...) {
    for value in values { _ = number(of: value) }
  }

  @inlinable
  package subscript(number: UInt32) -> Value { values[Int(number)] }

  @inlinable
  package mutating func number(of value: Value) -> UInt32 {
    if let number = numbers[value] { return number }
    let number = UInt32(values.count)
    values.append(value)
    numbers[value] = number
    return number
  }
}

/// The predecessors of each state, in one array.
@usableFromInline
package struct Predecessors {
  /// The offset of the predecessors of each state.
  private let starts: [Int]
  private let indices: [UInt32]

  @usableFromInline
  package init(of steps: [(from: UInt32, to: UInt32)], states count: Int) {
    var ends = Array(repeating: 0, count: count + 1)
    for step in steps { ends[Int(step.to) + 1] += 1 }
    for index in 0..<count { ends[index + 1] += ends[index] }
    starts = ends
    var indices = Array(repeating: UInt32(0), count: steps.count)
    for step in steps {
      indices[ends[Int(step.to)]] = step.from
      ends[Int(step.to)] += 1
    }
    self.indices = indices
  }

  /// - Parameter starts: the offset of the steps of each expanded state, and the end of the last ones.
  @usableFromInline
  package init(starts: [Int], targets: [UInt32], states count: Int) {
    var steps: [(from: UInt32, to: UInt32)] = []
    steps.reserveCapacity(targets.count)
    for from in starts.indices.dropLast() {
      for step in starts[from]..<starts[from + 1] { steps.append((UInt32(from), targets[step])) }
    }
    self.init(of: steps, states: count)
  }

  /// The predecessors of a state; one of them several times if it has several steps to the state.
  @usableFromInline
  package subscript(state: Int) -> ArraySlice<UInt32> { indices[starts[state]..<starts[state + 1]] }

  /// The first state from which no path leads to a goal. O(steps).
  @usableFromInline
  package func firstWithoutPath(to isGoal: (Int) -> Bool) -> Int? {
    havePath(to: isGoal).firstIndex(of: false)
  }

  /// For each state, whether a path leads from it to a goal. O(steps).
  func havePath(to isGoal: (Int) -> Bool) -> [Bool] {
    var havePath = (0..<starts.count - 1).map(isGoal)
    grow(&havePath) { _, _ in true }
    return havePath
  }

  /// Lets a set of states grow: a state before one of them joins if `joins` accepts it, which can depend on the set.
  package func grow(_ members: inout [Bool], where joins: (Int, [Bool]) -> Bool) {
    var open = members.indices.filter { members[$0] }
    while let state = open.popLast() {
      for before in self[state].map(Int.init) where !members[before] && joins(before, members) {
        members[before] = true
        open.append(before)
      }
    }
  }
}
