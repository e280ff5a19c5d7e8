import Cairn

/// Ticks once a second until it is stopped. Every third tick asks the parent to celebrate.
struct Ticker: Reducer {
  struct State: Equatable {
    var isRunning = false
    var ticks = 0
  }

  enum Action: Equatable {
    case start
    case stop
    case tick
    case celebrate
    case listen
  }

  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.isRunning = true
      return .run(name: "ticking") { [clock] send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
      .cancellable(id: "ticking")
    case .stop:
      state.isRunning = false
      return .cancel(id: "ticking")
    case .tick:
      state.ticks += 1
      return state.ticks.isMultiple(of: 3) ? .send(.celebrate) : .none
    case .celebrate:
      return .none
    case .listen:
      return .run(name: "listening") { [clock] _ in
        try await clock.sleep(for: .seconds(1_000_000))
      }
      .background
    }
  }
}

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
