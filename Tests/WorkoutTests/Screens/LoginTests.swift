import Cairn
import CairnTesting
import Testing

@testable import workout

struct LoginTests {
  private let email = "registered@email.com"

  @Test func `after a second, the right pair leads to the profile, which is then remembered`()
    async throws
  {
    let world = try World()
    let store = world.store(.login(email))
    store.send(.login(.passwordChanged("password"))) { $0 = .login(email, "password") }
    store.send(.login(.login)) { $0 = .login(email, "password", .submitting) }
    store.advance(by: .milliseconds(999))
    store.advance(by: .milliseconds(1))
    #expect(await world.rememberedEmail() == nil)
    store.receive(.equal(.login(.loggedIn(.registered)))) { $0 = .profile(.registered) }
    store.receive(.equal(.signedIn(.remember))) { $0 = .profile(.registered, .remembering) }
    store.receive(.equal(.signedIn(.remembered))) { $0 = .profile(.registered) }
    store.finish()
    #expect(await world.rememberedEmail() == email)
  }

  @Test(arguments: [0, 1, 999])
  func `a cancel ends the log-in, and no late reply arrives`(milliseconds: Int) async throws {
    let world = try World()
    let store = world.store(.login(email, "password"))
    store.send(.login(.login)) { $0 = .login(email, "password", .submitting) }
    store.advance(by: .milliseconds(milliseconds))
    store.send(.login(.cancel)) { $0 = .getStarted(email) }
    store.advance(by: .seconds(2))
    store.finish()
    #expect(await world.rememberedEmail() == nil)
  }
}
