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

  /// An empty space.
  @inlinable
  package init(canonicalState: (@Sendable (State) -> State)?) {
    self.canonicalState = canonicalState
  }

  @inlinable
  package init(_ initial: State, canonicalState: (@Sendable (State) -> State)?) {
    self.init(canonicalState: canonicalState)
    _ = insert(initial, hash: hash(of: initial), from: 0, upTo: 1)
  }

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
    table.index(for: hash) { isSame(states[$0], state) }
  }

  /// The result of an insertion.
  @usableFromInline
  package enum Insertion { case inserted, known, full }

  @inlinable @inline(__always)
  package mutating func insert(
    _ state: State, hash: UInt32, from parent: Int, upTo limit: Int
  ) -> Insertion {
    let slot = table.slot(for: hash) { isSame(states[$0], state) }
    guard table.isFree(slot) else { return .known }
    guard states.count < limit else { return .full }
    table.fill(slot, with: states.count, for: hash)
    append(state, from: parent)
    return .inserted
  }

  @inlinable @inline(__always)
  package func isSame(_ one: State, _ other: State) -> Bool {
    guard let canonicalState else { return one == other }
    return one == other || canonicalState(one) == canonicalState(other)
  }

  @inlinable @inline(__always)
  package mutating func append(_ state: State, from parent: Int) {
    // Growth by half leaves less unused capacity at the end than doubling.
    if states.count == states.capacity { reserve(states.count + states.count / 2 + 16) }
    states.append(state)
    parents.append(UInt32(truncatingIfNeeded: parent))
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
