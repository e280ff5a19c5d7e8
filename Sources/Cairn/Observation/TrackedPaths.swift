import Observation

/// The values that the observers of one store depend on: an entry for each value, with its last value.
///
/// An `ObservationRegistrar` keeps the observers. It knows an entry by its token, a key path that is made
/// for the entry alone. All observers of a value share its entry, which lives while the registrar holds the token.
///
/// If a registrar holds no key paths (see ``ObservationRuntime``), one entry stands for all values: every step counts
/// as a change of each.
///
/// No code of a user runs inside a method, except for getters in `changes`, and `==` and `hash(into:)` of
/// ids, during which the store defers messages and values are read untracked.
///
/// Safe: each entry keeps the check alive that `checks` refers to.
@safe @usableFromInline
struct TrackedPaths {
  @safe @usableFromInline
  struct Entry {
    let key: TrackedKey
    let makeCheck: (UnsafeMutableRawPointer) -> TrackedCheck
    var token: Tokens.Token
    var check: TrackedCheck
  }

  @usableFromInline var entries: [Entry] = []
  /// The checks of the entries, in their order; the entries keep them alive.
  private var checks: [Unmanaged<TrackedCheck>] = unsafe []
  private var indices: [TrackedKey: Int] = [:]
  /// Made for the first reader.
  private var madeTokens: Tokens?

  private var tokens: Tokens {
    mutating get {
      let tokens = madeTokens ?? Tokens()
      madeTokens = tokens
      return tokens
    }
  }

  @inlinable var isEmpty: Bool { entries.isEmpty }

  var count: Int { entries.count }

  /// Never `false` for a caller that tracks values; may be `true` for another.
  @usableFromInline mutating func mayTrack() -> Bool {
    guard let madeTokens else { return tokens.accessProbe() }
    // No reference is counted: the table keeps the tokens.
    return unsafe Unmanaged.passUnretained(madeTokens)._withUnsafeGuaranteedRef { $0.accessProbe() }
  }

  /// Tells the registrar that the value at `key` is read. `true` if the reader tracks the value and it
  /// has no entry: the caller inserts one.
  @usableFromInline mutating func needsEntry(for key: TrackedKey) -> Bool {
    if !entries.isEmpty, let index = indices[key] {
      tokens.access(entries[index].token)
      return false
    }
    guard tokens.areHeld else {
      accessAll()
      return false
    }
    return tokens.accessNext()
  }

  /// Tells the registrar that any value is read. The entry of all values is not removed.
  private mutating func accessAll() {
    if entries.isEmpty {
      let check = unsafe TrackedCheck(offset: 0) { _ in true }
      _ = unsafe insert(TrackedKey(hops: []), check) { _ in check }
    }
    tokens.access(entries[0].token)
  }

  /// Inserts an entry for the reader, and returns the entries without observers that it removed.
  @usableFromInline mutating func insert(
    _ key: TrackedKey, _ check: TrackedCheck,
    makeCheck: @escaping (UnsafeMutableRawPointer) -> TrackedCheck
  ) -> [Entry] {
    // Making the check may have read the same value.
    if let index = indices[key] {
      tokens.access(entries[index].token)
      return []
    }
    var removed: [Entry] = []
    if entries.count >= tokens.limit {
      removed = removeAllUnused()
      tokens.limit = max(16, 2 * entries.count)
    }
    indices[key] = entries.count
    // If it has read another value, the entry of that value has the token that the registrar knows.
    let token = tokens.takeNext()
    tokens.access(token)
    unsafe entries.append(Entry(key: key, makeCheck: makeCheck, token: token, check: check))
    unsafe checks.append(.passUnretained(check))
    if check.isComputed { tokens.computedCount += 1 }
    return removed
  }

  /// The values that differ from the last time, with new checks. O(entries), and no allocation if
  /// there are none.
  @usableFromInline func changes(_ state: UnsafeMutableRawPointer) -> [(
    key: TrackedKey, check: TrackedCheck
  )] {
    // `self` is a copy: a getter that tracks values changes the original.
    var changed: [Int] = []
    for index in unsafe checks.indices
    where unsafe checks[index]._withUnsafeGuaranteedRef({ unsafe $0.differs(at: state) }) {
      changed.append(index)
    }
    return changed.map { unsafe (entries[$0].key, entries[$0].makeCheck(state)) }
  }

  /// Replaces the checks of changed values. Returns the old checks, and functions that notify the
  /// observers; these may read and send.
  @usableFromInline mutating func replaceChecks(
    _ changes: [(key: TrackedKey, check: TrackedCheck)]
  ) -> [(old: TrackedCheck, notify: () -> Void)] {
    changes.compactMap { key, check in
      guard let index = indices[key] else { return nil }
      let old = entries[index].check
      entries[index].check = check
      unsafe checks[index] = unsafe .passUnretained(check)
      return (old, tokens.notification(of: entries[index].token))
    }
  }

  /// Removes entries without observers: those of `changes` or, before the values are read, all of them if any value
  /// is computed. The path of a computed value may have become invalid: `\.rows[3]`.
  @usableFromInline mutating func removeUnused(
    of changes: [(key: TrackedKey, check: TrackedCheck)]? = nil
  ) -> [Entry] {
    guard let changes else { return (madeTokens?.computedCount ?? 0) > 0 ? removeAllUnused() : [] }
    return changes.compactMap { change in
      indices[change.key].flatMap { removeIfUnused(at: $0) }
    }
  }

  private mutating func removeAllUnused() -> [Entry] {
    var removed: [Entry] = []
    // From the end: the last entry takes the place of a removed one. A closure that returns an entry allocates.
    var index = entries.count
    while index > 0 {
      index -= 1
      if let entry = removeIfUnused(at: index) { removed.append(entry) }
    }
    return removed
  }

  /// Removes an entry, unless its value is observed still, or again.
  private mutating func removeIfUnused(at index: Int) -> Entry? {
    guard isKnownUniquelyReferenced(&entries[index].token), tokens.areHeld else { return nil }
    entries.swapAt(index, entries.count - 1)
    unsafe checks.swapAt(index, checks.count - 1)
    unsafe checks.removeLast()
    let removed = entries.removeLast()
    tokens.recycle(removed.token)
    indices[removed.key] = nil
    if removed.check.isComputed { tokens.computedCount -= 1 }
    if index < entries.count { indices[entries[index].key] = index }
    return removed
  }
}

/// Key paths that stand for tracked values, and the registrar that keeps their observers.
final class Tokens {
  typealias Token = KeyPath<Subject, Void>

  struct Subject: Observable {
    subscript(number: Int) -> Void { () }
  }

  private let registrar = ObservationRegistrar()
  /// Whether a token that is observed is referenced by the registrar.
  let areHeld = ObservationRuntime.holdsKeyPaths
  /// The token of the next entry.
  private var next: Token = \Subject[0]
  /// An unused token. A new key path takes a microsecond.
  private var recycled: Token?
  @safe @exclusivity(unchecked) private var probe: Token = \Subject[-1]
  private var lastNumber = 0
  /// The number of entries at which entries without observers are removed.
  var limit = 16
  /// The number of values that are not compared in place. Only the path of such a value can become invalid.
  var computedCount = 0

  func access(_ token: Token) { registrar.access(Subject(), keyPath: token) }

  func notification(of token: Token) -> () -> Void {
    { [registrar] in registrar.withMutation(of: Subject(), keyPath: token) {} }
  }

  /// Reads a token that stands for no value. `true` if the registrar kept it, now or before.
  func accessProbe() -> Bool {
    guard areHeld else { return true }
    unsafe Unmanaged.passUnretained(probe)._withUnsafeGuaranteedRef { access($0) }
    return !isKnownUniquelyReferenced(&probe)
  }

  /// Reads the next token; `true` if the registrar kept it, which means that the reader tracks values.
  func accessNext() -> Bool {
    access(next)
    return !isKnownUniquelyReferenced(&next)
  }

  func takeNext() -> Token {
    let token = next
    next = recycled.take() ?? make()
    return token
  }

  func recycle(_ token: Token) { recycled = token }

  private func make() -> Token {
    lastNumber += 1
    return \Subject[lastNumber]
  }
}

/// Whether an `ObservationRegistrar` holds the key paths of observed values, which `Observation` does not promise.
package enum ObservationRuntime {
  /// Checked for the first reader in the process. Tests replace it.
  @TaskLocal package static var holdsKeyPaths = check()

  /// Observes a key path, and reports if it is not held meanwhile or afterwards.
  ///
  /// - Parameter isRead: `false` in a test: nothing holds a key path that is not read.
  package static func check(isRead: Bool = true) -> Bool {
    let registrar = ObservationRegistrar()
    var token: Tokens.Token = \Tokens.Subject[0]
    var isHeld = false
    withObservationTracking {
      if isRead { registrar.access(Tokens.Subject(), keyPath: token) }
      isHeld = !isKnownUniquelyReferenced(&token)
    } onChange: {
    }
    isHeld = isHeld && !isKnownUniquelyReferenced(&token)
    if !isHeld { RuntimeIssue.report(.unknownObservation) }
    return isHeld
  }
}

/// Names a value in the state of a store, or the presence of a child.
@usableFromInline struct TrackedKey: Hashable {
  /// The path to a child that can disappear; empty for a value that is always present.
  let hops: [Hop]
  /// The path of the value, from that child on; `nil` for the presence of the child.
  let path: AnyKeyPath?
  /// Whether its observers compare the value. Observers that cannot compare it have another entry.
  let isCompared: Bool

  @usableFromInline init(_ path: AnyKeyPath, isCompared: Bool = true) {
    hops = []
    self.path = path
    self.isCompared = isCompared
  }

  /// The presence of a child.
  init(hops: [Hop]) {
    self.hops = hops
    path = nil
    isCompared = true
  }

  /// A value of a child.
  init(hops: [Hop], path: AnyKeyPath, isCompared: Bool) {
    let joined = hops.joined(with: path)
    self.hops = joined == nil ? hops : hops.dropLast()
    self.path = joined ?? path
    self.isCompared = isCompared
  }

  enum Hop: Hashable {
    case property(AnyKeyPath)
    case enumCase(SourceSite)
    case element(AnyID)
  }
}

extension [TrackedKey.Hop] {
  /// A property makes one hop with a property before it: a value has one key, however many scopes lead to it.
  func appending(_ path: AnyKeyPath) -> Self {
    if let joined = joined(with: path) {
      dropLast() + [.property(joined)]
    } else {
      self + [.property(path)]
    }
  }

  /// The last hop and a path as one path; `nil` if the last hop leads to a child that can disappear.
  fileprivate func joined(with path: AnyKeyPath) -> AnyKeyPath? {
    if case .property(let parent)? = last { parent.appending(path: path) } else { nil }
  }
}

/// Compares a value with its value at the time when the check was made.
///
/// A value with an offset in the state is read at that offset, ten times as fast as through a key path. Checks are
/// made in the module of the reader, where the types are known. A class, because a closure that is called from an
/// array is retained for the call, which takes longer than the call.
///
/// Safe: the store passes a pointer to its own state, whose type made the check.
@safe @usableFromInline final class TrackedCheck {
  private let offset: Int
  /// Whether the value is computed from the state, and not compared in place.
  let isComputed: Bool
  private let isChanged: (UnsafeMutableRawPointer) -> Bool

  @usableFromInline init(
    offset: Int, isComputed: Bool = false,
    isChanged: @escaping (UnsafeMutableRawPointer) -> Bool
  ) {
    self.offset = offset
    self.isComputed = isComputed
    unsafe self.isChanged = unsafe isChanged
  }

  /// Checks the value at a key path of the state.
  @inlinable convenience init<State, Value>(
    _ state: UnsafeMutablePointer<State>, _ path: KeyPath<State, Value>,
    _ test: _Kernel.ChangeTest<Value>
  ) {
    if let field = unsafe state.pointer(to: path) {
      let offset = unsafe UnsafeRawPointer(field) - UnsafeRawPointer(state)
      unsafe self.init(offset: offset, isChanged: test(field.pointee))
    } else {
      let value = unsafe UnsafeMutablePointer.value(in: &state.pointee, at: path)
      unsafe self.init(isChanged: test(value)) { (state: UnsafeMutablePointer<State>) in
        unsafe UnsafeMutablePointer.value(in: &state.pointee, at: path)
      }
    }
  }

  /// Checks a value that `find` computes from the state. A value that is absent does not differ.
  @inlinable convenience init<State, Value>(
    isChanged: @escaping (UnsafeMutableRawPointer) -> Bool,
    find: @escaping (UnsafeMutablePointer<State>) -> Value?
  ) {
    unsafe self.init(offset: 0, isComputed: true) { state in
      guard var value = unsafe find(state.assumingMemoryBound(to: State.self)) else { return false }
      return unsafe withUnsafeMutablePointer(to: &value) { unsafe isChanged($0) }
    }
  }

  func differs(at state: UnsafeMutableRawPointer) -> Bool { unsafe isChanged(state + offset) }
}
