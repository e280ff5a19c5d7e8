import Cairn
import CairnApp

/// The messages, newest first.
struct Feed: Reducer {
  struct State: Hashable {
    /// `nil` until messages were loaded.
    var messages: [Message]?
    var phase = Phase.ready(problem: nil)
    /// Whether the lifetime of the log-in is over. The client ends it after a log-out that fails.
    var isExpired = false

    enum Phase: Hashable {
      case ready(problem: String?)
      case loading
      case loggingOut
    }

    /// The reason why all inputs are disabled. A load disables none: it can be replaced.
    var business: String? { phase == .loggingOut ? "logging out" : nil }
  }

  enum Action: Codable, Equatable {
    case appeared
    /// The lifetime of the log-in is over.
    case expired
    case refresh
    case loaded([Message])
    case failed(reason: String)
    case logOut
  }

  let client: TwitterClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      guard state.phase == .ready(problem: nil) else { return .none }
      state.phase = .loading
      return .merge(lifetime(), load())
    case .expired:
      state.isExpired = true
      return state.business == nil ? expire(&state) : .none
    case .refresh:
      guard state.business == nil else { return .none }
      state.phase = .loading
      return load()
    case .loaded(let messages):
      state.messages = messages.sorted { $0.id > $1.id }
      state.phase = .ready(problem: nil)
      return .none
    case .failed(let reason):
      state.phase = .ready(problem: reason)
      return state.isExpired ? expire(&state) : .none
    case .logOut:
      guard state.business == nil else { return .none }
      state.phase = .loggingOut
      return logOut()
    }
  }

  /// Waits until the log-in expires. Nothing waits for this effect, and therefore another one changes the
  /// file afterwards.
  private func lifetime() -> Effect<Action> {
    .run(name: "lifetime of the log-in") { [client] send in
      if try await client.lifetime() { await send(.expired) }
    }
    .background
    .cancellable(id: "lifetime", cancelInFlight: true)
  }

  /// Only the client ends a log-in, and `isLoggedIn` tells the parent. Not beside a log-out: the later one of
  /// two writes could come after the next log-in.
  private func expire(_ state: inout State) -> Effect<Action> {
    state.phase = .loggingOut
    // With an input, which is the same in all states, a search meets one effect and not one for each state.
    return .run(name: "expire the log-in", input: true) { [client] _, _ in await client.expire() }
      .cancellable(id: "work", cancelInFlight: true)
  }

  private func load() -> Effect<Action> {
    .run(name: "load timeline") { [client] send in
      await send(.loaded(try await client.loadTimeline()))
    } catch: { error, send in
      await send(.failed(reason: "\(error)"))
    }
    .cancellable(id: "work", cancelInFlight: true)
  }

  /// Ends a load. The parent follows `isLoggedIn` to the log-in.
  private func logOut() -> Effect<Action> {
    .run(name: "log out") { [client] _ in
      try await client.logOut()
    } catch: { error, send in
      await send(.failed(reason: "\(error)"))
    }
    .cancellable(id: "work", cancelInFlight: true)
  }
}

extension Feed.State {
  var screen: Screen<Feed.Action> {
    Screen("feed", "Timeline") {
      for message in messages ?? [] { Text(message.line, title: "@" + message.handle) }
      if messages == [] { Text("There are no messages yet.") }
      switch phase {
      case .ready(let problem?): Note(.error, problem, lines: 4)
      case .ready(nil): Text("")
      case .loading: Progress(messages == nil ? "Loading…" : "Refreshing…")
      case .loggingOut: Progress("Logging out…")
      }
      Button("refresh", disabledBecause: business, .refresh)
      Button("logout", disabledBecause: business, .logOut)
    }
  }
}

extension Message {
  /// The text as one paragraph: a line break of its author cannot begin another message.
  fileprivate var line: String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
