import Cairn
import CairnApp
import ExampleSupport

/// E-mail address and password.
struct Credentials: Reducer {
  struct State: Hashable {
    let rules: Rules
    var email = ""
    var password: Secret = ""

    /// The reason why `next` is disabled.
    var objection: String? {
      missing(("email", email.isBlank), ("password", password.isBlank))
        ?? unusable(("email", email)) ?? rules.objection(emailDoubt).map { "email: \($0)" }
    }

    var emailDoubt: String? { rules.doubt(email: email) }
  }

  enum Action: Codable, Equatable {
    case emailChanged(String)
    case passwordChanged(Secret)
    case next
    case back
    case completed
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .emailChanged(let email):
      state.email = email
      return .none
    case .passwordChanged(let password):
      state.password = password
      return .none
    case .next:
      return state.objection == nil ? .send(.completed) : .none
    case .back:
      return .dismiss
    case .completed:
      return .forParent
    }
  }
}

extension Credentials.State {
  var screen: Screen<Credentials.Action> {
    Screen("credentials", "Credentials", step: 3, of: 7) {
      Field("email", email) { .emailChanged($0) }
      if let note = rules.note(on: emailDoubt) { Note(.warning, note) }
      Field("password", secure: password) { .passwordChanged($0) }
      Button("next", disabledBecause: objection, .next)
      Button("back", .back)
    }
  }
}
