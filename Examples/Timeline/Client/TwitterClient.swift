import Cairn
import CairnApp
import CairnSimulation
import CairnStorage

/// The service for short messages, as the reducers hold it.
///
///     try await client.logIn(username: "ada", password: "lovelace")
///     for await isLoggedIn in client.isLoggedIn { … }  // true
///     try await client.loadTimeline()
///     try await client.logOut()                        // isLoggedIn: false
///
/// - `logIn` returns when the service has answered, whether the credentials are right or wrong.
///   ``isLoggedIn`` tells the difference. The credentials are not kept.
/// - `isLoggedIn` begins with the present value, for any number of observers. See ``LogInStatus``.
/// - `logIn` and `logOut` throw if the log-in cannot be stored or removed, and `isLoggedIn` is then
///   unchanged.
/// - `loadTimeline` returns the messages in no order.
/// - `lifetime` waits until the log-in expires, and returns `false` at once if it does not. `expire` then
///   ends it, and the app learns of it by `isLoggedIn`.
struct TwitterClient: Sendable {
  var logIn: @Sendable (_ username: String, _ password: Secret) async throws -> Void
  var isLoggedIn: any AsyncSequence<Bool, Never> & Sendable
  var logOut: @Sendable () async throws -> Void
  var loadTimeline: @Sendable () async throws -> [Message]
  var lifetime: @Sendable () async throws -> Bool
  var expire: @Sendable () async -> Void

  func logIn(username: String, password: Secret) async throws {
    try await logIn(username, password)
  }
}

extension TwitterClient {
  /// The client of the program, with the users and the messages that come with it.
  ///
  /// - Parameters:
  ///   - latency: the time that the service takes. The storage of `status` takes its own.
  ///   - lifetime: the time that a log-in lasts from now; `nil` if it does not expire.
  static func live(
    _ status: LogInStatus, clock: any Clock<Duration>, latency: Duration? = nil,
    lifetime: @escaping @Sendable () -> Duration? = { nil }
  ) -> TwitterClient {
    @Sendable func pass() async throws {
      if let latency { try await clock.sleep(for: latency) }
    }
    return TwitterClient(
      logIn: { username, password in
        guard isRight(username: username, password: password) else { return try await pass() }
        try await status.set(true)
      },
      isLoggedIn: status,
      logOut: { try await status.set(false) },
      loadTimeline: {
        try await pass()
        return .all
      },
      lifetime: {
        guard let time = lifetime() else { return false }
        try await clock.sleep(for: time)
        return true
      },
      expire: { await status.expire() })
  }

  /// The service of a simulated world.
  ///
  /// - Parameters:
  ///   - messages: the messages of the service.
  ///   - choices: the choices of its answers.
  ///   - isUnreliable: whether it can fail, be slow or never answer a request for messages.
  func answering(
    _ messages: [Message], _ choices: Choices, isUnreliable: Bool = false
  ) -> TwitterClient {
    var client = self
    client.logIn = { [logIn] username, password in
      // Right ones take the time in which they are stored.
      if !Self.isRight(username: username, password: password) {
        try await choices.answer("credentials", ["are wrong": .success(())], isRead: true)
      }
      try await logIn(username, password)
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
