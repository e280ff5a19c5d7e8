import Foundation

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
  /// The growth of the cost. A measurement over the limit is repeated up to two times, because other
  /// programs may have disturbed it.
  func growthMeasurement(_ effort: Effort) async -> GrowthMeasurement? {
    guard let growth else { return nil }
    var measurement = GrowthMeasurement(name: name, growth)
    for _ in 0..<3 {
      await measurement.measure(self, effort)
      if !measurement.isOver { break }
    }
    return measurement
  }
}
