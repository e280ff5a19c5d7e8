import Cairn
import CairnSimulation

/// A sign-up of seven screens, right or with one ``Flaw``.
struct SignUp: Reducer {
  struct State: Hashable {
    let flaw: Flaw?
    var phase = Phase.starting
    /// The screens so far; the last one is shown.
    var way: [Place] = []
    var form = Form()
    /// The validated part of the form.
    var validated = Form()
  }

  enum Phase: Hashable {
    case starting, editing, saving
    case signedIn(Session)
  }

  enum Place: Int {
    case welcome, terms, credentials, personalInfo, newPIN, confirmPIN
  }

  enum Action: Sendable {
    case started
    case loaded(Disk)
    case accept
    case emailChanged(String)
    case passwordChanged(Secret)
    case nameChanged(String)
    case pinChanged(Secret)
    case confirmationChanged(Secret)
    case next
    case back
    case saved(Session)
    case signOut
  }

  let disk: Guarded<Disk>
  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .started:
      return .run(name: "load") { [disk] send in
        await send(.loaded(disk.withLock { $0 }))
      }
    case .loaded(let disk):
      state.start(on: disk)
      return .none
    case .accept:
      return state.type { $0.hasAccepted.toggle() }
    case .emailChanged(let email):
      return state.type { $0.email = email }
    case .passwordChanged(let password):
      return state.type { $0.password = password }
    case .nameChanged(let name):
      return state.type { $0.name = name }
    case .pinChanged(let pin):
      return state.type { $0.pin = pin }
    case .confirmationChanged(let confirmation):
      return state.type { $0.confirmation = confirmation }
    case .next:
      guard state.objection == nil || state.flaw == .unguardedNext else { return .none }
      return next(&state)
    case .back:
      if !state.isBackDisabled { state.goBack() }
      return .none
    case .saved(let session):
      state = State(flaw: state.flaw, phase: .signedIn(session))
      return .none
    case .signOut:
      guard state.session != nil else { return .none }
      state = State(flaw: state.flaw, phase: .editing, way: [.welcome])
      return .run(name: "sign out") { [disk] _ in disk.withLock { $0 = Disk() } }
    }
  }

  private func next(_ state: inout State) -> Effect<Action> {
    guard let place = state.way.last else { return .none }
    if let next = Place(rawValue: place.rawValue + 1) {
      state.way.append(next)
      return .none
    }
    state.phase = .saving
    return save(Session(state.form), isPINSaved: state.flaw != .forgottenPIN)
  }

  /// Writes for a second; a reader sees half of the file meanwhile.
  private func save(_ session: Session, isPINSaved: Bool) -> Effect<Action> {
    .run(name: "save") { [disk, clock] send in
      disk.withLock { $0.isDamaged = true }
      try await clock.sleep(for: .seconds(1))
      let account = disk.withLock { $0.write(session, isPINSaved: isPINSaved) }
      await send(.saved(Session(session, account: account)))
    }
  }
}

extension SignUp.State {
  var session: Session? {
    if case .signedIn(let session) = phase { session } else { nil }
  }

  /// The reason why the next screen is not possible.
  var objection: String? {
    if phase == .saving { return flaw == .savingTwice ? nil : "saving" }
    return way.last.flatMap { validated.objection(at: $0) }
  }

  var isBackDisabled: Bool {
    way.count < 2 || phase == .saving && flaw != .backWhileSaving
  }

  fileprivate mutating func start(on disk: Disk) {
    guard phase == .starting else { return }
    if let session = disk.session, !disk.isDamaged {
      phase = .signedIn(session)
    } else {
      phase = .editing
      way = disk.isDamaged && flaw == .blankAfterDamage ? [] : [.welcome]
    }
  }

  fileprivate mutating func type(_ change: (inout Form) -> Void) -> Effect<SignUp.Action> {
    guard phase == .editing else { return .none }
    let before = form
    change(&form)
    validated = flaw == .staleValidation ? before : form
    return .none
  }

  fileprivate mutating func goBack() {
    switch way.removeLast() {
    case .newPIN:
      forget(\.pin)
      if flaw == .wrongWayBack { way.removeLast() }
    case .confirmPIN:
      if flaw != .keptConfirmation { forget(\.confirmation) }
    case .welcome, .terms, .credentials, .personalInfo:
      break
    }
  }

  private mutating func forget(_ secret: WritableKeyPath<Form, Secret>) {
    form[keyPath: secret] = ""
    validated[keyPath: secret] = ""
  }
}

/// The entered data.
struct Form: Hashable {
  var hasAccepted = false
  var email = ""
  var password: Secret = ""
  var name = ""
  var pin: Secret = ""
  var confirmation: Secret = ""

  /// The reason why the screen after a given one is not possible.
  func objection(at place: SignUp.Place) -> String? {
    switch place {
    case .welcome: nil
    case .terms: hasAccepted ? nil : "accept the terms first"
    case .credentials:
      email.contains("@") && !password.isEmpty ? nil : "an e-mail address and a password are needed"
    case .personalInfo: name.isEmpty ? "a name is needed" : nil
    case .newPIN: pin.isEmpty ? "a PIN is needed" : nil
    case .confirmPIN: confirmation == pin ? nil : "the PINs differ"
    }
  }
}

/// A user who has signed up.
struct Session: Hashable, Sendable {
  let email: String
  var pinHash: Int?
  /// The number of the account among those of one sign-up.
  var account = 1

  init(_ form: Form) {
    email = form.email
    pinHash = form.pin.reveal().unicodeScalars.reduce(7) { $0 * 31 + Int($1.value) }
  }

  init(_ session: Session, account: Int) {
    self = session
    self.account = account
  }
}

/// Storage that survives the process.
struct Disk: Hashable, Sendable {
  var session: Session?
  var isDamaged = false
  private var accounts = 0

  /// Writes a session and returns the number of its account.
  mutating func write(_ session: Session, isPINSaved: Bool) -> Int {
    accounts += 1
    self.session = Session(session, account: accounts)
    if !isPINSaved { self.session?.pinHash = nil }
    isDamaged = false
    return accounts
  }
}

/// A bug in the sign-up of these tests. All occur in practice.
enum Flaw: String, CaseIterable, Sendable {
  /// The input is validated with the value before the last keystroke.
  case staleValidation = "stale-validation"
  /// `next` is disabled on the screen, but the reducer accepts it.
  case unguardedNext = "unguarded-next"
  /// A partially written file leads to an empty screen.
  case blankAfterDamage = "blank-after-damage"
  /// The session is saved without its PIN.
  case forgottenPIN = "forgotten-pin"
  /// Back from New PIN skips a screen.
  case wrongWayBack = "wrong-way-back"
  /// The confirmation of an earlier PIN is not cleared.
  case keptConfirmation = "kept-confirmation"
  /// Back is possible while the session is saved, which signs the user in anyway.
  case backWhileSaving = "back-while-saving"
  /// A second `next` saves a second time.
  case savingTwice = "saving-twice"
}
