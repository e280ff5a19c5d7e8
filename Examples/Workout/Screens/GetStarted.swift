import Cairn
import CairnApp
import ExampleSupport

/// The address of a person, which decides between a log-in and a sign-up.
struct GetStarted: Reducer {
  struct State: Hashable {
    /// The reason why a stored user could not be restored.
    var note: String?
    var email = ""
    var phase = Phase.editing(problem: nil)
    /// The screen above this one.
    var destination: Destination.State?

    enum Phase: Hashable {
      case editing(problem: String?)
      case checking
    }

    /// The reason why `next` is disabled.
    var objection: String? {
      switch phase {
      case .checking: "checking the address"
      case .editing: missing(("email", email.isBlank)) ?? unusable(("email", email))
      }
    }
  }

  enum Action: Codable, Equatable, CasePathable {
    case emailChanged(String)
    case next
    case checked(isRegistered: Bool)
    case notChecked(reason: String)
    case destination(Destination.Action)
  }

  let service: AccountService

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .emailChanged(let email):
        guard state.destination == nil else { return .none }
        state.email = email
        state.phase = .editing(problem: nil)
        // Another address makes the answer about the former one useless.
        return .cancel(id: "check")
      case .next:
        guard state.objection == nil, state.destination == nil else { return .none }
        state.phase = .checking
        return check(state.email.trimmed)
      case .checked(let isRegistered):
        let email = state.email.trimmed
        state.phase = .editing(problem: nil)
        state.destination =
          isRegistered ? .login(Login.State(email: email)) : .signup(Signup.State(email: email))
        return .none
      case .notChecked(let reason):
        state.phase = .editing(problem: reason)
        return .none
      case .destination:
        return .none
      }
    }
    .ifLet(\.destination, .destination) {
      Destination(login: Login(service: service), signup: Signup(service: service))
    }
  }

  private func check(_ email: String) -> Effect<Action> {
    .run(name: "check address") { [service] send in
      await send(.checked(isRegistered: try await service.isRegistered(email)))
    } catch: { error, send in
      await send(.notChecked(reason: "\(error)"))
    }
    .cancellable(id: "check")
  }
}

extension GetStarted.State {
  /// The screen and the one above it.
  var screens: [Screen<GetStarted.Action>] {
    let screen = Screen<GetStarted.Action>("get-started", "Myworkout GO") {
      if let note { Note(.warning, note, lines: 7) }
      Text("Give your e-mail address to log in or to create an account.")
      Field("email", email) { .emailChanged($0) }
      if case .editing(let problem?) = phase { Note(.error, problem, lines: 4) }
      if phase == .checking { Progress("Checking the address…") }
      Button("next", disabledBecause: objection, .next)
    }
    return [screen] + [destination?.screen.map { .destination($0) }].compactMap(\.self)
  }
}
