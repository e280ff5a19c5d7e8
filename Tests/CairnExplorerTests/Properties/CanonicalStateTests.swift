import Cairn
import CairnApp
import CairnExplorer
import CairnTrail
import Testing

/// Irrelevant parts of a state.
@Suite struct CanonicalStateTests {
  @Test func `irrelevant parts may differ after a round trip, in a search and in a trail`() throws {
    #expect(try AppModel<Corridor>.bare().explore().isProved)
    let trail = try Trail.parse("> next\n> back\n", file: "corridor.trail")
    #expect(try TrailPlayer<Corridor>.play(trail) == nil)
  }

  @Test func `relevant parts may not differ`() throws {
    let exploration = try AppModel<Corridor>.bare(start: "draughty").explore()
    #expect(exploration.refuted == ["back undoes next"])
    #expect(try exploration.playedTrail(of: "back undoes next")?.line == 5)
  }
}

/// Two rooms; the number of walks is irrelevant.
private struct Corridor: App {
  static let name = "corridor"
  static let summary = "Two rooms."
  static let starts = ["quiet", "draughty"]
  static let properties: [AppProperty<State>] = [.backUndoes("next")]
  static let canonicalState: (@Sendable (State) -> State)? = { state in
    var state = state
    state.walks = 0
    return state
  }

  struct State: Hashable {
    var isInside = false
    var isOpen = true
    var walks = 0
  }

  enum Action: Sendable {
    case next
    case back
  }

  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    let isDraughty = launch.world == .simulated(start: "draughty")
    reducer = Reduce { state, action in
      state.walks += 1
      switch action {
      case .next: state.isInside = true
      case .back:
        state.isInside = false
        if isDraughty { state.isOpen = false }
      }
      return .none
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    let hall = Screen("hall", "Hall") { Button("next", Action.next) }
    let room = Screen("room", "Room") { Button("back", Action.back) }
    return state.isInside ? [hall, room] : [hall]
  }
}
