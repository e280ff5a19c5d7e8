import Cairn
import CairnApp

struct TallyProgram: App {
  static let name = "tally"
  static let summary = "Counts, and asks before it resets the count."
  let state = Tally.State()
  let reducer = Tally()

  init(_ launch: Launch) {}

  func screens(of state: Tally.State) -> [Screen<Tally.Action>] {
    let tally = Screen<Tally.Action>("tally", "Tally") {
      Text("Count: \(state.count)")
      Button("increment", .increment)
      Button("reset", disabledBecause: state.count > 0 ? nil : "the count is zero", .resetTapped)
    }
    guard let alert = state.alert else { return [tally] }
    return [tally, Screen<Tally.Choice>("reset", alert).map { .alert($0) }]
  }
}
