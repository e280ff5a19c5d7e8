import Cairn
import CairnApp
import CairnSimulation

/// The service for short messages, as the reducers hold it.
///
///     try await client.logIn(username: "ada", password: "lovelace")  // true
///     try await client.loadTimeline()
///
/// - `logIn` returns whether the credentials are right. They are not kept.
/// - `loadTimeline` returns the messages in no order.
/// - `lifetime` waits until the log-in expires and returns `true`, or `false` at once if it does not expire.
struct TwitterClient: Sendable {
  var logIn: @Sendable (_ username: String, _ password: Secret) async throws -> Bool
  var loadTimeline: @Sendable () async throws -> [Message]
  var lifetime: @Sendable () async throws -> Bool

  func logIn(username: String, password: Secret) async throws -> Bool {
    try await logIn(username, password)
  }
}

extension TwitterClient {
  /// The client of the program, with the users and the messages that come with it.
  ///
  /// - Parameters:
  ///   - latency: the time that the service takes.
  ///   - lifetime: the time that a log-in lasts from now; `nil` if it does not expire.
  static func live(
    clock: any Clock<Duration>, latency: Duration? = nil,
    lifetime: Duration? = nil
  ) -> TwitterClient {
    @Sendable func pass() async throws {
      if let latency { try await clock.sleep(for: latency) }
    }
    return TwitterClient(
      logIn: { username, password in
        // Right ones take the time in which the log-in is stored.
        if isRight(username: username, password: password) { return true }
        try await pass()
        return false
      },
      loadTimeline: {
        try await pass()
        return .all
      },
      lifetime: {
        guard let lifetime else { return false }
        try await clock.sleep(for: lifetime)
        return true
      })
  }

  /// The service of a simulated world.
  ///
  /// - Parameters:
  ///   - messages: the messages of the service.
  ///   - choices: the choices of its answers.
  ///   - isUnreliable: whether a request for messages can fail, be slow or never end, and the check of wrong
  ///     credentials can fail.
  func answering(
    _ messages: [Message], _ choices: Choices, isUnreliable: Bool = false
  ) -> TwitterClient {
    var client = self
    client.logIn = { [logIn] username, password in
      if try await logIn(username, password) { return true }
      let areWrong = Answer.success(false)
      guard isUnreliable else {
        return try await choices.answer("credentials", ["are wrong": areWrong], isRead: true)
      }
      return try await choices.answer(
        "credentials",
        ["are wrong": areWrong, "are not checked": .failure(ServiceUnavailable())], isRead: true)
    }
    client.loadTimeline = { [loadTimeline] in
      _ = try await loadTimeline()
      let works = Answer.success(messages)
      guard isUnreliable else {
        return try await choices.answer("timeline", ["works": works], isRead: true)
      }
      return try await choices.answer(
        "timeline",
        [
          "works": works, "fails": .failure(ServiceUnavailable()),
          "is slow": .slow(.zero ... .seconds(1), works), "never answers": .never,
        ], isRead: true)
    }
    return client
  }

  /// Whether the service knows the user with this password. A name compares without case and without
  /// surrounding white space.
  static func isRight(username: String, password: Secret) -> Bool {
    passwords[username.trimmed.lowercased()] == password
  }

  private static let passwords: [String: Secret] = [
    "ada": "lovelace", "grace": "hopper", "alan": "turing", "barbara": "liskov",
  ]
}

/// The service did not answer a request.
struct ServiceUnavailable: Error, CustomStringConvertible {
  let description = "The service is not available. Try again later."
}
