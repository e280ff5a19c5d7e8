import Cairn
import CairnApp
import ExampleSupport

/// A new PIN, which unlocks the app.
struct NewPIN: Reducer {
  struct State: Hashable {
    let rules: Rules
    var pin: Secret = ""

    /// The reason why `next` is disabled.
    var objection: String? {
      missing(("pin", pin.isBlank)) ?? rules.objection(pin: pin)
    }
  }

  enum Action: Codable, Equatable {
    case pinChanged(Secret)
    case next
    case back
    case completed
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .pinChanged(let pin):
      state.pin = pin
      return .none
    case .next:
      return state.objection == nil ? .send(.completed) : .none
    case .back:
      return .dismiss
    case .completed:
      return .forParent
    }
  }
}

extension NewPIN.State {
  var screen: Screen<NewPIN.Action> {
    Screen("new-pin", "New PIN", step: 5, of: 7) {
      Field("pin", secure: pin) { .pinChanged($0) }
      Button("next", disabledBecause: objection, .next)
      Button("back", .back)
    }
  }
}
