import Cairn
import CairnSimulation
import Foundation
import TestSupport
import Testing

@Suite struct IndirectTests {
  private struct Node: Hashable, Codable, Sendable {
    var name: String
    var numbers: [Int] = []
    @Indirect var child: Node?
  }

  private let nested = Node(name: "a", child: Node(name: "b", child: Node(name: "c")))

  @Test func `an indirect optional is read and written like an optional`() {
    var node = Node(name: "a")
    #expect(node.child == nil)
    node.child = Node(name: "b")
    node.child?.child = Node(name: "c")
    node.child?.child?.name.append("!")
    #expect(node.child?.child?.name == "c!")
    node.child?.child = nil
    #expect(node == Node(name: "a", child: Node(name: "b")))
    #expect(node.hashValue == Node(name: "a", child: Node(name: "b")).hashValue)
    #expect(node != nested)
    let taken = node.child.take()
    #expect(taken == Node(name: "b"))
    #expect(node == Node(name: "a"))
  }

  @Test func `a copy does not change with its original`() {
    var copy = nested
    copy.child?.child?.name = "C"
    copy.child?.name = "B"
    #expect(nested.child?.name == "b")
    #expect(nested.child?.child?.name == "c")
    #expect(copy.child?.child?.name == "C")
    var other = nested
    other.child = nil
    #expect(nested.child != nil)
  }

  @Test func `a change in place copies nothing`() {
    var node = Node(name: "a", child: Node(name: "b", numbers: [1, 2]))
    let before = address(node.child?.numbers)
    node.child?.numbers.swapAt(0, 1)
    #expect(address(node.child?.numbers) == before)
    var child = node[keyPath: \.child].take()
    child?.numbers.swapAt(0, 1)
    child?.numbers.swapAt(0, 1)
    node[keyPath: \.child] = child.take()
    #expect(address(node.child?.numbers) == before)
    #expect(node.child?.numbers == [2, 1])
  }

  @Test func `it is encoded like an optional`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(Node(name: "a", child: Node(name: "b")))
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"child":{"name":"b","numbers":[]},"name":"a","numbers":[]}"#)
    #expect(try JSONDecoder().decode(Node.self, from: encoder.encode(nested)) == nested)
    let list = try encoder.encode([Indirect(wrappedValue: 1), Indirect(wrappedValue: nil)])
    #expect(String(decoding: list, as: UTF8.self) == "[1,null]")
    #expect(
      try JSONDecoder().decode([Indirect<Int>].self, from: list).map(\.wrappedValue) == [1, nil])
  }

  @Test func `it prints like an optional`() {
    #expect(String(describing: Indirect(wrappedValue: 1)) == "Optional(1)")
    #expect(String(describing: Indirect<Int>(wrappedValue: nil)) == "nil")
    #expect(Mirror(reflecting: Indirect(wrappedValue: 1)).displayStyle == .optional)
  }
}

@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct SelfContainingFeatureTests {
  @Test func `each level has its own state, effects and child store`() throws {
    let simulation = Simulation()
    let store = simulation.counted(Nesting.State()) { Nesting(clock: simulation.clock) }
    store.send(.open)
    store.send(.child(.open))
    store.send(.start)
    store.send(.child(.start))
    store.send(.child(.child(.start)))
    simulation.advance(by: .seconds(1))
    #expect(store.state == .init(ticks: 1, child: .init(ticks: 1, child: .init(ticks: 1))))
    let child = try #require(store.scope(\.child, .child))
    let grandchild = try #require(child.scope(\.child, .child))
    grandchild.send(.tick)
    #expect(grandchild.ticks == 2)
    child.send(.child(.close))
    #expect(!grandchild.isPresent && store.running.count == 2)
    #expect(store.state == .init(ticks: 1, child: .init(ticks: 1)))
    let issues = runtimeIssues { store.send(.child(.child(.tick))) }
    #expect(issues.first?.message.contains("is nil: it was dismissed, or never shown") == true)
    child.send(.close)
    #expect(store.running.count == 1 && store.state == .init(ticks: 1))
  }
}

struct Nesting: Reducer {
  struct State: Equatable {
    var ticks = 0
    @Indirect var child: Nesting.State?
  }
  indirect enum Action: Equatable, Sendable, CasePathable {
    case open, start, tick, close
    case child(Nesting.Action)
  }
  let clock: any Clock<Duration>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.child = State()
      case .start:
        return .run(name: "timer") { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
      case .tick: state.ticks += 1
      case .close: return .dismiss
      case .child: break
      }
      return .none
    }
    .ifLet(\.child, .child) { Nesting(clock: clock) }
  }
}
