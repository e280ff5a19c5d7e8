import Cairn
import CairnApp

@testable import timeline

/// The root with a mistake, which an option selects.
struct FlawedRoot: Reducer {
  enum Flaw: String, CaseIterable {
    /// Every answer of the service counts as a right one.
    case trustsAnswer = "trusts-answer"
    /// A log-out is stored and not shown.
    case followsOnce = "follows-once"
    /// A log-out is shown and not stored.
    case leavesAtOnce = "leaves-at-once"
    /// A start shows the feed whatever the file has.
    case ignoresFile = "ignores-file"
  }

  let root: Root
  let flaw: Flaw

  var body: some Reducer<Root.State, Root.Action> {
    Reduce { state, action in
      switch action {
      case .shown(.login(.answered(let isRight))):
        if isRight || flaw == .trustsAnswer { state.saved.isLoggedIn = true }
      case .shown(.feed(.logOut)), .shown(.feed(.expired)):
        if flaw == .leavesAtOnce {
          state.shown = .login(Login.State())
        } else {
          state.saved.isLoggedIn = false
        }
      case .storage(.loaded), .storage(.saved):
        if state.saved.isLoggedIn || flaw == .ignoresFile {
          state.shown = .feed(Feed.State())
          return .send(.shown(.feed(.appeared)))
        }
        if flaw != .followsOnce || state.shown == nil { state.shown = .login(Login.State()) }
      case .storage, .shown, .continueUnsaved, .expired: break
      }
      return .none
    }
    .ifLet(\.shown, .shown) {
      Destination(login: Login(client: root.client), feed: Feed(client: root.client))
    }
    .persisting(\.$saved, .storage, in: root.storage)
  }
}

struct FlawedApp: App {
  static let name = "flawed"
  static let summary = "The timeline with a mistake."
  static let starts = TimelineApp.starts
  static let options =
    TimelineApp.options + [
      AppOption("--flaw", value: "NAME", help: "the mistake")
    ]
  static let samples = TimelineApp.samples
  static let properties = TimelineApp.properties

  let state = Root.State()
  let firstAction: Root.Action? = .storage(.load)
  let reducer: FlawedRoot

  init(_ launch: Launch) throws(UsageError) {
    guard let flaw = launch.options["--flaw"].flatMap(FlawedRoot.Flaw.init) else {
      throw UsageError("--flaw needs the name of a mistake")
    }
    reducer = FlawedRoot(root: try TimelineApp(launch).reducer, flaw: flaw)
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }
}
