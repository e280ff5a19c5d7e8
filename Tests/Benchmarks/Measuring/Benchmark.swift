/// One line of the table for each of its parameters.
@MainActor
struct Benchmark {
  let name: String
  /// What is nested, listed or stacked, how often; `nil` where the size is not varied.
  var parameters: [Int?] = [nil]
  /// The size where there is no parameter.
  var size = 1
  /// What the parameter counts, where it is of interest how many of them are done in a second.
  var rate: String?
  var budget = Budget()
  var growth: Growth?
  let prepare: @MainActor (_ size: Int) -> Workload
}
