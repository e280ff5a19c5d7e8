import Cairn
import CairnApp

/// A feature whose screen has every kind of element.
struct Credentials {
  enum Action: Hashable, Sendable {
    case emailChanged(String)
    case passwordChanged(Secret)
    case acceptToggled
    case next
    case back
  }

  var email = ""
  var password: Secret = ""
  var accepted = false
  var isLocked = false
  var isSaving = false

  var screen: Screen<Action> {
    Screen("credentials", "Credentials", step: 3, of: 7) {
      Text("Choose how you sign in.")
      Field("email", email, disabledBecause: isLocked ? "the account is locked" : nil) {
        .emailChanged($0)
      }
      if !email.isEmpty, !email.contains("@") {
        Note(.warning, "this does not look like an address")
      }
      Field("password", secure: password) { .passwordChanged($0) }
      Toggle("accept", "I accept the terms", isOn: accepted, .acceptToggled)
      Button(
        "next",
        disabledBecause: email.isEmpty || password.isEmpty
          ? "email and password are required" : nil, .next)
      Button("back", .back)
      if isSaving { Progress("Saving…") }
    }
  }
}

extension TypedLine {
  var action: Action? {
    switch self {
    case .action(let action, name: _): action
    case .blank, .refused: nil
    }
  }

  var refusal: Refusal<Action>? {
    switch self {
    case .refused(let refusal): refusal
    case .blank, .action: nil
    }
  }
}
