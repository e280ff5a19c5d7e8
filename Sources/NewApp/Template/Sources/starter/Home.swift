import Cairn
import CairnApp

/// The first screen: the list. It is the root of the app and has the stack of screens above it.
struct Home: Reducer {
  struct State: Hashable {
    var entries: [String] = []
    var phase = Phase.loading
    var path: StackState<Entry.State> = []

    enum Phase: Hashable {
      case loading
      case ready
      case failed(reason: String)
    }

    /// Whether an effect has yet to answer.
    var isBusy: Bool { phase == .loading || path.contains { $0.phase == .saving } }
  }

  enum Action: Codable, Equatable, CasePathable {
    case load
    case loaded([String])
    case notLoaded(reason: String)
    case add
    case path(StackAction<Entry.Action>)
  }

  let client: EntryClient

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .load:
        guard state.phase != .ready else { return .none }
        state.phase = .loading
        return load()
      case .loaded(let entries):
        state.entries = entries
        state.phase = .ready
      case .notLoaded(let reason):
        state.phase = .failed(reason: reason)
      case .add:
        guard state.phase == .ready, state.path.isEmpty else { return .none }
        state.path.push(Entry.State(others: state.entries))
      case .path(.element(let id, .saved(let entries))):
        state.entries = entries
        state.path.pop(from: id)
      case .path:
        break
      }
      return .none
    }
    .forEach(\.path, .path) { Entry(client: client) }
  }

  private func load() -> Effect<Action> {
    .run(name: "load") { [client] send in
      await send(.loaded(try await client.load()))
    } catch: { error, send in
      await send(.notLoaded(reason: "\(error)"))
    }
    .cancellable(id: "load", cancelInFlight: true)
  }
}

extension Home.State {
  /// The live screens, from the root up; the last one is shown.
  var screens: [Screen<Home.Action>] {
    let home = Screen<Home.Action>("home", "Starter") {
      for entry in entries { Text("- \(entry)") }
      switch phase {
      case .loading:
        Progress("Loading…")
      case .ready:
        if entries.isEmpty { Text("There are no entries yet.") }
        Button("add", .add)
      case .failed(let reason):
        Note(.error, reason)
        Button("retry", .load)
      }
    }
    return [home] + .screens(of: path, .path) { $0.screen }
  }
}
