import Cairn
import CairnApp

/// The sign-up as an app; an option selects its flaw.
struct SignUpApp: App {
  static let name = "sign-up"
  static let summary = "Signs a user up on seven screens, rightly or not."
  static let options = [AppOption("--flaw", value: "NAME", help: "the mistake that is in it")]
  static let samples = [
    "email": ["ada@example.com", "ada"],
    "password": ["correct horse"],
    "name": ["Ada"],
    "pin": ["1234", "9876"],
    "confirm": ["1234", "9876"],
  ]

  static let properties: [AppProperty<SignUp.State>] =
    .standard() + [
      .backUndoes("next"),
      .alwaysReachable(screen: "main"),
      .never("a screen is passed that is not complete") { state in
        state.way.dropLast().contains { state.form.objection(at: $0) != nil }
      },
      .always("who is signed in has a PIN") { $0.session.map { $0.pinHash != nil } ?? true },
      .never("one sign-up creates two accounts") { $0.session.map { $0.account > 1 } ?? false },
      .noSecret("sign-out") { before, after in before.session != nil && after.session == nil },
      .step("one signs in by confirming a PIN, or at a start") { before, step, after in
        before.session != nil || after.session == nil || before.way.last == .confirmPIN
          || step == .restart
      },
      .step("every PIN is confirmed anew") { before, _, after in
        before.way.last == .confirmPIN || after.way.last != .confirmPIN
          || after.form.confirmation.isEmpty
      },
    ]

  let state: SignUp.State
  let reducer: SignUp
  let firstAction: SignUp.Action? = .started

  init(_ launch: Launch) throws(UsageError) {
    let name = launch.options["--flaw"]
    let flaw = name.flatMap(Flaw.init)
    guard name == nil || flaw != nil else { throw UsageError("there is no such flaw") }
    state = SignUp.State(flaw: flaw)
    reducer = SignUp(disk: launch.memory.keep(Disk()), clock: launch.clock)
  }

  func screens(of state: SignUp.State) -> [Screen<SignUp.Action>] {
    switch state.phase {
    case .starting:
      [Screen("starting", "Starting") { Progress("Looking for a saved session…") }]
    case .editing, .saving:
      state.way.isEmpty ? [Screen("blank", "") {}] : state.way.map { state.screen(of: $0) }
    case .signedIn(let session):
      [
        Screen("main", "Main") {
          Text("You are \(session.email).")
          Button("sign-out", .signOut)
        }
      ]
    }
  }
}

extension SignUp.State {
  fileprivate func screen(of place: SignUp.Place) -> Screen<SignUp.Action> {
    switch place {
    case .welcome:
      Screen("welcome", "Welcome") { next }
    case .terms:
      Screen("terms", "Terms of Service") {
        Toggle("accept", "I accept", isOn: form.hasAccepted, disabledBecause: busy, .accept)
        next
        back
      }
    case .credentials:
      Screen("credentials", "Credentials") {
        Field("email", form.email, disabledBecause: busy) { .emailChanged($0) }
        Field("password", secure: form.password, disabledBecause: busy) { .passwordChanged($0) }
        next
        back
      }
    case .personalInfo:
      Screen("personal-info", "Personal Info") {
        Field("name", form.name, disabledBecause: busy) { .nameChanged($0) }
        next
        back
      }
    case .newPIN:
      Screen("new-pin", "New PIN") {
        Field("pin", secure: form.pin, disabledBecause: busy) { .pinChanged($0) }
        next
        back
      }
    case .confirmPIN:
      Screen("confirm-pin", "Confirm PIN") {
        Field("confirm", secure: form.confirmation, disabledBecause: busy) {
          .confirmationChanged($0)
        }
        next
        back
      }
    }
  }

  private var busy: String? { phase == .saving ? "saving" : nil }
  private var next: Input<SignUp.Action> { Button("next", disabledBecause: objection, .next) }
  private var back: Input<SignUp.Action> {
    Button("back", disabledBecause: isBackDisabled ? "there is no way back now" : nil, .back)
  }
}
