import Cairn
import CairnApp
import CairnExplorer
import Testing

/// Effects that are launched by the reduction that pushes their screen.
@Suite struct LeakTests {
  @Test(arguments: ["opened", "delivered"])
  func `an effect of the reduction that pushes its screen belongs to that screen`(
    start: String
  ) throws {
    let exploration = try AppModel<Shelf>.bare(start: start).explore(checking: [.noLeakedEffect])
    let verdict = try #require(exploration.verdicts.first)
    #expect(verdict.result == .refuted, "\(exploration)")
    #expect(verdict.trail?.contains("> close\n") == true, "\(exploration)")
  }

  @Test func `an effect that is cancelled with its screen is not leaked`() throws {
    let exploration = try AppModel<Shelf>.bare(start: "cancelled").explore(checking: [
      .noLeakedEffect
    ])
    #expect(exploration.isProved, "\(exploration)")
  }
}

/// A shelf with one book. The reduction that opens it also begins to load its pages.
private struct Shelf: App {
  static let name = "shelf"
  static let summary = "Has one book."
  static let starts = ["opened", "delivered", "cancelled"]

  struct State: Hashable {
    var isOpen = false
    var isOrdered = false
  }

  enum Action: Sendable {
    case open
    case order
    case close
    case loaded
  }

  let state = State()
  let reducer: Reduce<State, Action>
  private let start: String

  init(_ launch: Launch) {
    let clock = launch.clock
    let cancels = launch.world == .simulated(start: "cancelled")
    start = launch.world == .simulated(start: "delivered") ? "order" : "open"
    reducer = Reduce { state, action in
      switch action {
      case .order:
        guard !state.isOrdered else { return .none }
        state.isOrdered = true
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.open)
        }
      case .open:
        state.isOpen = true
        return .run { send in
          try await clock.sleep(for: .seconds(5))
          await send(.loaded)
        }
        .cancellable(id: "load", cancelInFlight: true)
      case .close:
        state.isOpen = false
        return cancels ? .cancel(id: "load") : .none
      case .loaded:
        return .none
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    let shelf = Screen("shelf", "Shelf") {
      Button(
        start, disabledBecause: state.isOrdered ? "it is ordered" : nil,
        start == "open" ? Action.open : Action.order)
    }
    let book = Screen("book", "Book") { Button("close", Action.close) }
    return state.isOpen ? [shelf, book] : [shelf]
  }
}
