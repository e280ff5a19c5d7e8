import Cairn
import CairnSimulation
import Foundation
import TestSupport
import Testing

/// `IdentifiedArrayPropertyTests` compares the operations with those of an array.
@Suite struct IdentifiedArrayTests {
  private struct Row: Identifiable, Equatable, Codable {
    var id: Int
    var title = ""
  }

  private let rows: IdentifiedArray<Row> = [Row(id: 3), Row(id: 1), Row(id: 2)]

  @Test func `an element is changed in place`() {
    struct Holder: Identifiable {
      let id: Int
      var numbers = [1, 2]
    }
    var holders: IdentifiedArray<Holder> = [Holder(id: 1), Holder(id: 2)]
    for id in 1...2 {
      let before = address(holders[id: id]?.numbers)
      holders.modify(id) { $0.numbers.swapAt(0, 1) }
      holders[id: id]?.numbers.swapAt(0, 1)
      holders[id - 1].numbers.swapAt(0, 1)
      #expect(address(holders[id: id]?.numbers) == before)
    }
  }

  @Test func `an element is changed and replaced by its id, also through a key path`() {
    struct State { var rows: IdentifiedArray<Row> = [Row(id: 3), Row(id: 4), Row(id: 2)] }
    var state = State()
    let row = \State.rows[id: 1]
    state.rows.modify(4) { $0.id = 1 }
    #expect(state.rows.index(id: 4) == nil)
    state[keyPath: row]?.title = "a"
    #expect(state.rows[1].title == "a")
    state[keyPath: row]?.id = 10
    #expect(state.rows.index(id: 10) == 1)
    #expect(state[keyPath: row] == nil)
    state[keyPath: row] = Row(id: 1)
    #expect(state.rows.map(\.id) == [3, 10, 2, 1])
    state[keyPath: row] = nil
    #expect(state.rows.map(\.id) == [3, 10, 2])
  }

  @Test func `it is encoded as an array`() throws {
    let data = try JSONEncoder().encode(rows)
    #expect(try JSONDecoder().decode(IdentifiedArray<Row>.self, from: data) == rows)
    #expect(try JSONDecoder().decode([Row].self, from: data) == Array(rows))
  }

  @Test func `an array with two elements of one id is not decoded`() throws {
    let data = try JSONEncoder().encode([Row(id: 3), Row(id: 1), Row(id: 3, title: "lost")])
    #expect {
      try JSONDecoder().decode(IdentifiedArray<Row>.self, from: data)
    } throws: {
      "\($0)".contains("the element at index 2 has the id of an earlier one")
    }
  }
}

@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct RowTests {
  private let simulation = Simulation()

  private func list() -> Store<Group.State, Group.Action> {
    let store = simulation.counted(Group.State()) { Group(clock: simulation.clock) }
    for id in 1...3 { store.send(.row(.element(id: id, action: .start))) }
    simulation.advance(by: .seconds(1))
    return store
  }

  @Test func `each row has effects of its own`() {
    let store = list()
    store.send(.row(.element(id: 2, action: .stop)))
    simulation.advance(by: .seconds(1))
    #expect(store.state.rows.map(\.timer.ticks) == [2, 1, 2])
  }

  @Test func `a row that is removed takes its effects along, wherever the others move to`() {
    let store = list()
    store.send(.remove(1))
    simulation.advance(by: .seconds(1))
    #expect(store.state.rows.map(\.id) == [2, 3])
    #expect(store.state.rows.map(\.timer.ticks) == [2, 2])
    #expect(store.running.count == 2)
  }

  @Test func `an action for a row that is not there is a mistake that says so`() {
    let store = list()
    let issues = runtimeIssues { store.send(.row(.element(id: 9, action: .tick))) }
    #expect(
      issues.first?.message.hasSuffix(
        #"element 9 is not in \State.rows: it holds 3 others."#) == true)
  }
}
