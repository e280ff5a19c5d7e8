import Cairn
import CairnApp
import CairnTerminal
import ExampleSupport

/// The service that knows the users. Each request takes a second.
///
///     let service = try AccountService(launch)
///     try await service.isRegistered("ada@example.com")  // false
///     try await service.logIn(email: "registered@email.com", password: "password")
///
/// A cancelled request throws. It stores nothing, unless the write to the file has begun: then the sign-up is
/// stored.
///
/// `logIn` and `signUp` keep nobody signed in: the app calls `remember` when it shows the profile.
/// A person who cancels is therefore not signed in at the next start.
struct AccountService: Sendable {
  let accounts: Accounts<Person>
  let clock: any Clock<Duration>

  /// The user that every file has from the beginning.
  static let registered = Accounts<Person>.User(
    email: registeredEmail, password: registeredPassword, profile: Person(gender: .undisclosed))
  static let registeredEmail = "registered@email.com"
  static let registeredPassword: Secret = "password"

  /// Files and slow hashes in the real world; a simulated disk and fast hashes in a simulated one.
  init(_ launch: Launch) throws(UsageError) {
    let contents: Accounts<Person>.Contents? =
      switch launch.world {
      case .simulated(start: "signed-in"):
        .seeded([Self.registered], signedIn: Self.registeredEmail)
      case .real, .simulated: nil
      }
    let storage = try launch.storage(
      WorkoutApp.name, format: Accounts<Person>.format, initially: contents)
    accounts = Accounts(storage, hasher: launch.hasher, builtIn: [Self.registered])
    clock = launch.clock
  }

  /// Whether a user has this address.
  func isRegistered(_ email: String) async throws -> Bool {
    try await clock.sleep(for: Self.time)
    return try await accounts.isRegistered(email)
  }

  /// Returns the account of the pair; `nil` if the pair is wrong.
  func logIn(email: String, password: Secret) async throws -> Account? {
    try await clock.sleep(for: Self.time)
    return try await accounts.verify(email: email, password: password)
  }

  /// Creates a user; returns `nil` if the address is taken.
  func signUp(email: String, password: Secret, gender: Gender) async throws -> Account? {
    try await clock.sleep(for: Self.time)
    return try await accounts.register(
      email: email, password: password, profile: Person(gender: gender))
  }

  /// The time that a request takes.
  private static let time = Duration.seconds(1)
}
