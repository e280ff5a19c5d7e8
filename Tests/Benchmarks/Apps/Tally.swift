import Cairn
import CairnApp

/// A counter with a screen, to be driven by a trail.
struct Tally: App {
  static let name = "tally"
  static let summary = "Counts."
  let state = Counter.State()
  let reducer = Counter()

  init(_ launch: Launch) {}

  func screens(of state: Counter.State) -> [Screen<Counter.Action>] {
    [
      Screen("tally", "Tally") {
        Text("Count: \(state.count)")
        Button("add", .add(1))
        Button("reset", disabledBecause: state.count > 0 ? nil : "the count is zero", .reset)
      }
    ]
  }
}
