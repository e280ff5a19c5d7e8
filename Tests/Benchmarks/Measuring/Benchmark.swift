/// One line of the table for each of its parameters.
@MainActor
struct Benchmark {
  let name: String
  /// What is nested, listed or stacked, how often; `nil` where there is nothing to vary.
  var parameters: [Int?] = [nil]
  var budget = Budget()
  var growth: Growth?
  let prepare: (_ parameter: Int) -> Workload
}

/// What an operation may cost. Allocations do not depend on the machine; the rest does.
struct Budget {
  /// In floors.
  var ratio: Double?
  /// The same in a debug build, where it is another one.
  var debugRatio: Double?
  var nanoseconds: Double?
  var allocations: Int?
  /// How many times the ratio at the first parameter the one at the last may be.
  var spread: Double?

  /// The ratio that holds in this build.
  var ratioInForce: Double? {
    #if DEBUG
      debugRatio
    #else
      ratio
    #endif
  }
}
