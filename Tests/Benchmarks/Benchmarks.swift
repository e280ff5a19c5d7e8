/// What the engine costs, beside the least that the same work can cost.
@main
struct Benchmarks {
  @MainActor static let all: [Benchmark] = [
    .w1, .w2, .w2Functions, .w3, .w4Pair, .w4Top, .w4Parent,
  ]

  static func main() async {
    print(Table.heading)
    for benchmark in all {
      for parameter in benchmark.parameters {
        print(Table.line(await benchmark.measured(parameter, .full)))
      }
    }
  }
}
