import Cairn
import CairnSimulation
import Testing

@testable import timeline

/// The promises of the client, without the app.
struct TwitterClientTests {
  private let client = TwitterClient.live(clock: Simulation().clock)

  @Test(arguments: [
    ("ada", "lovelace", true), ("grace", "hopper", true), ("alan", "turing", true),
    ("barbara", "liskov", true), (" Ada ", "lovelace", true),
    ("ada", "Lovelace", false), ("ada", "lovelace ", false), ("ada", "hopper", false),
    ("ada", "", false), ("", "lovelace", false), ("charles", "lovelace", false), ("", "", false),
    ("lovelace", "ada", false), ("@ada", "lovelace", false),
  ])
  func `credentials are right or wrong`(
    username: String, password: String, isRight: Bool
  ) async throws {
    #expect(try await client.logIn(username: username, password: Secret(password)) == isRight)
  }

  @Test func `the timeline has messages with different ids, in no order`() async throws {
    let messages = try await client.loadTimeline()
    #expect(Set(messages.map(\.id)).count == messages.count)
    #expect(messages.map(\.id) != messages.map(\.id).sorted(by: >))
  }
}
