import Cairn
import Observation

extension Benchmark {
  /// A thousand observers, each of its own stored property. No observed property changes.
  static var w6None: Benchmark {
    properties("W6-none", .changeOther, growth: Growth(sizes: [125, 250, 500, 1_000], limit: 0.3))
  }

  /// One observed property changes, and its observer tracks it again.
  static var w6One: Benchmark { properties("W6-one", .changeWatched) }

  /// The same with key paths that contain a subscript. The parameter is their number of steps.
  static var w6SubscriptNone: Benchmark { rows("W6-subscript-none", .changeOther) }

  static var w6SubscriptOne: Benchmark { rows("W6-subscript-one", .changeWatched) }

  /// A thousand observers of another store.
  static var w6Elsewhere: Benchmark {
    Benchmark(name: "W6-elsewhere", budget: Budget(ratio: 5, allocations: 0)) { _ in
      let other = Store(Watched.State()) { Watched() }
      let observers = Watched.State.propertyPaths(1_000).map { Observer(other, $0) }
      let store = Store(Watched.State()) { Watched() }
      return Workload { operations in
        var state = Watched.State()
        for _ in 0..<operations { Watched.reduced(&state, .changeOther) }
        sink = state.other
      } subject: { operations in
        for _ in 0..<operations { store.send(.changeOther) }
        sink = store.state.other + observers.count
      }
    }
  }

  private static func properties(
    _ name: String, _ action: Watched.Action, growth: Growth? = nil
  ) -> Benchmark {
    Benchmark(name: name, size: 1_000, budget: Budget(ratio: 5), growth: growth) { count in
      let paths = Watched.State.propertyPaths(count)
      let offsets = paths.map(offset)
      return watching(paths, action, in: Watched.State(), by: Watched(), Watched.reduced) {
        PropertyCheck(offsets[$0], $1)
      }
    }
  }

  private static func rows(_ name: String, _ action: Rows.Action) -> Benchmark {
    Benchmark(name: name, parameters: [1, 2], budget: Budget(ratio: 20)) { steps in
      watching(
        Rows.State.rowPaths(1_000, steps: steps), action, in: Rows.State(), by: Rows(),
        Rows.reduced,
        RowCheck.init)
    }
  }

  private static func watching<State>(
    _ paths: [KeyPath<State, Int>], _ action: Watched.Action,
    in start: State, by reducer: some Reducer<State, Watched.Action>,
    _ reduced: @escaping (inout State, Watched.Action) -> Void,
    _ check: @escaping (_ index: Int, UnsafeRawPointer) -> Check
  ) -> Workload {
    let store = Store(start) { reducer }
    let observers = paths.map { Observer(store, $0) }
    var state = start
    var checks = withUnsafePointer(to: state) { Checks(paths.count, $0, check) }
    return Workload { operations in
      var changed = 0
      for _ in 0..<operations {
        reduced(&state, action)
        changed += withUnsafePointer(to: state) { checks.takeChanged($0) }
      }
      sink = changed
    } subject: { operations in
      for _ in 0..<operations {
        store.send(action)
        if observers[0].hasFired { observers[0].watch() }
      }
      sink = observers.count
    }
  }

  private static func offset(of path: KeyPath<Watched.State, Int>) -> Int {
    guard let offset = MemoryLayout<Watched.State>.offset(of: path) else {
      fatalError("\(path) is not a stored property; observe a stored property")
    }
    return offset
  }
}

/// Observes one value of a store repeatedly.
@MainActor
final class Observer<State, Action: Sendable> {
  private let store: Store<State, Action>
  private let path: KeyPath<State, Int>
  private(set) var hasFired = false

  init(_ store: Store<State, Action>, _ path: KeyPath<State, Int>) {
    self.store = store
    self.path = path
    watch()
  }

  func watch() {
    hasFired = false
    withObservationTracking {
      _ = store[path]
    } onChange: {
      MainActor.assumeIsolated { self.hasFired = true }
    }
  }
}

/// The floor of observation: for each value a function, never inlined, that compares the value with
/// its previous value.
struct Checks {
  private let make: (_ index: Int, UnsafeRawPointer) -> Check
  private var checks: [Check] = []
  /// Unmanaged, because a closure or an object in an array is retained and released around each
  /// call, which takes ten times as long as the call.
  private var unretained: [Unmanaged<Check>] = []

  init(
    _ count: Int, _ state: UnsafeRawPointer,
    _ make: @escaping (_ index: Int, UnsafeRawPointer) -> Check
  ) {
    self.make = make
    checks = (0..<count).map { make($0, state) }
    unretained = checks.map(Unmanaged.passUnretained)
  }

  /// The number of values that differ from their previous values, which are then replaced.
  @inline(never)
  mutating func takeChanged(_ state: UnsafeRawPointer) -> Int {
    var changed = 0
    for index in unretained.indices
    where unretained[index]._withUnsafeGuaranteedRef({ $0.differs(state) }) {
      checks[index] = make(index, state)
      unretained[index] = .passUnretained(checks[index])
      changed += 1
    }
    return changed
  }
}

/// Compares a value with its previous value.
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
  private let index: Int
  private let last: Int

  init(_ index: Int, _ state: UnsafeRawPointer) {
    self.index = index
    last = Self.row(index, state)
  }

  override func differs(_ state: UnsafeRawPointer) -> Bool {
    Self.row(index, state) != last
  }

  private static func row(_ index: Int, _ state: UnsafeRawPointer) -> Int {
    state.assumingMemoryBound(to: Rows.State.self).pointee.rows[index]
  }
}
