import CAllocations

/// An operation and its floor, measured at each parameter.
@MainActor
struct Benchmark {
  let name: String
  /// The sizes to measure (scopes, rows, screens); `nil` if the size does not vary.
  var parameters: [Int?] = [nil]
  /// The size if there is no parameter.
  var size = 1
  /// The unit of the parameter, if the table shows its rate per second.
  var rate: String?
  var budget = Budget()
  var growth: Growth?
  let prepare: @MainActor (_ size: Int) -> Workload
}

/// A counted figure. It does not depend on the machine.
@MainActor
struct Quantity {
  let name: String
  let unit: String
  var limit: Double?
  /// The required value, if a lower value is an error too.
  var exact: Double?
  /// Counts it; returns `nil` if it cannot be counted.
  let count: @MainActor (Effort) async -> Double?

  func isOver(_ value: Double?) -> Bool {
    guard let value else { return false }
    if let exact, value != exact { return true }
    if let limit, value > limit { return true }
    return false
  }
}

/// An operation of the engine, and its floor.
@MainActor
struct Workload {
  typealias Loop = @MainActor (_ operations: Int) async -> Void

  private let floor: Loop
  private let subject: Loop

  init(floor: @escaping Loop, subject: @escaping Loop) {
    self.floor = floor
    self.subject = subject
  }

  /// Synchronous loops, which the compiler does not split into asynchronous functions.
  init(
    floor: @escaping @MainActor (_ operations: Int) -> Void,
    subject: @escaping @MainActor (_ operations: Int) -> Void
  ) {
    self.floor = floor
    self.subject = subject
  }

  /// Measures floor and subject alternately. Other programs disturb a long turn less: after some time,
  /// three turns are enough.
  func cost(_ effort: Effort) async -> Cost {
    let floorCount = await count(floor, for: effort.turn)
    let subjectCount = await count(subject, for: effort.turn)
    var cost = Cost()
    let end = ContinuousClock.now + effort.time
    for turn in 0..<effort.repetitions where turn < 3 || ContinuousClock.now < end {
      cost.floor.append(await nanoseconds(floor, floorCount))
      cost.subject.append(await nanoseconds(subject, subjectCount))
    }
    cost.allocations = await allocations(subject, subjectCount)
    return cost
  }

  /// The number of operations in a turn. Determining it also warms up the caches.
  private func count(_ loop: Loop, for turn: Duration) async -> Int {
    var count = 1
    while await duration(loop, count) < turn { count *= 2 }
    return count
  }

  private func nanoseconds(_ loop: Loop, _ count: Int) async -> Double {
    await duration(loop, count) / .nanoseconds(1) / Double(count)
  }

  private func duration(_ loop: Loop, _ count: Int) async -> Duration {
    let start = ContinuousClock.now
    await loop(count)
    return ContinuousClock.now - start
  }

  private func allocations(_ loop: Loop, _ count: Int) async -> Double? {
    guard allocations_are_counted() else { return nil }
    count_allocations_of_all_threads()
    await loop(count)
    return Double(allocations_of_all_threads()) / Double(count)
  }
}

/// The length of a measurement.
struct Effort {
  /// The number of turns of floor and subject.
  let repetitions: Int
  /// The minimum duration of a turn.
  let turn: Duration
  /// The time after which three turns are enough.
  let time: Duration
  /// The number of actions of the soak.
  let soakActions: Int
  /// The largest quantity of a product in the shop.
  let mostOfProduct: Int

  static let full = Effort(
    repetitions: 15, turn: .milliseconds(5), time: .seconds(20), soakActions: 50_000_000,
    mostOfProduct: 3)
  static let short = Effort(
    repetitions: 7, turn: .microseconds(500), time: .seconds(1), soakActions: 500_000,
    mostOfProduct: 1)
}

/// Stores the result of every workload. It is public; the optimizer therefore cannot prove that it
/// is unused, and does not remove the loops that compute it.
@MainActor public var sink = 0
