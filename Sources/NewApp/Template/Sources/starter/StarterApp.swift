import Cairn
import CairnApp
import CairnTerminal

/// The app as a program: a session at the terminal, trails, `explore` and `graph`.
@main struct StarterApp: App {
  static let name = "starter"
  static let summary = "Keeps a list of entries."
  static let options = [
    AppOption("--file", value: "FILE", help: "keep the entries in FILE (default: starter.json)")
  ]

  let state = Home.State()
  let reducer: Home
  let firstAction: Home.Action? = .load

  init(_ launch: Launch) {
    let file = launch.options["--file"] ?? "starter.json"
    switch launch.world {
    case .real:
      reducer = Home(client: .live(file: file))
    case .simulated:
      reducer = Home(client: .simulated(launch.memory.keep([]), launch.choices))
    }
  }

  func screens(of state: Home.State) -> [Screen<Home.Action>] { state.screens }
}

// For `explore`: the values that it types, and the properties that it proves.
extension StarterApp {
  static let samples = ["text": ["milk", " "]]

  static let properties: [AppProperty<Home.State>] = [
    .noRuntimeIssue, .everyInputHasEffect, .noLeakedEffect, .settles,
    // While an operation runs, a person can only wait.
    .noDeadEnd(unless: \.isBusy),
    .alwaysReachable(screen: "home"),
    .backUndoes("add"),
    .step("an entry stays on the list") { before, step, after in
      step == .restart || Set(before.entries).isSubset(of: after.entries)
    },
  ]
}
