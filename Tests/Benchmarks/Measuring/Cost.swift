import Foundation

/// The measured cost of an operation.
struct Cost {
  var subject = Samples()
  var floor = Samples()
  /// Allocations of the subject per operation; `nil` if they are not counted.
  var allocations: Double?

  var ratio: Double { subject.least / floor.least }
}

/// Nanoseconds per operation, one value for each turn.
struct Samples {
  private var all: [Double] = []

  /// The minimum, which is closest to the value on an idle machine.
  var least: Double { all.min() ?? .nan }

  var median: Double { all.isEmpty ? .nan : all.sorted()[all.count / 2] }

  mutating func append(_ nanoseconds: Double) { all.append(nanoseconds) }

  mutating func append(_ others: Samples) { all += others.all }
}

/// The limits of a cost. Allocations do not depend on the machine; the other limits do.
struct Budget {
  /// A multiple of the floor.
  var ratio: Double?
  /// A multiple of the floor, in a debug build.
  var debugRatio: Double?
  var nanoseconds: Double?
  var allocations: Int?
  /// The limit of the ratio at the last parameter, divided by the ratio at the first.
  var spread: Double?

  /// The limits in this build. In a debug build only `debugRatio` applies, because operations that
  /// the optimizer removes have a cost there.
  var inForce: Budget {
    #if DEBUG
      Budget(ratio: debugRatio)
    #else
      self
    #endif
  }
}

/// The cost of a benchmark at one of its parameters.
struct Measurement {
  let name: String
  let parameter: Int?
  /// The limits in this build.
  let budget: Budget
  let cost: Cost

  /// Whether a limit of the budget is exceeded.
  var isOver: Bool {
    if let limit = budget.ratio, cost.ratio > limit { return true }
    if let limit = budget.nanoseconds, cost.subject.least > limit { return true }
    return allocatesTooOften
  }

  /// Whether the limit of allocations is exceeded. One allocation in a hundred operations, for a
  /// buffer that grows, does not count.
  var allocatesTooOften: Bool {
    guard let limit = budget.allocations, let allocations = cost.allocations else { return false }
    return allocations > Double(limit) + 0.01
  }
}

extension Benchmark {
  func measurement(at parameter: Int?, _ effort: Effort) async -> Measurement {
    Measurement(
      name: name, parameter: parameter, budget: budget.inForce,
      cost: await prepare(parameter ?? size).cost(effort))
  }
}

/// The permitted growth of a cost with the size.
struct Growth {
  let sizes: [Int]
  /// The limit of the exponent of the cost minus the exponent of the floor, which meets the same
  /// caches.
  let limit: Double
  /// The exponent of the floor if it is known. A short floor between long turns of its subject finds
  /// cold caches, which are most of its cost at the small sizes.
  var floor: Double?
}

/// The measured growth of a cost, as a power of the size.
struct GrowthMeasurement {
  let name: String
  let growth: Growth
  private(set) var subject = 0.0
  private(set) var floor = 0.0

  private var costs: [(size: Int, subject: Samples, floor: Samples)] = []

  init(name: String, _ growth: Growth) {
    self.name = name
    self.growth = growth
    costs = growth.sizes.map { ($0, Samples(), Samples()) }
  }

  var isOver: Bool { subject - floor > growth.limit }

  /// Measures each size. Repeated calls only improve the minima.
  @MainActor
  mutating func measure(_ benchmark: Benchmark, _ effort: Effort) async {
    for index in costs.indices {
      let cost = await benchmark.prepare(costs[index].size).cost(effort)
      costs[index].subject.append(cost.subject)
      costs[index].floor.append(cost.floor)
    }
    subject = Self.exponent(costs.map { ($0.size, $0.subject.least) })
    floor = growth.floor ?? Self.exponent(costs.map { ($0.size, $0.floor.least) })
  }

  /// The slope of the least-squares line, on logarithmic scales.
  static func exponent(_ costs: [(size: Int, nanoseconds: Double)]) -> Double {
    let points = costs.map { (x: log(Double($0.size)), y: log($0.nanoseconds)) }
    let count = Double(points.count)
    let x = points.map(\.x).reduce(0, +) / count
    let y = points.map(\.y).reduce(0, +) / count
    let covariance = points.map { ($0.x - x) * ($0.y - y) }.reduce(0, +)
    return covariance / points.map { ($0.x - x) * ($0.x - x) }.reduce(0, +)
  }
}

extension Benchmark {
  /// The growth of the cost. A measurement over the limit is repeated up to nine times, because other
  /// programs may have disturbed it.
  func growthMeasurement(_ effort: Effort) async -> GrowthMeasurement? {
    guard let growth else { return nil }
    var measurement = GrowthMeasurement(name: name, growth)
    for _ in 0..<10 {
      await measurement.measure(self, effort)
      if !measurement.isOver { break }
    }
    return measurement
  }
}
