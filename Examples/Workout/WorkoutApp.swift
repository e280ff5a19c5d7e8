import Cairn
import CairnApp
import CairnTerminal

/// Signing in or up, and the profile of the signed-in user, as a program.
@main struct WorkoutApp: App {
  static let name = "workout"
  static let summary = "Signs a person in or up, and shows a profile."
  static let starts = ["new", "signed-in"]
  static let options: [AppOption] = .storage("users")

  let reducer: Root
  let state = Root.State.starting
  let firstAction: Root.Action? = .started
  let actionAfterRestore: Root.Action? = .started

  init(_ launch: Launch) throws(UsageError) {
    reducer = Root(service: try AccountService(launch))
  }

  /// After a logout nobody sees the profile that was left, or goes back to it.
  static func isSealed(_ state: Root.State) -> Bool {
    state[case: .signedIn]?.phase == .loggingOut
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }
}
