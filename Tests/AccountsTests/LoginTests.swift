import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import accounts

struct LoginTests {
  private static let incomplete = "All fields are required"
  private static let notAnEmail = "Email is not valid"
  private static let badPassword =
    "Password should contain one special character and minimum 8 characters required"

  @Test(arguments: [
    ("", "", incomplete), ("ada@example.com", "", incomplete), ("", "s3cret-pw!", incomplete),
    ("ada", "   ", incomplete), (" ", "short", incomplete), ("ada", "short", notAnEmail),
    ("ada@example", "s3cret-pw!", notAnEmail), ("ada@example.com", "short-!", badPassword),
    ("ada@example.com", "s3cretpw", badPassword),
  ])
  func `the first problem is said, and nothing is asked of the storage`(
    email: String, password: String, problem: String
  ) throws {
    let store = try AppStore(.login(email: email, password: Secret(password)))
    store.type("login") { $0.modifyLogin { $0.phase = .editing(problem: problem) } }
    #expect(store.screen.notes == [problem])
    store.finish()
  }

  @Test(arguments: [Root.State.login(email: "ada"), .home])
  func `once started, neither a start nor a late answer changes anything`(
    state: Root.State
  ) throws {
    let store = try AppStore(state)
    store.send(.started)
    store.send(.restored(.init(account: .grace)))
    store.finish()
  }
}
