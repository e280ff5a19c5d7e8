import Cairn

/// Counts, and asks before it resets the count.
struct Tally: Reducer {
  struct State: Hashable {
    var count = 0
    var alert: AlertState<Choice>?
  }

  enum Action: Hashable, Codable, CasePathable {
    case increment, resetTapped
    case alert(Choice)
  }

  enum Choice: Hashable, Codable {
    case reset, keep
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
      case .resetTapped where state.count > 0:
        state.alert = AlertState(
          "Reset the count?", message: "The count of \(state.count) will be lost.",
          buttons: [
            ButtonState("Reset", role: .destructive, action: .reset),
            ButtonState("Keep", role: .cancel, action: .keep),
          ])
      case .alert(.reset):
        state.count = 0
      case .resetTapped, .alert(.keep):
        break
      }
      return .none
    }
    .ifLet(\.alert, .alert) { DismissOnAction() }
  }
}
