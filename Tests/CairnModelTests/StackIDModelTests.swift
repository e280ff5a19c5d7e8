import Cairn
import CairnModel
import Testing

/// Stack ids in the state of a bare model: they compare equal, and behave differently.
@Suite struct StackIDModelTests {
  @Test(arguments: [1, 4])
  func `a stale id and a fresh id are two states`(cores: Int) throws {
    let model = Model(Desk.State(), reducer: Desk()) { state in
      (state.path.isEmpty ? [.push] : [.save, .pop, .use]) + (0..<8).map(Desk.Action.turn)
    }
    let exploration = try model.explore(
      checking: [.never("a lost page") { $0.isLost }], cores: cores)
    let verdict = try #require(exploration.verdicts.first?.verdict)
    guard case .refuted(by: let trace?) = verdict else {
      Issue.record("\(exploration)")
      return
    }
    #expect(trace.actions == [.push, .save, .pop, .push, .use])
  }
}

/// A desk with at most one page, and a note of a page.
private struct Desk: Reducer {
  struct Page: Hashable, Sendable {}

  struct State: Hashable, Sendable {
    var path: StackState<Page> = []
    var noted: StackID?
    var isLost = false
    /// Enough states for several cores.
    var angles = [0, 0, 0]
  }

  enum Action: Equatable, Sendable {
    case push, save, pop, use
    case turn(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .push: state.path.push(Page())
    case .save: state.noted = state.path.ids.last
    case .pop: state.path.pop()
    case .use: state.isLost = state.noted.map { state.path[id: $0] == nil } ?? false
    case .turn(let angle): state.angles = [angle] + state.angles.dropLast()
    }
    return .none
  }
}
