import Cairn
import CairnApp

/// Asks a signed-in user for the PIN at the start of the program.
struct Unlock: Reducer {
  struct State: Hashable {
    let session: Session
    var pin: Secret = ""
    var phase = Phase.editing(problem: nil)

    enum Phase: Hashable {
      case editing(problem: String?)
      case checking
      case signingOut
    }

    /// The reason why all inputs are disabled.
    var business: String? {
      switch phase {
      case .editing: nil
      case .checking: "checking the PIN"
      case .signingOut: "signing out"
      }
    }

    /// The reason why `unlock` is disabled.
    var objection: String? { business ?? missing(("pin", pin.isBlank)) }
  }

  enum Action: Codable, Equatable {
    case pinChanged(Secret)
    case unlock
    case unlocked(Session)
    case wrongPIN
    case notChecked(reason: String)
    case signOut
    case signedOut
    case notSignedOut(reason: String)
  }

  let store: SessionStore
  let hasher: PINHasher

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .pinChanged(let pin):
      guard state.business == nil else { return .none }
      state.pin = pin
      state.phase = .editing(problem: nil)
      return .none
    case .unlock:
      guard state.objection == nil else { return .none }
      state.phase = .checking
      return check(state.pin, of: state.session)
    case .unlocked:
      return .none  // handled by the parent
    case .wrongPIN:
      state.pin = ""
      state.phase = .editing(problem: "Wrong PIN")
      return .none
    case .notChecked(let reason):
      state.phase = .editing(problem: reason)
      return .none
    case .signOut:
      guard state.business == nil else { return .none }
      state.phase = .signingOut
      return store.signOut(done: .signedOut) { .notSignedOut(reason: $0) }
    case .signedOut:
      return .none  // handled by the parent
    case .notSignedOut(let reason):
      state.phase = .editing(problem: reason)
      return .none
    }
  }

  private func check(_ pin: Secret, of session: Session) -> Effect<Action> {
    .run(name: "check PIN") { [hasher] send in
      await send(try await hasher.matches(pin, session.pinHash) ? .unlocked(session) : .wrongPIN)
    } catch: { error, send in
      await send(.notChecked(reason: "\(error)"))
    }
  }
}

extension Unlock.State {
  var screen: Screen<Unlock.Action> {
    Screen("unlock", "Unlock") {
      Field("pin", secure: pin, disabledBecause: business) { .pinChanged($0) }
      if case .editing(let problem?) = phase { Note(.error, problem, lines: 4) }
      if phase == .checking { Progress("Checking the PIN…") }
      if phase == .signingOut { Progress("Signing out…") }
      Button("unlock", disabledBecause: objection, .unlock)
      Button("sign-out", disabledBecause: business, .signOut)
    }
  }
}
