import Cairn
import CairnApp
import CairnExplorer
import Testing

/// Effects after a restart do not depend on the time before it.
@Suite struct RestartTests {
  /// Takes a second to start, then shows a switch.
  private struct Lamp: App {
    enum State: Hashable { case starting, off, on }
    enum Action: Sendable { case started, loaded, flip }

    static let name = "lamp"
    static let summary = "Takes a second to start."

    let state = State.starting
    let reducer: Reduce<State, Action>
    let firstAction: Action? = .started

    init(_ launch: Launch) {
      let clock = launch.clock
      reducer = Reduce { state, action in
        switch action {
        case .started:
          return .run(name: "load") { send in
            try await clock.sleep(for: .seconds(1))
            await send(.loaded)
          }
        case .loaded:
          state = .off
          return .none
        case .flip:
          if state != .starting { state = state == .on ? .off : .on }
          return .none
        }
      }
    }

    func screens(of state: State) -> [Screen<Action>] {
      [
        Screen("lamp", "Lamp") {
          Button("flip", disabledBecause: state == .starting ? "it starts" : nil, .flip)
        }
      ]
    }
  }

  @Test func `a restart leads to the same node from every node`() throws {
    var model = AppModel<Lamp>.bare()
    model.without.remove(.restarts)
    let exploration = try model.explore()
    #expect(exploration.states == 3)
    #expect(exploration.isProved, "\(exploration)")
  }
}
