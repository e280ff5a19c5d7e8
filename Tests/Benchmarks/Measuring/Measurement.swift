import CAllocations

/// What an operation was found to cost, with a parameter.
struct Measurement {
  let name: String
  let parameter: Int?
  let budget: Budget
  let subject: Samples
  let floor: Samples
  /// Of the subject, an operation; `nil` where they are not counted.
  let allocations: Double?

  var ratio: Double { subject.least / floor.least }

  /// Whether a limit of the budget is passed; what takes memory now and then takes none.
  var isOver: Bool {
    if let limit = budget.ratioInForce, ratio > limit { return true }
    return allocatesTooOften
  }

  var allocatesTooOften: Bool {
    guard let limit = budget.allocations, let allocations else { return false }
    return allocations > Double(limit) + 0.01
  }
}

extension Benchmark {
  func measured(_ parameter: Int?, _ effort: Effort) async -> Measurement {
    let (subject, floor, allocations) = await prepare(parameter ?? 0).measure(effort)
    return Measurement(
      name: name, parameter: parameter, budget: budget, subject: subject, floor: floor,
      allocations: allocations)
  }
}

/// Nanoseconds an operation, turn by turn.
struct Samples {
  private(set) var all: [Double] = []

  var least: Double { all.min() ?? .nan }

  var median: Double { all.isEmpty ? .nan : all.sorted()[all.count / 2] }

  mutating func append(_ nanoseconds: Double) { all.append(nanoseconds) }
}

extension Workload {
  /// Has floor and subject take turns.
  func measure(_ effort: Effort) async -> (subject: Samples, floor: Samples, allocations: Double?) {
    let floorCount = await count(floor, for: effort.turn)
    let subjectCount = await count(subject, for: effort.turn)
    var floorSamples = Samples()
    var subjectSamples = Samples()
    for _ in 0..<effort.repetitions {
      floorSamples.append(await nanoseconds(floor, floorCount))
      subjectSamples.append(await nanoseconds(subject, subjectCount))
    }
    return (subjectSamples, floorSamples, await allocations(subject, subjectCount))
  }

  /// How many operations take about as long as one turn lasts; it warms up on the way.
  private func count(_ loop: Loop, for turn: Duration) async -> Int {
    var count = 1
    while true {
      let duration = await ContinuousClock().measure { await loop(count) }
      guard duration < turn else { return count }
      count *= 2
    }
  }

  private func nanoseconds(_ loop: Loop, _ count: Int) async -> Double {
    let duration = await ContinuousClock().measure { await loop(count) }
    return duration / .nanoseconds(1) / Double(count)
  }

  private func allocations(_ loop: Loop, _ count: Int) async -> Double? {
    guard allocations_are_counted() else { return nil }
    let before = allocations_of_this_thread()
    await loop(count)
    return Double(allocations_of_this_thread() - before) / Double(count)
  }
}
