import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
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
