import Cairn
import CairnApp

/// The messages, newest first.
struct Feed: Reducer {
  struct State: Hashable {
    /// `nil` until messages were loaded.
    var messages: [Message]?
    var phase = Phase.ready(problem: nil)

    enum Phase: Hashable {
      case ready(problem: String?)
      case loading
      case loggingOut(hasExpired: Bool)
    }

    /// The reason why all inputs are disabled. A load disables none: it can be replaced.
    var business: String? { if case .loggingOut = phase { "logging out" } else { nil } }
  }

  enum Action: Codable, Equatable {
    case appeared
    /// `:undo` or a command like it has restored the state. The effects of the start have not begun again.
    case restored
    case refresh
    case loaded([Message])
    case failed(reason: String)
    /// The parent stores the log-out.
    case logOut
    /// The lifetime of the log-in is over. The parent stores that, too.
    case expired
  }

  let client: TwitterClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      guard state.phase == .ready(problem: nil) else { return .none }
      state.phase = .loading
      return .merge(lifetime(), load())
    case .restored:
      guard state.business == nil else { return .none }
      return state.phase == .loading ? .merge(lifetime(), load()) : lifetime()
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
      return .none
    case .logOut, .expired:
      guard state.business == nil else { return .none }
      state.phase = .loggingOut(hasExpired: action == .expired)
      return .cancel(id: "work")
    }
  }

  /// Waits until the log-in expires. Nothing waits for this effect.
  private func lifetime() -> Effect<Action> {
    .run(name: "lifetime of the log-in") { [client] send in
      if try await client.lifetime() { await send(.expired) }
    }
    .background
    .cancellable(id: "lifetime", cancelInFlight: true)
  }

  private func load() -> Effect<Action> {
    .run(name: "load timeline") { [client] send in
      await send(.loaded(try await client.loadTimeline()))
    } catch: { error, send in
      await send(.failed(reason: "\(error)"))
    }
    .cancellable(id: "work", cancelInFlight: true)
  }
}

extension Feed.State {
  var screen: Screen<Feed.Action> { screen(note: nil) }

  /// - Parameter note: a problem that is not of the feed.
  func screen(note: String?) -> Screen<Feed.Action> {
    Screen("feed", "Timeline") {
      if let note { Note(.warning, note, lines: 4) }
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
