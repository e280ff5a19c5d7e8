/// The floor of observing: for each value a function, never inlined, that says whether the value is
/// another than the last time.
struct Checks {
  private let make: (_ place: Int, UnsafeRawPointer) -> Check
  private var checks: [Check] = []
  /// A closure, or an object, that is called from an array is retained and released around the
  /// call, which takes ten times as long as the call; these are not.
  private var unretained: [Unmanaged<Check>] = []

  init(
    _ count: Int, _ state: UnsafeRawPointer,
    _ make: @escaping (_ place: Int, UnsafeRawPointer) -> Check
  ) {
    self.make = make
    checks = (0..<count).map { make($0, state) }
    unretained = checks.map(Unmanaged.passUnretained)
  }

  /// How many values are other than the last time.
  @inline(never)
  mutating func takeChanged(_ state: UnsafeRawPointer) -> Int {
    var changed = 0
    for place in unretained.indices
    where unretained[place]._withUnsafeGuaranteedRef({ $0.differs(state) }) {
      checks[place] = make(place, state)
      unretained[place] = .passUnretained(checks[place])
      changed += 1
    }
    return changed
  }
}

/// Says whether a value is another than it was.
class Check {
  func differs(_ state: UnsafeRawPointer) -> Bool { false }
}

final class PropertyCheck: Check {
  private let offset: Int
  private let last: Int

  init(_ offset: Int, _ state: UnsafeRawPointer) {
    self.offset = offset
    last = state.load(fromByteOffset: offset, as: Int.self)
  }

  override func differs(_ state: UnsafeRawPointer) -> Bool {
    state.load(fromByteOffset: offset, as: Int.self) != last
  }
}

final class RowCheck: Check {
  private let place: Int
  private let last: Int

  init(_ place: Int, _ state: UnsafeRawPointer) {
    self.place = place
    last = Self.row(place, state)
  }

  override func differs(_ state: UnsafeRawPointer) -> Bool {
    Self.row(place, state) != last
  }

  private static func row(_ place: Int, _ state: UnsafeRawPointer) -> Int {
    state.assumingMemoryBound(to: Rows.State.self).pointee.rows[place]
  }
}
