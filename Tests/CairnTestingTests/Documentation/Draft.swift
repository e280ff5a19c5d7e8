import Cairn

/// A draft that is checked when typing pauses.
struct Draft: Reducer {
  struct State: Equatable {
    var text = ""
    var isChecked = true
    var problem: String?
  }

  enum Action: Equatable {
    case typed(String)
    case checked
    case notChecked(because: String)
  }

  let clock: any Clock<Duration>
  let check: @Sendable (String) async throws -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let text):
      state.text = text
      state.isChecked = false
      return .run(name: "check") { [check] send in
        try await check(text)
        await send(.checked)
      } catch: { error, send in
        await send(.notChecked(because: "\(error)"))
      }
      .debounced(id: "check", for: .seconds(1), on: clock)
    case .checked:
      state.isChecked = true
      state.problem = nil
    case .notChecked(let problem):
      state.problem = problem
    }
    return .none
  }
}

/// Loads messages once a minute, as long as its view is shown.
struct Inbox: Reducer {
  struct State: Equatable {
    var messages: [String] = []
  }

  enum Action: Equatable {
    case task
    case loaded([String])
    case closeTapped
  }

  let clock: any Clock<Duration>
  let load: @Sendable () async -> [String]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .task:
      return .run(name: "load") { [clock, load] send in
        while true {
          await send(.loaded(load()))
          try await clock.sleep(for: .seconds(60))
        }
      }
    case .loaded(let messages):
      state.messages = messages
      return .none
    case .closeTapped:
      return .dismiss
    }
  }
}
