import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Optional children that are no plain stored property: entries of a collection, computed and observed properties.
@Suite(.leavesNothing) struct OptionalChildTests {
  private struct Row: Identifiable, Equatable {
    let id: Int
    var count = 0
  }

  private struct Count: Reducer {
    func reduce(into state: inout Row, action: Int) -> Effect<Int> {
      state.count += action
      return action == 0 ? .dismiss : .none
    }
  }

  private struct Table {
    var rows: IdentifiedArray<Row> = [Row(id: 1), Row(id: 2)]
    var path: StackState<Row> = [Row(id: 1), Row(id: 2)]
    var named = ["first": Row(id: 1)]
    var selected: Int? = 1
    var shown: IdentifiedArray<Row> {
      get { rows }
      set { rows = newValue }
    }
    var list: IdentifiedArray<Row> = [Row(id: 1)] { didSet { listWrites += 1 } }
    var listWrites = 0
    var stack: StackState<Row> = [Row(id: 1)] { didSet { stackWrites += 1 } }
    var stackWrites = 0
    var writes: [Row?] = []
    var observed: Row? = Row(id: 1) { didSet { writes.append(observed) } }

    var selection: Row? {
      get { selected.flatMap { rows[id: $0] } }
      set {
        writes.append(newValue)
        if let newValue { rows[id: newValue.id] = newValue } else { selected = nil }
      }
    }
  }

  private func store(
    _ child: @autoclosure @escaping @Sendable () -> WritableKeyPath<Table, Row?> & Sendable
  ) -> Store<Table, Int> {
    Store.counted(Table()) {
      EmptyReducer<Table, Int>().ifLet(child(), .same) { Count() }
    }
  }

  @Test func `an entry of a collection keeps its place while its reducer runs`() {
    let list = store(\.rows[id: 1])
    let stack = store(\.path[id: 0])
    let dictionary = store(\.named["first"])
    list.send(2)
    stack.send(2)
    dictionary.send(2)
    #expect(list.state.rows == [Row(id: 1, count: 2), Row(id: 2)])
    #expect(stack.state.path == [Row(id: 1, count: 2), Row(id: 2)])
    #expect(dictionary.state.named == ["first": Row(id: 1, count: 2)])
    list.send(0)
    stack.send(0)
    dictionary.send(0)
    #expect(list.state.rows == [Row(id: 2)] && stack.state.path == [Row(id: 2)])
    #expect(dictionary.state.named == [:])
  }

  @Test func `the message about an element of a computed list has no address`() {
    typealias RowAction = IdentifiedAction<Row, Int>
    let store = Store.counted(Table()) {
      EmptyReducer<Table, RowAction>().forEach(\.shown, .same) { Count() }
    }
    let issues = runtimeIssues { store.send(.element(id: 9, action: 1)) }
    #expect(
      issues.map { $0.message.contains("element 9 ") && !$0.message.contains("0x") } == [true])
  }

  @Test func `the setter of a property is called once, and with nil for a dismissal alone`() {
    for store in [store(\.observed), store(\.selection)] {
      store.send(2)
      #expect(store.state.writes == [Row(id: 1, count: 2)])
      #expect(store.state.selected == 1)
      store.send(0)
      #expect(store.state.writes.suffix(1) == [nil])
      let writes = store.state.writes.count
      #expect(runtimeIssues { store.send(2) }.count == 1)
      #expect(store.state.writes.count == writes)
    }
  }

  @Test func `a list is written once for an action of an element, and never for an absent one`() {
    typealias RowAction = IdentifiedAction<Row, Int>
    let store = Store.counted(Table()) {
      EmptyReducer<Table, RowAction>().forEach(\.list, .same) { Count() }
    }
    store.send(.element(id: 1, action: 2))
    #expect(store.state.list == [Row(id: 1, count: 2)] && store.state.listWrites == 1)
    #expect(runtimeIssues { store.send(.element(id: 9, action: 2)) }.count == 1)
    #expect(store.state.listWrites == 1)
    // The row dismisses, and nothing around the list can be dismissed.
    #expect(runtimeIssues { store.send(.element(id: 1, action: 0)) }.count == 1)
    #expect(store.state.listWrites == 2)
  }

  @Test func `a stack is written for an action of a screen and its dismissal, and then no more`() {
    let store = Store.counted(Table()) {
      EmptyReducer<Table, StackAction<Int>>().forEach(\.stack, .same) { Count() }
    }
    let id = store.state.stack.ids[0]
    store.send(.element(id: id, action: 2))
    #expect(store.state.stack == [Row(id: 1, count: 2)] && store.state.stackWrites == 1)
    store.send(.element(id: id, action: 0))
    #expect(store.state.stack.isEmpty && store.state.stackWrites == 3)
    #expect(runtimeIssues { store.send(.element(id: id, action: 2)) }.count == 1)
    #expect(store.state.stackWrites == 3)
  }
}

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
    let store = simulation.counted([Item.State(id: 1), Item.State(id: 5)] as Rows) {
      EmptyReducer<Rows, RowAction>().forEach(\.self, .same) { Item(clock: simulation.clock) }
    }
    store.send(.element(id: 1, action: .load))
    store.send(.element(id: 1, action: .next))
    #expect(store.running.count == 1)
    simulation.advance(by: .seconds(2))
    #expect(store.state.elements == [Item.State(id: 2, text: "text 2"), Item.State(id: 5)])
  }
}
