import Cairn
import CairnApp

/// The screen of a signed-in user.
struct Main: Reducer {
  struct State: Hashable {
    var session: Session
    var showsDetails = false
    var phase = Phase.ready(problem: nil)

    enum Phase: Hashable {
      case ready(problem: String?)
      case saving
      case signingOut
    }

    /// The reason why the session cannot be saved or removed.
    var business: String? {
      switch phase {
      case .ready: nil
      case .saving: "saving"
      case .signingOut: "signing out"
      }
    }
  }

  enum Action: Codable, Equatable {
    case detailsToggled
    case lockToggled
    case lockSaved
    case lockNotSaved(reason: String)
    case signOut
    case signedOut
    case notSignedOut(reason: String)
  }

  let store: SessionStore

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .detailsToggled:
      state.showsDetails.toggle()
      return .none
    case .lockToggled:
      guard state.business == nil else { return .none }
      state.session.locks.toggle()
      state.phase = .saving
      return save(state.session)
    case .lockSaved:
      state.phase = .ready(problem: nil)
      return .none
    case .lockNotSaved(let reason):
      state.session.locks.toggle()
      state.phase = .ready(problem: reason)
      return .none
    case .signOut:
      guard state.business == nil else { return .none }
      state.phase = .signingOut
      return store.signOut(done: .signedOut) { .notSignedOut(reason: $0) }
    case .signedOut:
      return .forParent
    case .notSignedOut(let reason):
      state.phase = .ready(problem: reason)
      return .none
    }
  }

  private func save(_ session: Session) -> Effect<Action> {
    .run(name: "save lock") { [store] send in
      try await store.save(session)
      await send(.lockSaved)
    } catch: { error, send in
      await send(.lockNotSaved(reason: "\(error)"))
    }
  }
}

extension Main.State {
  var screen: Screen<Main.Action> {
    Screen("main", "Main", step: 7, of: 7) {
      Text("Hello, \(session.firstName) \(session.lastName)!", lines: 2)
      if showsDetails {
        Text("E-mail: \(session.email)", lines: 1)
        Text("Telephone: \(session.telephone)", lines: 1)
      }
      Toggle(
        "lock", "ask for the PIN at the next start", isOn: session.locks, disabledBecause: business,
        .lockToggled)
      if case .ready(let problem?) = phase {
        // Twelve lines in all, with a name that takes two.
        Note(.error, problem, lines: showsDetails ? 1 : 3)
      }
      if phase == .saving { Progress("Saving…") }
      if phase == .signingOut { Progress("Signing out…") }
      Button("details", .detailsToggled)
      Button("sign-out", disabledBecause: business, .signOut)
    }
  }
}
