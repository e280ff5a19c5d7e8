import Cairn
import CairnTesting
import Testing

@testable import workout

struct SignupTests {
  private let email = "ada@example.com"

  @Test func `after a second, a sign-up creates the user and leads to the profile`() async throws {
    let world = try World()
    let store = world.store(.signup(email))
    store.send(.signup(.passwordChanged("s3cret"))) { $0 = .signup(email, "s3cret") }
    store.send(.signup(.genderChosen(.female))) { $0 = .signup(email, "s3cret", .female) }
    store.send(.signup(.signup)) { $0 = .signup(email, "s3cret", .female, .submitting) }
    store.advance(by: .milliseconds(999))
    store.advance(by: .milliseconds(1))
    store.receive(.equal(.signup(.signedUp(.ada)))) { $0 = .profile(.ada) }
    store.receive(.equal(.signedIn(.remember))) { $0 = .profile(.ada, .remembering) }
    store.receive(.equal(.signedIn(.remembered))) { $0 = .profile(.ada) }
    store.finish()
    #expect(await world.rememberedEmail() == email)
    #expect(
      try await world.service.accounts.verify(email: "ADA@example.com", password: "s3cret") == .ada)
  }

  @Test(arguments: [0, 1, 999])
  func `a cancel ends the sign-up, and no user is created`(milliseconds: Int) async throws {
    let world = try World()
    let store = world.store(.signup(email, "s3cret", .male))
    store.send(.signup(.signup)) { $0 = .signup(email, "s3cret", .male, .submitting) }
    store.advance(by: .milliseconds(milliseconds))
    store.send(.signup(.cancel)) { $0 = .getStarted(email) }
    store.advance(by: .seconds(2))
    store.finish()
    #expect(try await world.service.accounts.isRegistered(email) == false)
  }

  @Test(arguments: [
    (String(repeating: "1", count: 512), "The password has 512 bytes; the maximum is 511."),
    ("s3\u{0}cret", "The password contains a NUL character and cannot be hashed."),
  ])
  func `a password that cannot be hashed is reported, and nobody is registered`(
    password: String, reason: String
  ) async throws {
    let world = try World()
    let password = Secret(password)
    let store = world.store(.signup(email, password, .male))
    store.send(.signup(.signup)) { $0 = .signup(email, password, .male, .submitting) }
    store.advance(by: .seconds(1))
    store.receive(.equal(.signup(.notSignedUp(reason: reason)))) {
      $0 = .signup(email, password, .male, .editing(problem: reason))
    }
    store.finish()
    #expect(try await world.service.accounts.isRegistered(email) == false)
  }
}
