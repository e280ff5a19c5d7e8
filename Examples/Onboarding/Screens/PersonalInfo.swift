import Cairn
import CairnApp
import ExampleSupport

/// First name, last name and telephone number.
struct PersonalInfo: Reducer {
  struct State: Hashable {
    let rules: Rules
    var firstName = ""
    var lastName = ""
    var telephone = ""

    /// The reason why `next` is disabled.
    var objection: String? {
      missing(
        ("first-name", firstName.isBlank), ("last-name", lastName.isBlank),
        ("telephone", telephone.isBlank))
        ?? unusable(
          ("first-name", firstName), ("last-name", lastName), ("telephone", telephone))
        ?? rules.objection(telephoneDoubt).map { "telephone: \($0)" }
    }

    var telephoneDoubt: String? { rules.doubt(telephone: telephone) }
  }

  enum Action: Codable, Equatable {
    case firstNameChanged(String)
    case lastNameChanged(String)
    case telephoneChanged(String)
    case next
    case back
    case completed
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .firstNameChanged(let firstName):
      state.firstName = firstName
      return .none
    case .lastNameChanged(let lastName):
      state.lastName = lastName
      return .none
    case .telephoneChanged(let telephone):
      state.telephone = telephone
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

extension PersonalInfo.State {
  var screen: Screen<PersonalInfo.Action> {
    Screen("personal-info", "Personal Info", step: 4, of: 7) {
      Field("first-name", firstName) { .firstNameChanged($0) }
      Field("last-name", lastName) { .lastNameChanged($0) }
      Field("telephone", telephone) { .telephoneChanged($0) }
      if let note = rules.note(on: telephoneDoubt) { Note(.warning, note) }
      Button("next", disabledBecause: objection, .next)
      Button("back", .back)
    }
  }
}
