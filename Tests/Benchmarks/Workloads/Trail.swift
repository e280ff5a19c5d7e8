import Cairn
import CairnApp
import CairnTrail

extension Benchmark {
  /// Playing a trail of inputs to an app of one screen. The floor is the reducer alone.
  static var trail: Benchmark {
    Benchmark(
      name: "trail", parameters: [1_000], rate: "inputs",
      budget: Budget(nanoseconds: 10_000_000, allocations: 9_000),
      growth: Growth(sizes: [250, 500, 1_000, 2_000], limit: 0.3)
    ) { inputs in
      let text = String(repeating: "> add\n", count: inputs) + "? text Count: \(inputs)\n"
      return Workload { operations in
        for _ in 0..<operations {
          var state = Counter.State()
          for _ in 0..<inputs { Counter.reduced(&state, .add(1)) }
          sink = state.count
        }
      } subject: { operations in
        for _ in 0..<operations {
          let trail = required { try Trail.parse(text, file: "tally.trail") }
          let failure = required { try TrailPlayer<Tally>.play(trail) }
          if let failure { fatalError("\(failure)") }
        }
      }
    }
  }
}

/// A counter with a screen, driven by a trail.
struct Tally: SearchedApp {
  let state = Counter.State()
  let reducer = Counter()

  init(_ launch: Launch) {}

  func elements(of state: Counter.State) -> ScreenBuilder<Counter.Action>.Elements {
    Text("Count: \(state.count)")
    Button("add", .add(1))
    Button("reset", disabledBecause: state.count > 0 ? nil : "the count is zero", .reset)
  }
}
