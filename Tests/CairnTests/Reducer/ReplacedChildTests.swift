import Cairn
import CairnSimulation
import Testing

/// A child whose state is `Identifiable` is another child when its id is another. `ScreenLifetimeTests` has one
/// whose state is not.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct ReplacedChildTests {
  private let simulation = Simulation()

  private func store(_ place: String) -> Store<Item.State?, ShelfAction> {
    simulation.counted(Item.State(id: 1)) { shelf(place, clock: simulation.clock) }
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
    let same = CasePath<RowAction, RowAction>({ $0 }, extract: { $0 })
    let store = simulation.counted([Item.State(id: 1), Item.State(id: 5)] as Rows) {
      EmptyReducer<Rows, RowAction>().forEach(\.self, same) { Item(clock: simulation.clock) }
    }
    store.send(.element(id: 1, action: .load))
    store.send(.element(id: 1, action: .next))
    #expect(store.running.count == 1)
    simulation.advance(by: .seconds(2))
    #expect(store.state.elements == [Item.State(id: 2, text: "text 2"), Item.State(id: 5)])
  }
}
