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
