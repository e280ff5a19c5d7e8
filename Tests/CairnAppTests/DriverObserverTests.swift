import Cairn
import CairnApp
import CairnSimulation
import Testing

/// The events that the observer of a driver receives.
struct DriverObserverTests {
  @Test func `every event is observed before it takes effect`() throws {
    var events: [String] = []
    let simulation = Simulation()
    let app = LampApp(Launch(.simulated(start: "new"), in: simulation))
    let driver = Driver(app, in: simulation) { event, state, time in
      events.append("\(time.components.seconds)s \(state.isOn ? "on" : "off"): \(event.text)")
    }
    driver.send(.blink)
    simulation.advance(by: .seconds(2))
    let on = driver.checkpoint
    driver.send(.toggle)
    _ = driver.restore(on)
    #expect(driver.state.isOn)
    driver.restart()
    driver.end()
    #expect(
      events == [
        "0s off: started from start", "0s off: blink from person", "0s off: toggle from effect",
        "2s on: toggle from person", "2s off: back to 3", "2s on: restart",
        "2s off: started from start", "2s off: end",
      ])
  }
}

extension DriverEvent {
  fileprivate var text: String {
    switch self {
    case .action(let action, from: let source): "\(action) from \(source)"
    case .dismissal(of: let action, let depth): "dismissal by \(action), \(depth) deep"
    case .restart: "restart"
    case .restored(let number): "back to \(number)"
    case .end: "end"
    }
  }
}

private struct Lamp: Reducer {
  struct State: Hashable {
    var isOn = false
  }

  enum Action {
    case started, toggle, blink
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .started: return .none
    case .toggle: state.isOn.toggle()
    case .blink: return .send(.toggle)
    }
    return .none
  }
}

private struct LampApp: App {
  static let name = "lamp"
  static let summary = "Switches a lamp."
  let state = Lamp.State()
  let reducer = Lamp()
  let firstAction: Lamp.Action? = .started

  init(_ launch: Launch) {}

  func screens(of state: Lamp.State) -> [Screen<Lamp.Action>] {
    [Screen("lamp", "Lamp") { Button("toggle", .toggle) }]
  }
}
