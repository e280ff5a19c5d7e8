import Observation

/// What the observers of one store depend on: an entry for each value, with what it was last.
///
/// The observers themselves are kept by an `ObservationRegistrar`, which knows an entry by its
/// token, a key path made for it alone. All observers of a value share its entry, and the entry
/// lives as long as the registrar keeps the token: a key path is the only name that a registrar
/// gets for what it tracks, so who holds none tracks nothing.
@usableFromInline
struct TrackedPaths {
  private struct Entry {
    let key: TrackedKey
    let makeCheck: (UnsafeMutableRawPointer) -> TrackedCheck
    var token: Tokens.Token
    var check: TrackedCheck
  }

  private var entries: [Entry] = []
  /// What every action asks: the checks of the entries, in their order, which keep them alive.
  private var checks: [Unmanaged<TrackedCheck>] = []
  private var indices: [TrackedKey: Int] = [:]
  /// Made for the first who reads.
  private var tokens: Tokens?
  /// At this many entries those whose observers have gone elsewhere are looked for.
  private var limit = 16

  @usableFromInline var isEmpty: Bool { entries.isEmpty }

  @usableFromInline var count: Int { entries.count }

  /// Tells the registrar that what is at `key` is being read. The answer is `true` where somebody
  /// tracks it and there is no entry yet: one must be inserted then.
  mutating func needsEntry(for key: TrackedKey) -> Bool {
    if !entries.isEmpty, let index = indices[key] {
      tokens?.access(entries[index].token)
      return false
    }
    return withTokens { $0.accessSpare() }
  }

  /// Taken out meanwhile, not copied: a second reference to a token means that it is tracked.
  private mutating func withTokens<Result>(_ use: (inout Tokens) -> Result) -> Result {
    var tokens = self.tokens.take() ?? Tokens()
    defer { self.tokens = tokens }
    return use(&tokens)
  }

  /// Inserts an entry that observers were found to want.
  mutating func insert(
    _ key: TrackedKey, _ state: UnsafeMutableRawPointer,
    makeCheck: @escaping (UnsafeMutableRawPointer) -> TrackedCheck
  ) {
    if entries.count >= limit {
      removeUnused()
      limit = max(16, 2 * entries.count)
    }
    indices[key] = entries.count
    let token = withTokens { $0.takeSpare() }
    let check = makeCheck(state)
    entries.append(Entry(key: key, makeCheck: makeCheck, token: token, check: check))
    checks.append(.passUnretained(check))
  }

  /// The keys whose values are other than the last time. O(entries), and no allocation if there
  /// are none.
  mutating func takeChanged(_ state: UnsafeMutableRawPointer) -> [TrackedKey] {
    var changed: [Int] = []
    for index in checks.indices
    where checks[index]._withUnsafeGuaranteedRef({ $0.differs(at: state) }) {
      changed.append(index)
    }
    for index in changed {
      entries[index].check = entries[index].makeCheck(state)
      checks[index] = .passUnretained(entries[index].check)
    }
    return changed.map { entries[$0].key }
  }

  /// What tells the observers of `key`, to be called while nothing here is in use: they may read
  /// and send.
  func notification(of key: TrackedKey) -> (() -> Void)? {
    indices[key].flatMap { tokens?.notification(of: entries[$0].token) }
  }

  /// Removes an entry unless somebody tracks it still, or again.
  mutating func removeIfUnused(_ key: TrackedKey) {
    guard let index = indices[key], isKnownUniquelyReferenced(&entries[index].token) else {
      return
    }
    entries.swapAt(index, entries.count - 1)
    tokens?.giveBack(entries.removeLast().token)
    checks.swapAt(index, checks.count - 1)
    checks.removeLast()
    indices[key] = nil
    if index < entries.count { indices[entries[index].key] = index }
  }

  private mutating func removeUnused() {
    for key in entries.map(\.key) { removeIfUnused(key) }
  }
}
