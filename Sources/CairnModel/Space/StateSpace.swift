/// The states that were found, each once, in the order in which they were.
///
/// A state takes its own stride, four bytes for where it was found from, and about sixteen in the
/// table that finds it again. The action that led to it is not kept: doing again what can be done
/// in its parent tells it.
@usableFromInline
package struct StateSpace<State: Hashable & SendableMetatype> {
  @usableFromInline package var states: [State] = []
  @usableFromInline package var parents: [UInt32] = []
  @usableFromInline package var table = IndexTable()
  /// The first state of each depth. None may be there yet of the last one.
  @usableFromInline package var levels: [Int] = [0]
  @usableFromInline package let canonicalState: (@Sendable (State) -> State)?

  /// Without any state.
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

  /// How far away the last state is from the first; zero without any.
  @inlinable
  package var depth: Int { max(0, levels.count - (levels.last == count ? 2 : 1)) }

  /// Whether a state is so many steps from the first, or more; those before it have been expanded.
  @inlinable
  package func isAtDepth(_ depth: Int, _ index: Int) -> Bool {
    depth < levels.count && levels[max(0, depth)] <= index
  }

  /// The next states to be expanded, beginning with that one, as far as they are of one depth.
  @inlinable
  package func level(from index: Int) -> Range<Int> {
    let deepest = levels[levels.count - 1]
    return index..<(index < deepest ? deepest : count)
  }

  /// What is inserted from now on is one step further away than the state of that index, if it is
  /// the first of its level.
  @inlinable @inline(__always)
  package mutating func willExpand(_ index: Int) {
    if index == levels[levels.count - 1] { levels.append(count) }
  }

  /// The index of the state, or of the one that counts as the same.
  @inlinable
  package func index(of state: State) -> Int? { index(of: state, hash: hash(of: state)) }

  @inlinable @inline(__always)
  package func hash(of state: State) -> UInt32 { Self.hash(of: state, canonicalState) }

  @inlinable @inline(__always)
  package static func hash(of state: State, _ canonicalState: (@Sendable (State) -> State)?) -> UInt32 {
    UInt32(truncatingIfNeeded: (canonicalState?(state) ?? state).hashValue)
  }

  @inlinable @inline(__always)
  package func index(of state: State, hash: UInt32) -> Int? {
    table.index(for: hash) { isSame(states[$0], state) }
  }

  /// What became of a state that was to be kept.
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
    // Arrays double by themselves; by half as much at a time, less of them is empty at the end.
    if states.count == states.capacity { reserve(states.count + states.count / 2 + 16) }
    states.append(state)
    parents.append(UInt32(truncatingIfNeeded: parent))
  }

  @inlinable @inline(never)
  package mutating func reserve(_ count: Int) {
    states.reserveCapacity(count)
    parents.reserveCapacity(count)
  }

  /// The bytes that this takes, without what states refer to.
  @inlinable
  package var bytes: Int {
    states.capacity * MemoryLayout<State>.stride + parents.capacity * MemoryLayout<UInt32>.stride
      + table.slots.capacity * MemoryLayout<UInt64>.stride
  }
}

extension StateSpace: Sendable where State: Sendable {}
