import Cairn
import CairnSimulation
import CairnStorage
import Testing

@testable import timeline

/// The promises of the client, without the app.
struct TwitterClientTests {
  private let simulation = Simulation()

  private func client(_ file: SavedFile = SavedFile()) -> TwitterClient {
    .live(LogInStatus(file.storage), clock: simulation.clock)
  }

  /// The present value of `isLoggedIn`.
  private func present(_ client: TwitterClient) async -> Bool? {
    for await isLoggedIn in client.isLoggedIn { return isLoggedIn }
    return nil
  }

  @Test(arguments: [
    ("ada", "lovelace"), ("grace", "hopper"), ("alan", "turing"), ("barbara", "liskov"),
    (" Ada ", "lovelace"),
  ])
  func `right credentials log in`(username: String, password: String) async throws {
    let client = client()
    #expect(await present(client) == false)
    try await client.logIn(username: username, password: Secret(password))
    #expect(await present(client) == true)
  }

  @Test(arguments: [
    ("ada", "Lovelace"), ("ada", "lovelace "), ("ada", "hopper"), ("ada", ""), ("", "lovelace"),
    ("charles", "lovelace"), ("", ""), ("lovelace", "ada"), ("@ada", "lovelace"),
  ])
  func `wrong credentials change nothing`(username: String, password: String) async throws {
    let file = SavedFile()
    let client = client(file)
    try await client.logIn(username: username, password: Secret(password))
    #expect(await present(client) == false)
    #expect(file.text == nil)
  }

  @Test func `a log-out sets isLoggedIn to false, also twice, and wrong credentials do not`()
    async throws
  {
    let client = client(SavedFile(.ada))
    try await client.logIn(username: "charles", password: "x")
    #expect(await present(client) == true)
    for _ in 0..<2 {
      try await client.logOut()
      #expect(await present(client) == false)
    }
  }

  @Test func `credentials are kept nowhere`() async throws {
    let file = SavedFile()
    let client = client(file)
    try await client.logIn(username: "ada", password: "lovelace")
    let text = try #require(file.text)
    #expect(text.contains("\"isLoggedIn\" : true"))
    #expect(!text.contains("ada") && !text.contains("lovelace"))
  }

  @Test func `a log-in or log-out that cannot be stored throws, and isLoggedIn stays`() async {
    let full = client(SavedFile(fault: .full))
    await #expect(throws: StorageError.self) {
      try await full.logIn(username: "ada", password: "lovelace")
    }
    #expect(await present(full) == false)
    let stuck = client(SavedFile(.ada, fault: .fails(.unlink, .inputOutput)))
    await #expect(throws: StorageError.self) { try await stuck.logOut() }
    #expect(await present(stuck) == true)
  }

  @Test func `the timeline has messages with different ids, in no order`() async throws {
    let messages = try await client().loadTimeline()
    #expect(Set(messages.map(\.id)).count == messages.count)
    #expect(messages.map(\.id) != messages.map(\.id).sorted(by: >))
  }
}
