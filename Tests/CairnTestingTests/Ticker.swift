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
    case dismiss
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
    case .dismiss:
      return .dismiss
    }
  }
}
