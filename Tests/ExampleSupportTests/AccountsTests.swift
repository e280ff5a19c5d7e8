import Cairn
import CairnSimulation
import CairnStorage
import ExampleSupport
import TestSupport
import Testing

private struct Profile: Codable, Hashable, Sendable {
  var mobile = ""
}

private typealias Users = Accounts<Profile>

struct AccountsTests {
  private let disk = Guarded(SimulatedDisk())
  private static let path = "users.json"

  private func storage(
    fault: @escaping @Sendable (StorageOperation) async throws -> StorageFault? = { _ in nil }
  ) -> FileStorage<Users.Contents> {
    FileStorage(
      simulated: Self.path, format: Users.format,
      on: { [disk] body in disk.withLock { body(&$0) } }, fault: fault)
  }

  private func users(builtIn: [Users.User] = []) -> Users {
    Users(storage(), hasher: .seeded(0), builtIn: builtIn)
  }

  @discardableResult
  private func register(_ email: String, password: Secret = "s3cret") async throws
    -> Users.Account?
  {
    try await users().register(email: email, password: password, profile: Profile())
  }

  @Test(arguments: ["ADA@example.COM", " ada@example.com ", "ada@example.com"])
  func `an address is taken in any case of its letters`(other: String) async throws {
    #expect(try await register("Ada@Example.com")?.email == "Ada@Example.com")
    #expect(try await users().isRegistered(other))
    #expect(try await register(other) == nil)
    #expect(
      try await users().verify(email: other, password: "s3cret")?.email == "Ada@Example.com")
    #expect(try await !users().isRegistered("grace@example.com"))
  }

  @Test func `a wrong password and an unknown address are both no account`() async throws {
    let hashed = Counter()
    let seeded = PasswordHasher.seeded(0)
    let hasher = PasswordHasher { password throws(PasswordError) in
      _ = hashed.next()
      return try await seeded.hash(password)
    } matches: { password, hash throws(PasswordError) in
      _ = hashed.next()
      return try await seeded.matches(password, hash)
    }
    try await register("ada@example.com")
    let users = Users(storage(), hasher: hasher)
    #expect(try await users.verify(email: "ada@example.com", password: "wrong") == nil)
    #expect(hashed.value == 1)
    #expect(try await users.verify(email: "grace@example.com", password: "wrong") == nil)
    #expect(hashed.value == 2, "an unknown address takes as long")
    let long = Secret(String(repeating: "x", count: 512))
    #expect(try await users.verify(email: "ada@example.com", password: long) == nil)
  }

  @Test func `only a sign-in is remembered`() async throws {
    try await register("ada@example.com")
    _ = try await users().verify(email: "ada@example.com", password: "s3cret")
    #expect(await users().restore() == Users.Restored(account: nil))
    try await users().signIn("ADA@example.com")
    #expect(await users().restore().account?.email == "ada@example.com")
    try await users().signOut("grace@example.com")
    #expect(await users().restore().account?.email == "ada@example.com")
    try await users().signOut("Ada@example.com")
    #expect(await users().restore() == Users.Restored(account: nil))
    await #expect(throws: AccountError.unknown("grace@example.com")) {
      try await users().signIn("grace@example.com")
    }
  }

  @Test func `a changed profile is stored`() async throws {
    try await register("ada@example.com")
    let changed = try await users().update("Ada@example.com") { $0.mobile = "+60 12" }
    #expect(changed?.profile.mobile == "+60 12")
    let verified = try await users().verify(email: "ada@example.com", password: "s3cret")
    #expect(verified == changed)
    #expect(try await users().update("grace@example.com") { $0.mobile = "" } == nil)
  }

  @Test func `a built-in user signs in and is stored then`() async throws {
    let builtIn = [
      Users.User(email: "first@example.com", password: "password", profile: Profile(mobile: "1"))
    ]
    let users = users(builtIn: builtIn)
    #expect(try await users.isRegistered("FIRST@example.com"))
    #expect(try await users.verify(email: "first@example.com", password: "other") == nil)
    #expect(disk.withLock { $0[Self.path] } == nil)
    let account = try await users.verify(email: "first@example.com", password: "password")
    #expect(account?.profile.mobile == "1")
    try await users.signIn("first@example.com")
    #expect(await users.restore().account == account)
    #expect(disk.withLock { $0[Self.path] }?.contains("first@example.com") == true)
    #expect(
      try await users.update("first@example.com") { $0.mobile = "2" }?.profile.mobile == "2")
    #expect(await users.restore().account?.profile.mobile == "2")
  }

  @Test func `of many registrations of an address one succeeds`() async throws {
    let users = users()
    let created = try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<20 {
        group.addTask {
          try await users.register(
            email: index.isMultiple(of: 2) ? "ada@example.com" : "ADA@example.com",
            password: Secret("\(index)"), profile: Profile()) != nil
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(created == 1)
  }

  private static let damaged = #"{"storage":1"#

  private func note(_ kept: String) -> String {
    "The saved accounts could not be understood and were kept as \(kept). "
      + "The accounts before the last change are back."
  }

  @Test func `a damaged file is replaced by its copy, with nobody signed in`() async throws {
    try await register("ada@example.com")
    try await users().signIn("ada@example.com")
    try await register("grace@example.com")
    disk.withLock { $0[Self.path] = Self.damaged }
    #expect(
      await users().restore() == Users.Restored(account: nil, note: note("users.json.damaged")))
    #expect(try await users().isRegistered("ada@example.com"))
    #expect(try await !users().isRegistered("grace@example.com"), "it was the last change")
    #expect(await users().restore() == Users.Restored(account: nil))
  }

  @Test(arguments: [true, false])
  func `an operation that finds a damaged file says so, and the next one uses its copy`(
    isChange: Bool
  ) async throws {
    try await register("ada@example.com")
    try await register("grace@example.com")
    disk.withLock { $0[Self.path] = Self.damaged }
    let error = await #expect(throws: AccountError.self) {
      if isChange {
        _ = try await register("Grace@example.com")
      } else {
        _ = try await users().isRegistered("ada@example.com")
      }
    }
    #expect(error?.description == note("users.json.damaged") + " Try again.")
    #expect(disk.withLock { $0["users.json.damaged"] } == Self.damaged)
    #expect(try await register("Grace@example.com") != nil)
    #expect(try await users().isRegistered("ada@example.com"))
  }

  @Test func `a failure of the storage is the reason for the user`() async throws {
    let users = Users(
      storage { _ in .fails(.write, .noSpace) }, hasher: .seeded(0))
    let error = await #expect(throws: AccountError.self) {
      try await users.register(email: "ada@example.com", password: "1", profile: Profile())
    }
    #expect(
      error?.description
        == "No space left on device (changing users.json). Free some space and try again.")
    let unreadable = Users(storage { _ in .fails(.read, .inputOutput) }, hasher: .seeded(0))
    try await register("ada@example.com")
    #expect(await unreadable.restore().note?.hasPrefix("Input/output error") == true)
    #expect(try await self.users().isRegistered("ada@example.com"))
  }

  @Test func `a registration that is cancelled while it hashes stores nobody`() async throws {
    var hasher = PasswordHasher.seeded(0)
    hasher.hash = { [hash = hasher.hash] password throws(PasswordError) in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await hash(password)
    }
    let users = Users(storage(), hasher: hasher)
    let registration = Task {
      try await users.register(email: "ada@example.com", password: "1", profile: Profile())
    }
    await #expect(throws: AccountError.self) { try await registration.value }
    #expect(try await !self.users().isRegistered("ada@example.com"))
  }

  @Test func `the file of a newer program is left in place`() async throws {
    let newer = FileFormat<Users.Contents>(version: 2, storesSecrets: true)
    let text = try disk.withLock { disk in
      _ = try FileStorage.change(Self.path, format: newer, on: &disk) { $0 = .seeded([]) }
      return disk[Self.path]
    }
    let restored = await users().restore()
    #expect(restored.account == nil)
    #expect(restored.note?.hasPrefix("Written by a newer program, in format 2") == true)
    await #expect(throws: AccountError.self) { try await register("ada@example.com") }
    #expect(disk.withLock { $0[Self.path] } == text)
  }
}
