import Cairn
import CairnModel
import Testing

@testable import benchmarks

/// Models with well-known results.
@Suite struct KnownAnswersTests {
  @Test func `half of the positions of the 8-puzzle can be reached, in 31 moves at most`() throws {
    let exploration = try EightPuzzle.model.explore()
    // 9! / 2 positions.
    #expect(
      [exploration.states, exploration.transitions, exploration.depth] == [181_440, 483_840, 31])
    #expect(exploration.limit == nil)
  }

  @Test func `four litres are measured in six steps`() throws {
    let exploration = try Jugs.model.explore(checking: [
      .reachable("four litres") { $0.large == 4 },
      .always("no jug is overfull") { (0...3).contains($0.small) && (0...5).contains($0.large) },
      .alwaysReachable("both are empty") { $0 == Jugs.State() },
      .reachable("both are half full") { $0 == Jugs.State(small: 1, large: 3) },
    ])
    // One of the jugs is always empty or full: 2 · 4 + 2 · 6 - 4.
    #expect(exploration.states == 16)
    #expect(
      exploration["four litres"]?.trace?.actions == [
        .fillLarge, .pourIntoSmall, .emptySmall, .pourIntoSmall, .fillLarge, .pourIntoSmall,
      ])
    #expect(exploration.verdicts.map { $0.verdict.isProved } == [true, true, true, false])
    #expect(exploration["both are half full"]?.isRefuted == true)
  }
}

/// A jug of three litres, one of five, and a tap.
struct Jugs: Reducer {
  struct State: Hashable {
    var small = 0
    var large = 0
  }

  enum Action: CaseIterable {
    case fillSmall, fillLarge, emptySmall, emptyLarge, pourIntoSmall, pourIntoLarge
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .fillSmall: state.small = 3
    case .fillLarge: state.large = 5
    case .emptySmall: state.small = 0
    case .emptyLarge: state.large = 0
    case .pourIntoSmall:
      let poured = min(state.large, 3 - state.small)
      state.large -= poured
      state.small += poured
    case .pourIntoLarge:
      let poured = min(state.small, 5 - state.large)
      state.small -= poured
      state.large += poured
    }
    return .none
  }

  static let model = Model(State(), reducer: Jugs()) { _ in Action.allCases }
}
