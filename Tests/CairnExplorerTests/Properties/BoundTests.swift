import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import TestSupport
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

  @Test(.gate) func `a step with too many outcomes ends at a bound`() throws {
    // Many concurrent effects: more orders than can be tried.
    let crowd = Question("open") { _, state, world in
      state.pressed = ["open"]
      return .merge((1...20).map { world.note("guest \($0)") })
    }
    try crowd.asked { model in
      var questions = 0
      let exploration = try model.explore { _ in
        questions += 1
        return questions < 100
      }
      #expect(exploration.limit == .interrupted)
      #expect(!exploration.verdicts.contains { $0.result == .proved })
      #expect(questions == 100)
    }
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

  /// Adds one or ten.
  private struct Adder: TestApp {
    enum Action: Sendable { case add(Int) }

    let state = 0
    let reducer = Reduce<Int, Action> { state, action in
      switch action {
      case .add(let number): state += number
      }
      return .none
    }

    init(_ launch: Launch) {}

    func elements(of state: Int) -> ScreenBuilder<Action>.Elements {
      Button("one", .add(1))
      Button("ten", .add(10))
    }
  }
}
