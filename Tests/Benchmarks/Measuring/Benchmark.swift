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
