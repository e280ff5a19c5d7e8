import Cairn
import CairnApp
import CairnStorage
import ExampleSupport

/// The PIN a second time; then the session is saved.
struct ConfirmPIN: Reducer {
  struct State: Hashable, FormState {
    /// The values from the screens before.
    let profile: Profile
    let pin: Secret
    var confirmation: Secret = ""
    var phase = FormPhase.editing(problem: nil)

    /// The reason why all inputs are disabled.
    var business: String? { isSubmitting ? "saving" : nil }

    /// The reason why `next` is disabled.
    var objection: String? { business ?? missing(("confirm", confirmation.isBlank)) }
  }

  enum Action: Codable, Equatable {
    case confirmationChanged(Secret)
    case next
    case back
    case saved(Session)
    case notSaved(reason: String)
  }

  let store: SessionStore
  let hasher: PasswordHasher

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .confirmationChanged(let confirmation):
      state.edit { $0.confirmation = confirmation }
      return .none
    case .next:
      guard state.objection == nil else { return .none }
      guard state.confirmation == state.pin else {
        state.confirmation = ""
        state.phase = .editing(problem: "PINs do not match")
        return .none
      }
      state.phase = .submitting
      return save(state.profile, state.pin)
    case .back:
      return state.business == nil ? .dismiss : .none
    case .saved:
      return .forParent
    case .notSaved(let reason):
      state.phase = .editing(problem: reason)
      return .none
    }
  }

  private func save(_ profile: Profile, _ pin: Secret) -> Effect<Action> {
    .run(name: "save session") { [store, hasher] send in
      let session = profile.session(pinHash: try await hasher.hash(pin))
      try await store.save(session)
      await send(.saved(session))
    } catch: { error, send in
      await send(.notSaved(reason: error.reason))
    }
  }
}

extension ConfirmPIN.State {
  var screen: Screen<ConfirmPIN.Action> {
    Screen("confirm-pin", "Confirm PIN", step: 6, of: 7) {
      Field("confirm", secure: confirmation, disabledBecause: business) { .confirmationChanged($0) }
      if let problem = phase.problem { Note(.error, problem, lines: 4) }
      if isSubmitting { Progress("Saving…") }
      Button("next", disabledBecause: objection, .next)
      Button("back", disabledBecause: business, .back)
    }
  }
}
