import Cairn
import CairnApp
import CairnStorage
import CairnTerminal
import Synchronization

/// The registered users of an app, and who is signed in, in one file.
///
///     let accounts = Accounts<Profile>(
///       try launch.storage("notes", format: Accounts.format), hasher: launch.hasher)
///     let ada = try await accounts.register(
///       email: "ada@example.com", password: password, profile: Profile(name: "Ada"))
///     if let ada { try await accounts.signIn(ada.email) }
///     await accounts.restore().account  // Ada, also after a restart
///
/// - Two addresses are the same if they differ only in case and in surrounding white space.
/// - A password is stored as a salted hash of the ``CairnStorage/PasswordHasher``, never as text.
/// - Each change applies to the current contents of the file, also when several programs use it.
/// - A damaged file is renamed, and its last good copy takes its place with nobody signed in. The operation
///   that finds it says so, and changes nothing.
///
/// *Not* guaranteed: a bound on the number of wrong passwords, and secrecy of who is registered:
/// ``isRegistered(_:)`` tells it.
///
/// - Complexity: each operation is O(*n*) in the number of users.
public struct Accounts<Profile: Codable & Hashable & Sendable>: Sendable {
  /// A registered user, without the password.
  public struct Account: Codable, Hashable, Sendable {
    /// The address as the user typed it, without surrounding white space.
    public let email: String
    /// The data of the user.
    public var profile: Profile

    /// Creates an account. White space around the address is removed.
    public init(email: String, profile: Profile) {
      self.email = email.trimmed
      self.profile = profile
    }
  }

  /// A user with a password: a built-in user, or one of a simulated start.
  public struct User: Sendable {
    let account: Account
    let password: Secret

    /// Creates a user.
    public init(email: String, password: Secret, profile: Profile) {
      account = Account(email: email, profile: profile)
      self.password = password
    }
  }

  /// The contents of the file.
  public struct Contents: Codable, Hashable, Sendable {
    struct Entry: Codable, Hashable, Sendable {
      var account: Account
      /// The hash of the password. Not named `passwordHash`: `noSecret` searches stored text, and the sample
      /// is `password`.
      let hash: Secret
    }

    /// In the order of registration.
    var users: [Entry] = []
    /// The address of the signed-in user.
    var signedIn: String?

    /// The contents of a simulated start, with the hashes of its hasher.
    public static func seeded(_ users: [User], signedIn: String? = nil) -> Contents {
      let entries = users.map {
        Entry(
          account: $0.account,
          hash: PasswordHasher.seededHash(of: $0.password, seed: StoragePlace.hashSeed))
      }
      return Contents(users: entries, signedIn: signedIn)
    }

    func entry(of email: String) -> Entry? {
      users.first { $0.account.email.isSameEmail(as: email) }
    }

    mutating func change(_ email: String, _ change: (inout Profile) -> Void) -> Account? {
      guard let index = users.firstIndex(where: { $0.account.email.isSameEmail(as: email) }) else {
        return nil
      }
      change(&users[index].account.profile)
      return users[index].account
    }
  }

  /// The result of ``restore()``.
  public struct Restored: Codable, Hashable, Sendable {
    /// The signed-in user; `nil` if nobody is signed in.
    public var account: Account?
    /// The reason why the file could not be used, for the user; `nil` if it could.
    public var note: String?

    /// Creates a result.
    public init(account: Account?, note: String? = nil) {
      self.account = account
      self.note = note
    }
  }

  private let storage: FileStorage<Contents>
  private let hasher: PasswordHasher
  private let builtIn: [User]

  /// - Parameters:
  ///   - storage: a file with ``format``.
  ///   - builtIn: users that exist before any registration. The first change of one of them stores it.
  public init(_ storage: FileStorage<Contents>, hasher: PasswordHasher, builtIn: [User] = []) {
    self.storage = storage
    self.hasher = hasher
    self.builtIn = builtIn
  }

  /// The format of the file, which stores the hashes of passwords.
  public static var format: FileFormat<Contents> { FileFormat(storesSecrets: true) }

  /// The signed-in user, for the start of an app.
  ///
  /// It never throws: if the file cannot be used, nobody is signed in, and the note has the reason.
  public func restore() async -> Restored {
    do throws(StorageError) {
      let (contents, note) = try await load()
      return Restored(
        account: contents.signedIn.flatMap { contents.entry(of: $0) }?.account, note: note)
    } catch {
      // A cancelled effect has no use for an answer.
      guard error.problem != .cancelled else { return Restored(account: nil) }
      return Restored(account: nil, note: "\(error.summary). \(error.problem.remedy)")
    }
  }

  /// Whether a user has this address.
  public func isRegistered(_ email: String) async throws(AccountError) -> Bool {
    try await entry(of: email) != nil
  }

  /// The account of an address and a password; `nil` if the pair is wrong. Nobody is signed in.
  ///
  /// It hashes the password also for an unknown address, so that its time does not tell the addresses.
  public func verify(email: String, password: Secret) async throws(AccountError) -> Account? {
    guard (try? PasswordHasher.check(password)) != nil else { return nil }
    guard let entry = try await entry(of: email) else {
      _ = try await hash(password)
      return nil
    }
    do throws(PasswordError) {
      return try await hasher.matches(password, entry.hash) ? entry.account : nil
    } catch {
      throw .password(error)
    }
  }

  /// Registers a user and returns the account; `nil` if the address is taken. Nobody is signed in.
  ///
  /// If its task is cancelled before the file is changed, it throws and stores nothing.
  public func register(
    email: String, password: Secret, profile: Profile
  ) async throws(AccountError) -> Account? {
    let account = Account(email: email, profile: profile)
    guard !builtIn.contains(where: { $0.account.email.isSameEmail(as: email) }) else { return nil }
    let entry = Contents.Entry(account: account, hash: try await hash(password))
    // A hash takes a tenth of a second, in which a person can have given up.
    guard !Task.isCancelled else {
      throw .storage(StorageError(.cancelled, "registering", account.email))
    }
    return try await update { contents in
      guard contents.entry(of: email) == nil else { return nil }
      contents.users.append(entry)
      return account
    }
  }

  /// Stores that a user is signed in, in place of any other.
  ///
  /// - Throws: ``AccountError/unknown(_:)`` if no user has the address, or a failure of the storage.
  public func signIn(_ email: String) async throws(AccountError) {
    let isKnown: Bool = try await update(storing: email) { contents in
      guard let entry = contents.entry(of: email) else { return false }
      contents.signedIn = entry.account.email
      return true
    }
    guard isKnown else { throw .unknown(email) }
  }

  /// Stores that a user is no longer signed in. Another user, whom another program has signed in, stays.
  public func signOut(_ email: String) async throws(AccountError) {
    try await update { contents in
      if contents.signedIn?.isSameEmail(as: email) == true { contents.signedIn = nil }
    }
  }

  /// Changes the stored profile of a user, and returns the account; `nil` if no user has the address.
  ///
  /// - Parameter change: is called once, on another thread.
  public func update(
    _ email: String, _ change: @escaping @Sendable (inout Profile) -> Void
  ) async throws(AccountError) -> Account? {
    try await update(storing: email) { $0.change(email, change) }
  }

  // MARK: - The file

  /// The contents, with a note if the file was damaged.
  private func load() async throws(StorageError) -> (contents: Contents, note: String?) {
    let loaded = try await storage.load()
    switch loaded.finding {
    case nil, .newerSetAside:
      return (loaded.value ?? Contents(), nil)
    case .newer(let found, let supported):
      throw StorageError(.newer(found: found, supported: supported), "reading", "the accounts")
    case .damaged(let kept):
      let note = "The saved accounts could not be understood and were kept as \(kept)."
      guard var contents = loaded.lastGood else { return (Contents(), note) }
      contents.signedIn = nil
      try await storage.save(contents, basedOn: loaded.version)
      return (contents, "\(note) The accounts before the last change are back.")
    }
  }

  /// The contents, while the app runs.
  private func reload() async throws(AccountError) -> Contents {
    let loaded: (contents: Contents, note: String?)
    do throws(StorageError) {
      loaded = try await load()
    } catch {
      throw .storage(error)
    }
    if let note = loaded.note { throw .setAside(note) }
    return loaded.contents
  }

  private func entry(of email: String) async throws(AccountError) -> Contents.Entry? {
    if let entry = try await reload().entry(of: email) { return entry }
    return try await builtInEntry(of: email)
  }

  private func builtInEntry(of email: String) async throws(AccountError) -> Contents.Entry? {
    guard let user = builtIn.first(where: { $0.account.email.isSameEmail(as: email) }) else {
      return nil
    }
    return Contents.Entry(account: user.account, hash: try await hash(user.password))
  }

  private func hash(_ password: Secret) async throws(AccountError) -> Secret {
    do throws(PasswordError) {
      return try await hasher.hash(password)
    } catch {
      throw .password(error)
    }
  }

  /// Changes the contents of the file.
  ///
  /// - Parameter email: the address of a built-in user, who is stored first.
  private func update<Result: Sendable>(
    storing email: String? = nil, _ change: @escaping @Sendable (inout Contents) -> Result
  ) async throws(AccountError) -> Result {
    var entry: Contents.Entry?
    if let email { entry = try await builtInEntry(of: email) }
    let result = Mutex<Result?>(nil)
    let apply: @Sendable (inout Contents?) -> Void = { [entry] stored in
      var contents = stored ?? Contents()
      if let entry, contents.entry(of: entry.account.email) == nil { contents.users.append(entry) }
      let value = change(&contents)
      result.withLock { $0 = value }
      if contents != stored ?? Contents() { stored = contents }
    }
    do throws(StorageError) {
      try await storage.update(apply)
    } catch {
      // Loading renames the damaged file, restores its copy and says so.
      if error.problem == .damaged { _ = try await reload() }
      throw .storage(error)
    }
    guard let value = result.withLock({ $0 }) else {
      throw .storage(StorageError(.cancelled, "changing", "the accounts"))
    }
    return value
  }
}

/// The reason why an operation of ``Accounts`` failed. Its description is for the user.
public enum AccountError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file could not be read or written.
  case storage(StorageError)
  /// The file was damaged and was renamed. The text says so; the next try uses the restored contents.
  case setAside(String)
  /// The password could not be hashed or compared.
  case password(PasswordError)
  /// No user has this address.
  case unknown(String)

  public var description: String {
    switch self {
    case .storage(let error): "\(error)"
    case .setAside(let note): "\(note) Try again."
    case .password(let error): "\(error)"
    case .unknown(let email): "No user has the address \(email)."
    }
  }
}

extension String {
  fileprivate func isSameEmail(as other: String) -> Bool {
    trimmed.lowercased() == other.trimmed.lowercased()
  }
}
