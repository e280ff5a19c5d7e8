import Cairn
import CairnSimulation
import Testing

/// A child whose state is `Identifiable` is another child when its id is another. `ScreenLifetimeTests` has one
/// whose state is not.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct ReplacedChildTests {
  private let simulation = Simulation()

  /// Loads a text after a second. The id of the item may be changed by the item itself.
  private struct Item: Reducer {
    struct State: Identifiable, Equatable {
      var id: Int
      var text = ""
    }
    enum Action: Sendable {
      case load, next
      case loaded(String)
    }
    let clock: any Clock<Duration>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .load: break
      case .next: state.id += 1
      case .loaded(let text):
        state.text = text
        return .none
      }
      return .run(name: "load") { [clock, id = state.id] send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded("text \(id)"))
      }
    }
  }

  private enum Action: Sendable {
    case item(Item.Action)
    case show(Int?)
  }

  /// A root that may be an item.
  private func store(_ place: String) -> Store<Item.State?, Action> {
    let action = CasePath<Action, Item.Action>(Action.item) {
      if case .item(let action) = $0 { action } else { nil }
    }
    let show = Reduce<Item.State?, Action> { state, action in
      if case .show(let id) = action { state = id.map { Item.State(id: $0) } }
      return .none
    }
    let item = Item(clock: simulation.clock)
    return simulation.counted(Item.State(id: 1)) {
      if place == "ifLet" {
        show.ifLet(\.self, action) { item }
      } else if place == "ifCaseLet" {
        show.ifCaseLet(.some, action) { item }
      } else {
        Scope(.some, action) { item }
        show
      }
    }
  }

  @Test(arguments: ["ifLet", "ifCaseLet", "Scope"])
  func `a child with another id ends the effects of its predecessor`(place: String) {
    let store = store(place)
    store.send(.item(.load))
    store.send(.show(1))
    #expect(store.running.count == 1)
    store.send(.show(2))
    #expect(store.running.isEmpty)
    store.send(.item(.load))
    store.send(.show(nil))
    #expect(store.running.isEmpty)
  }

  @Test func `a child that gives itself another id keeps the effect of that reduction alone`() {
    let store = store("ifLet")
    store.send(.item(.load))
    store.send(.item(.next))
    #expect(store.running.count == 1)
    simulation.advance(by: .seconds(2))
    #expect(store.state == Item.State(id: 2, text: "text 2"))
  }

  @Test func `a row that gives itself another id keeps the effect of that reduction alone`() {
    typealias Rows = IdentifiedArrayOf<Item.State>
    typealias RowAction = IdentifiedAction<Item.State, Item.Action>
    let store = simulation.counted([Item.State(id: 1), Item.State(id: 5)] as Rows) {
      EmptyReducer<Rows, RowAction>().forEach(
        \.self,
        CasePath {
          $0
        } extract: {
          $0
        }
      ) {
        Item(clock: simulation.clock)
      }
    }
    store.send(.element(id: 1, action: .load))
    store.send(.element(id: 1, action: .next))
    #expect(store.running.count == 1)
    simulation.advance(by: .seconds(2))
    #expect(store.state.elements == [Item.State(id: 2, text: "text 2"), Item.State(id: 5)])
  }
}
