import Cairn
import CairnApp
import CairnExplorer
import Testing

/// A disabled input that changes only what has not begun is not refused.
@Suite struct DisabledInputTests {
  @Test(arguments: ["cancel", "repeat"])
  func `an action that changes an effect that has not begun is not refused`(button: String) throws {
    try Kettle.$button.withValue(button) {
      var model = AppModel<Kettle>.bare()
      model.without.remove(.disabled)
      let found = try model.explore(checking: [.refusedMeansUnchanged])
      #expect(found.steps(of: "refused means unchanged") == ["> boil", "! \(button)"], "\(found)")
      #expect(try found.playedTrail(of: "refused means unchanged") != nil)
    }
  }
}

/// Boils, and then whistles. Its other button is disabled, which its reducer ignores.
private struct Kettle: TestApp {
  @TaskLocal static var button = "cancel"

  struct State: Hashable {
    var isBoiling = false
    var hasWhistled = false
  }

  enum Action: Hashable, Sendable {
    case boil
    case whistled
    case press(String)
  }

  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    reducer = Reduce { [clock = launch.clock] state, action in
      let wait = Effect<Action>.run(name: "wait") { _ in try await clock.sleep(for: .seconds(1)) }
      func throttled() -> Effect<Action> {
        wait.throttled(id: "throttle", for: .seconds(3), on: clock, latest: true)
      }
      switch action {
      case .boil where !state.isBoiling:
        state.isBoiling = true
        return .merge(
          throttled(), .concatenate(wait, .send(.whistled).cancellable(id: "whistle")))
      case .whistled:
        state.hasWhistled = true
      case .press("cancel"):
        return .cancel(id: "whistle")
      case .press("repeat") where state.isBoiling && !state.hasWhistled:
        return throttled()
      case .boil, .press:
        break
      }
      return .none
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Button("boil", disabledBecause: state.isBoiling ? "it boils" : nil, .boil)
    Button(Self.button, disabledBecause: "it is broken", .press(Self.button))
  }
}
