import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Testing

/// States between an action and its follow-ups.
@Suite struct ReductionTests {
  /// A purse whose total is wrong until a follow-up has corrected it: at once, or in the reply of work
  /// that is ready at once.
  private struct Purse: App {
    struct State: Hashable {
      var coins = 0
      var total = 0
    }

    enum Action: Sendable { case add, count }

    static let name = "purse"
    static let summary = "Counts coins."
    static let starts = ["follow-up", "effect", "right"]
    static let properties: [AppProperty<State>] = [
      .always("counted") { $0.coins == $0.total },
      .everyReduction("counted") { $0.coins == $0.total },
    ]

    let state = State()
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      guard case .simulated(let start) = launch.world else { preconditionFailure() }
      reducer = Reduce { state, action in
        switch action {
        case .add where state.coins == 3: return .none
        case .add:
          state.coins += 1
          switch start {
          case "follow-up": return .send(.count)
          case "effect": return .run(name: "count") { send in await send(.count) }
          default: state.total += 1
          }
        case .count: state.total = state.coins
        }
        return .none
      }
    }

    func screens(of state: State) -> [Screen<Action>] {
      [Screen("purse", "Purse") { Button("add", .add) }]
    }
  }

  private static let every = "after every reduction: counted"

  @Test(arguments: ["follow-up", "effect"])
  func `a state between an action and its follow-up is checked by its own property`(
    _ start: String
  ) throws {
    let exploration = try AppModel<Purse>.bare(start: start).explore()
    #expect(exploration.refuted == [Self.every])
    #expect(exploration.steps(of: Self.every) == ["> add"])
    let failure = try #require(try exploration.playedTrail(of: Self.every))
    #expect(failure.source == "> add")
    #expect(failure.problem == "purse violates a property: \(Self.every)")
  }

  @Test func `a property that holds after every reduction is proved`() throws {
    #expect(try AppModel<Purse>.bare(start: "right").explore().isProved)
  }
}

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
