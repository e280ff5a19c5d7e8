import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import Testing

/// Bounds that are reached while a state is expanded.
@Suite struct BoundTests {
  @Test func `a step that was found before the bound is still reported`() throws {
    let exploration = try AppModel<Adder>.bare().explore(
      checking: [.step("nothing is one") { _, _, after in after != 1 }],
      within: Bounds(states: 2))
    #expect(exploration.limit == .states(2))
    #expect(exploration.steps(of: "every step: nothing is one") == ["> one"])
  }

  @Test func `with a depth below zero only the start is checked`() throws {
    let exploration = try AppModel<Adder>.bare().explore(within: Bounds(depth: -1))
    #expect(exploration.states == 1)
    #expect(exploration.limit == .depth(-1))
  }

  @Test func `a step with too many outcomes ends at a bound`() throws {
    var questions = 0
    let exploration = try AppModel<Crowd>.bare().explore { _ in
      questions += 1
      return questions < 100
    }
    #expect(exploration.limit == .interrupted)
    #expect(!exploration.verdicts.contains { $0.result == .proved })
    #expect(questions == 100)
  }

  @Test func `a search reports its progress and refuted properties`() throws {
    var lines: [String] = []
    _ = try AppModel<Adder>.bare().explore(
      checking: [
        .reachable("one") { $0 == 1 }, .never("two") { $0 == 2 },
        .never("ten") { $0 == 10 }, .never("more than a million") { $0 > 1_000_000 },
      ]
    ) { progress in
      lines.append(progress.description)
      return lines.count < 3
    }
    #expect(lines.first == "0 states, 0 unexplored, depth 0")
    #expect(lines.last == "74 states, 10 unexplored, depth 11, 2 properties refuted")
  }
}

/// Adds one or ten.
private struct Adder: App {
  static let name = "adder"
  static let summary = "Adds one or ten."

  enum Action: Sendable { case add(Int) }

  let state = 0
  let reducer = Reduce<Int, Action> { state, action in
    switch action {
    case .add(let number): state += number
    }
    return .none
  }

  init(_ launch: Launch) {}

  func screens(of state: Int) -> [Screen<Action>] {
    [
      Screen("adder", "Adder") {
        Button("one", .add(1))
        Button("ten", .add(10))
      }
    ]
  }
}

/// Many concurrent effects: more orders than can be tried.
private struct Crowd: App {
  static let name = "crowd"
  static let summary = "Greets a crowd that comes in all at once."

  enum Action: Sendable {
    case open
    case greet(Int)
  }

  let state: [Int] = []
  let reducer: Reduce<[Int], Action>

  init(_ launch: Launch) {
    reducer = Reduce { [clock = launch.clock] state, action in
      switch action {
      case .open:
        return .merge(
          (1...20).map { guest in
            .run(name: "guest \(guest)") { send in
              try await clock.sleep(for: .seconds(1))
              await send(.greet(guest))
            }
          })
      case .greet(let guest):
        state.append(guest)
        return .none
      }
    }
  }

  func screens(of state: [Int]) -> [Screen<Action>] {
    [
      Screen("crowd", "Crowd") {
        Button("open", disabledBecause: state.isEmpty ? nil : "open", .open)
      }
    ]
  }
}
