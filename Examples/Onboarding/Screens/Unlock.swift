import Cairn
import CairnApp
import CairnStorage
import ExampleSupport

/// Asks a signed-in user for the PIN at the start of the program.
///
/// The screen holds nothing of the session but the number of wrong tries. The session is loaded again
/// to check a PIN, and enters the state with the right one.
struct Unlock: Reducer {
  struct State: Hashable {
    var pin: Secret = ""
    /// The wrong tries since the last right one, over all starts.
    var wrongTries = 0
    /// The reason why no PIN can be tried: the time after a wrong one has not passed, or there were too
    /// many.
    var hold: String?
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
    var objection: String? {
      business ?? hold ?? missing(("pin", pin.isBlank))
    }
  }

  enum Action: Codable, Equatable {
    /// The screen appeared at the start of the program.
    case appeared
    case pinChanged(Secret)
    case unlock
    case unlocked(Session)
    /// The PIN was wrong. The count is on disk already.
    case wrongPIN(tries: Int)
    /// Another program has counted wrong PINs during the check. This PIN was not compared.
    case notCompared(tries: Int)
    case waited
    case notChecked(reason: String)
    case signOut
    case signedOut
    /// There is no session any more. `note` is the reason.
    case removed(note: String?)
    /// During the check another program has removed the session or signed up another user.
    case replaced
    case notSignedOut(reason: String)
  }

  let store: SessionStore
  let hasher: PasswordHasher
  let clock: any Clock<Duration>
  /// The wrong tries after which the session is removed.
  var limit = 10

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      guard state.hold == nil, state.business == nil else { return .none }
      if state.wrongTries > 1 {
        state.phase = .editing(problem: message(after: state.wrongTries))
      }
      return penalty(&state)
    case .pinChanged(let pin):
      guard state.business == nil, state.hold == nil else { return .none }
      state.pin = pin
      state.phase = .editing(problem: nil)
      return .none
    case .unlock:
      guard state.objection == nil else { return .none }
      state.phase = .checking
      return check(state.pin, after: state.wrongTries)
    case .unlocked:
      return .forParent
    case .wrongPIN(let tries):
      return refuse(&state, after: tries, because: message(after: tries))
    case .notCompared(let tries):
      return refuse(&state, after: tries, because: Self.notCompared)
    case .waited:
      state.hold = nil
      return .none
    case .notChecked(let reason):
      state.phase = .editing(problem: reason)
      return .none
    case .signOut:
      guard state.business == nil else { return .none }
      state.phase = .signingOut
      return store.signOut(done: .signedOut) { .notSignedOut(reason: $0) }
    case .signedOut, .removed, .replaced:
      return .forParent
    case .notSignedOut(let reason):
      state.phase = .editing(problem: reason)
      return .none
    }
  }
}

// Wrong tries.
extension Unlock {
  private func message(after wrongTries: Int) -> String {
    guard wrongTries > 1 else { return "Wrong PIN" }
    let left = max(0, limit - wrongTries)
    let tries = left == 1 ? "1 more wrong PIN" : "\(left) more wrong PINs"
    return "Wrong PIN; after \(tries) the session is removed"
  }

  private static let notCompared =
    "Another program has counted a wrong PIN. This PIN was not compared; enter it again"

  private func refuse(
    _ state: inout State, after tries: Int, because problem: String
  ) -> Effect<Action> {
    state.pin = ""
    state.wrongTries = tries
    state.phase = .editing(problem: problem)
    return penalty(&state)
  }

  /// Removes the session after the last wrong try, and makes a person wait after others: not after the
  /// first one, then 1 s, 2 s, 4 s and so on. A new start of the program begins the wait again, so that
  /// neither a restart nor a change of the system's date ends it.
  private func penalty(_ state: inout State) -> Effect<Action> {
    let tries = state.wrongTries
    if tries >= limit {
      state.hold = "the PIN was wrong \(tries) times; sign out"
      state.phase = .signingOut
      let note = "The PIN was wrong \(tries) times. The session was removed."
      return store.signOut(done: .removed(note: note)) { .notSignedOut(reason: $0) }
    }
    guard tries > 1 else { return .none }
    let seconds = 1 << (tries - 2)
    state.hold = "wait \(seconds) s after \(tries) wrong PINs"
    return .run(name: "wait after a wrong PIN") { [clock] send in
      try await clock.sleep(for: .seconds(seconds))
      await send(.waited)
    }
    // Neither a script nor the end of the program waits for it.
    .background
  }

  /// Checks a PIN against the saved session.
  ///
  /// The try is counted on disk before the PIN is compared: ending the program before the
  /// answer does not return the try. The right PIN sets the count to zero.
  private func check(_ pin: Secret, after wrongTries: Int) -> Effect<Action> {
    .run(name: "check PIN") { [store, hasher] send in
      try PasswordHasher.check(pin)
      guard let (session, isCounted) = try await store.countTry(after: wrongTries) else {
        return await send(.removed(note: nil))
      }
      // The wait after the wrong PINs of another program comes first.
      guard isCounted else { return await send(.notCompared(tries: session.wrongTries)) }
      do {
        guard try await hasher.matches(pin, session.pinHash) else {
          return await send(.wrongPIN(tries: session.wrongTries))
        }
      } catch {
        await store.takeBackTry(countedIn: session)
        throw error
      }
      await send(store.forgetTries(of: session).map { .unlocked($0) } ?? .replaced)
    } catch: { error, send in
      await send(.notChecked(reason: error.reason))
    }
  }
}

extension Unlock.State {
  var screen: Screen<Unlock.Action> {
    Screen("unlock", "Unlock") {
      Field("pin", secure: pin, disabledBecause: business ?? hold) { .pinChanged($0) }
      if case .editing(let problem?) = phase { Note(.error, problem, lines: 4) }
      if phase == .checking { Progress("Checking the PIN…") }
      if phase == .signingOut { Progress("Signing out…") }
      Button("unlock", disabledBecause: objection, .unlock)
      Button("sign-out", disabledBecause: business, .signOut)
    }
  }
}
