import AppTestSupport
import Cairn
import CairnSimulation
import CairnStorage
import CairnTesting
import Synchronization
import Testing

@testable import onboarding

extension Root.State: ScreenedState {}

extension TestStore<Root.State, Root.Action> {
  convenience init(
    _ state: Root.State, sessions: SessionStore = .memory(),
    simulation: Simulation = Simulation()
  ) {
    self.init(state, simulation: simulation) {
      Root(store: sessions, hasher: .seeded(1), clock: simulation.clock)
    }
  }
}

extension SessionStore {
  /// A store that lasts as long as its copies. Its session counts as loaded.
  static func memory(initial session: Session? = nil) -> SessionStore {
    var disk = SimulatedDisk()
    let saved = try? FileStorage.change(simulatedPath, format: .session, on: &disk) {
      $0 = session
    }
    return SessionStore(
      .memory(Guarded(disk)), path: simulatedPath, base: Base(saved?.version ?? .none))
  }

  /// A store whose file contains `text`; `nil` for no file.
  static func memory(
    holding text: String?,
    _ changed: (FileStorage<Session>) -> FileStorage<Session> = { $0 }
  ) -> SessionStore {
    var disk = SimulatedDisk()
    disk[simulatedPath] = text
    return SessionStore(
      changed(.memory(Guarded(disk))), path: simulatedPath, base: Base(.none))
  }
}

/// The screens of the onboarding, in order. The raw value is the number of screens above Welcome.
enum Place: Int {
  case welcome, terms, credentials, personalInfo, newPIN, confirmPIN
}

extension Root.State {
  /// The state in which Ada has completed all screens up to this one.
  static func ada(at place: Place, confirming confirmation: Secret = "4711") -> Root.State {
    let (rules, pin) = (Rules(), Secret("4711"))
    let credentials = Credentials.State(
      rules: rules, email: "ada@example.com", password: "correct horse")
    let personalInfo = PersonalInfo.State(
      rules: rules, firstName: "Ada", lastName: "Lovelace", telephone: "+44 20 7946 0000")
    let screens: [Path.State] = [
      .terms(Terms.State(isAccepted: true)),
      .credentials(credentials),
      .personalInfo(personalInfo),
      .newPIN(NewPIN.State(rules: rules, pin: pin)),
      .confirmPIN(
        ConfirmPIN.State(
          profile: Profile(credentials, personalInfo), pin: pin, confirmation: confirmation)),
    ]
    var state = Onboarding.State(rules: rules)
    state.path.append(contentsOf: screens.prefix(place.rawValue))
    return .onboarding(state)
  }
}

extension Session {
  static let ada = Session(
    firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", telephone: "+44 20 7946 0001",
    locks: true, pinHash: "$y$j9T$salt$hash")

  static let grace = Session(
    firstName: "Grace", lastName: "Hopper", email: "grace@example.com", telephone: "555-0100",
    locks: false, pinHash: "$y$j9T$other$hash")

  /// The saved session of Ada.
  static let adaSignedUp = Session(
    firstName: "Ada", lastName: "Lovelace", email: "ada@example.com",
    telephone: "+44 20 7946 0000", locks: false,
    pinHash: PasswordHasher.seededHash(of: "4711", seed: 1))

  /// The session, which asks for the PIN.
  func locked(wrongTries: Int) -> Session {
    var session = self
    session.locks = true
    session.wrongTries = wrongTries
    return session
  }
}

// Changes for expectations.
extension Root.State {
  mutating func pop(keeping keep: (inout Draft) -> Void = { _ in }) {
    modify(.onboarding) {
      $0.path.pop()
      keep(&$0.draft)
    }
  }

  /// Changes the screen on top.
  mutating func top<Screen>(
    _ screen: CasePath<Path.State, Screen>, _ change: (inout Screen) -> Void
  ) {
    modify(.onboarding) { _ = $0.path[$0.path.count - 1].modify(screen, change) }
  }
}

extension Root.Action {
  /// An action of a screen of the stack.
  static func path(_ action: Path.Action) -> Root.Action {
    let id: StackID =
      switch action {
      case .terms: 0
      case .credentials: 1
      case .personalInfo: 2
      case .newPIN: 3
      case .confirmPIN: 4
      }
    return .onboarding(.path(.element(id: id, action: action)))
  }
}

/// Makes a store fail to save and to remove, until it ends.
final class Trouble: Sendable {
  /// The problem that a screen shows.
  static let problem =
    "No space left on device (saving onboarding.json). Free some space and try again."

  private let hasBegun: Mutex<Bool>

  init(hasBegun: Bool = true) { self.hasBegun = Mutex(hasBegun) }

  func begin() { hasBegun.withLock { $0 = true } }

  func end() { hasBegun.withLock { $0 = false } }

  func check(_ doing: String) throws(StorageError) {
    guard hasBegun.withLock(\.self) else { return }
    throw StorageError(.system(.noSpace), doing, "onboarding.json")
  }
}

extension SessionStore {
  func having(_ trouble: Trouble) -> SessionStore {
    SessionStore(
      load: load,
      save: { [save] session throws(StorageError) in
        try trouble.check("saving")
        try await save(session)
      },
      update: { [update] change throws(StorageError) in
        try trouble.check("saving")
        return try await update(change)
      },
      remove: { [remove] () throws(StorageError) in
        try trouble.check("removing")
        return try await remove()
      })
  }
}
