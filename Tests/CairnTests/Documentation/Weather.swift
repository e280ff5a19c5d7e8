import Cairn
import CairnSimulation
import CairnTesting
import Testing

struct Weather: Reducer {
  struct State: Equatable { var city = "", degrees: Int? }
  enum Action: Equatable {
    case cityChanged(String)
    case loaded(Int)
  }
  let clock: any Clock<Duration>
  let load: @Sendable (String) async -> Int

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .cityChanged(let city):
      state.city = city
      return .run { send in await send(.loaded(await load(city))) }
        .debounced(id: "load", for: .milliseconds(300), on: clock)
    case .loaded(let degrees):
      state.degrees = degrees
      return .none
    }
  }
}

/// The test of the README.
@Suite struct WeatherTests {
  @Test func `only the last city is loaded`() {
    let simulation = Simulation()
    let store = TestStore(Weather.State(), simulation: simulation) {
      Weather(clock: simulation.clock, load: { $0.count })
    }
    store.send(.cityChanged("R")) { $0.city = "R" }
    store.send(.cityChanged("Rome")) { $0.city = "Rome" }
    store.advance(by: .milliseconds(300))
    store.receive(.loaded(4)) { $0.degrees = 4 }
    store.finish()
  }
}
