import CAllocations

/// A number of operations, done by the engine and, for comparison, with the least that they take.
@MainActor
struct Workload {
  typealias Loop = @MainActor (_ operations: Int) async -> Void

  private let floor: Loop
  private let subject: Loop

  init(floor: @escaping Loop, subject: @escaping Loop) {
    self.floor = floor
    self.subject = subject
  }

  /// Loops that never wait, which the compiler keeps free of what waiting takes.
  init(
    floor: @escaping @MainActor (_ operations: Int) -> Void,
    subject: @escaping @MainActor (_ operations: Int) -> Void
  ) {
    self.floor = floor
    self.subject = subject
  }

  /// Has floor and subject take turns.
  func cost(_ effort: Effort) async -> Cost {
    let floorCount = await count(floor, for: effort.turn)
    let subjectCount = await count(subject, for: effort.turn)
    var cost = Cost()
    for _ in 0..<effort.repetitions {
      cost.floor.append(await nanoseconds(floor, floorCount))
      cost.subject.append(await nanoseconds(subject, subjectCount))
    }
    cost.allocations = await allocations(subject, subjectCount)
    return cost
  }

  /// How many operations take about as long as a turn lasts. It warms up on the way.
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
