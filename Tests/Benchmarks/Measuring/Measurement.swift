/// The cost of a benchmark at one of its parameters.
struct Measurement {
  let name: String
  let parameter: Int?
  /// What holds in this build.
  let budget: Budget
  let cost: Cost

  /// Whether a limit of the budget is passed.
  var isOver: Bool {
    if let limit = budget.ratio, cost.ratio > limit { return true }
    if let limit = budget.nanoseconds, cost.subject.least > limit { return true }
    return allocatesTooOften
  }

  /// What takes memory once in a hundred times, to grow into, takes none.
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
