import Cairn
import CairnApp

/// The terms of service, which must be accepted.
struct Terms: Reducer {
  struct State: Hashable {
    var isAccepted = false

    /// The reason why `next` is disabled.
    var objection: String? { isAccepted ? nil : "accept the terms first" }
  }

  enum Action: Codable, Equatable {
    case acceptToggled
    case next
    case back
    case completed
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .acceptToggled:
      state.isAccepted.toggle()
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

extension Terms.State {
  var screen: Screen<Terms.Action> {
    Screen("terms", "Terms of Service", step: 2, of: 7) {
      Text(paragraphs: Self.paragraphs)
      Toggle("accept", "I accept the terms of service", isOn: isAccepted, .acceptToggled)
      Button("next", disabledBecause: objection, .next)
      Button("back", .back)
    }
  }

  private static let paragraphs = """
    1. This is a demonstration. The service that these terms are about does not exist, and \
    accepting these terms has no effect at all.

    2. What you type stays on this computer. Your name, e-mail address and telephone number are \
    kept in one file, your PIN only as a salted hash, and your password nowhere.

    3. You may sign out at any time. The file is then removed.

    4. Should any of these terms turn out to be void, the others are so as well.
    """
}
