import Cairn
import CairnApp
import ExampleSupport

/// The screen of a signed-in user.
struct Profile: Reducer {
  struct State: Hashable {
    let account: Account
    /// The reason why the file of the users could not be used.
    var note: String?
    var phase = Phase.ready(problem: nil)

    enum Phase: Hashable {
      case ready(problem: String?)
      /// The user is stored as signed in. That is not shown, because nobody waits for it.
      case remembering
      case loggingOut
    }
  }

  enum Action: Codable, Equatable {
    /// The user has just logged in or signed up.
    case remember
    case remembered
    case notRemembered(reason: String)
    case logout
    case loggedOut
    case notLoggedOut(reason: String)
  }

  let accounts: Accounts<Person>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .remember:
      guard state.phase == .ready(problem: nil) else { return .none }
      state.phase = .remembering
      return remember(state.account.email)
    case .remembered where state.phase == .loggingOut,
      .notRemembered where state.phase == .loggingOut:
      return logOut(state.account.email)
    case .remembered:
      state.phase = .ready(problem: nil)
      return .none
    case .notRemembered(let reason):
      state.phase = .ready(problem: "You will not be signed in at the next start. \(reason)")
      return .none
    case .logout:
      guard state.phase != .loggingOut else { return .none }
      defer { state.phase = .loggingOut }
      // A cancelled write could still take place, after that of the log-out.
      return state.phase == .remembering ? .none : logOut(state.account.email)
    case .loggedOut:
      return .forParent
    case .notLoggedOut(let reason):
      state.phase = .ready(problem: reason)
      return .none
    }
  }

  private func remember(_ email: String) -> Effect<Action> {
    .run(name: "remember") { [accounts] send in
      try await accounts.signIn(email)
      await send(.remembered)
    } catch: { error, send in
      await send(.notRemembered(reason: "\(error)"))
    }
  }

  private func logOut(_ email: String) -> Effect<Action> {
    .run(name: "log out") { [accounts] send in
      try await accounts.signOut(email)
      await send(.loggedOut)
    } catch: { error, send in
      await send(.notLoggedOut(reason: "\(error)"))
    }
  }
}

extension Profile.State {
  var screen: Screen<Profile.Action> {
    Screen("profile", "Profile") {
      if let note { Note(.warning, note, lines: 4) }
      let portrait = Portrait(of: account.email)
      Text(paragraphs: portrait.text, picture: portrait.picture)
      GridRow("E-mail", account.email)
      GridRow("Gender", account.profile.gender.rawValue)
      if case .ready(let problem?) = phase { Note(.error, problem, lines: 4) }
      if phase == .loggingOut { Progress("Logging out…") }
      Button("logout", disabledBecause: phase == .loggingOut ? "logging out" : nil, .logout)
    }
  }
}
