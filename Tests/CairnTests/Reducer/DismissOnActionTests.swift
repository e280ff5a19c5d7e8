import Cairn
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct DialogTests {
  private struct File: Reducer {
    struct State: Equatable {
      var isDeleted = false
      var confirmation: String?
    }
    enum Choice { case delete, cancel }
    enum Action {
      case deleteTapped
      case confirmation(Choice)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .deleteTapped: state.confirmation = "Really?"
        case .confirmation(.delete): state.isDeleted = true
        case .confirmation(.cancel): break
        }
        return .none
      }
      .ifLet(
        \.confirmation,
        CasePath(Action.confirmation) { if case .confirmation(let x) = $0 { x } else { nil } }
      ) { DismissOnAction() }
    }
  }

  @Test(arguments: [true, false])
  func `whatever is chosen closes the dialog`(deletes: Bool) {
    let store = Store.counted(File.State()) { File() }
    store.send(.deleteTapped)
    #expect(store.state.confirmation == "Really?")
    store.send(.confirmation(deletes ? .delete : .cancel))
    #expect(store.state == File.State(isDeleted: deletes))
  }
}
