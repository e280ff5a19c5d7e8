import Cairn
import CairnSimulation

/// Finds what is typed. A deliberate bug: the answer to an earlier query may arrive last.
struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var results = ""
  }

  enum Action: Equatable {
    case typed(String)
    case found(String)
  }

  let find: @Sendable (String) async throws -> String

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let query):
      state.query = query
      return .run(name: "find") { [find] send in await send(.found(try await find(query))) }
    case .found(let results):
      state.results = results
      return .none
    }
  }
}
