import Cairn
import CairnApp
import ExampleSupport

/// The dialog that changes the mobile number.
struct Edit: Reducer {
  struct State: Hashable, FormState {
    let account: Account
    var mobile: String
    var phase = FormPhase.editing(problem: nil)

    /// The reason why all inputs are disabled.
    var business: String? { isSubmitting ? "saving" : nil }
  }

  enum Action: Codable, Equatable {
    case mobileChanged(String)
    case save
    case cancel
    case saved(Account)
    case failed(problem: String)
  }

  let accounts: Accounts<Profile>
  let description: UserDescription

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .mobileChanged(let mobile):
      state.edit { $0.mobile = mobile }
      return .none
    case .save:
      guard state.business == nil else { return .none }
      if let problem = problem(in: state) {
        state.phase = .editing(problem: problem)
        return .none
      }
      state.phase = .submitting
      return save(state.mobile.trimmed, of: state.account)
    case .cancel:
      return state.business == nil ? .dismiss : .none
    case .saved:
      return .forParent
    case .failed(let problem):
      state.phase = .editing(problem: problem)
      return .none
    }
  }

  /// The message of the field's description, also for a blank number.
  private func problem(in state: State) -> String? {
    guard let field = description.kind(state.account.profile.kind).field("mobile") else {
      return nil
    }
    var form = UserForm()
    form[text: field.name] = state.mobile
    return form.isBlank(field) ? field.message : field.problem(in: form)
  }

  private func save(_ mobile: String, of account: Account) -> Effect<Action> {
    .run(name: "save number") { [accounts] send in
      let changed = try await accounts.update(account.email) { $0["mobile"] = mobile }
      guard let changed else { throw AccountError.unknown(account.email) }
      await send(.saved(changed))
    } catch: { error, send in
      await send(.failed(problem: "\(error)"))
    }
  }
}

extension Edit.State {
  var screen: Screen<Edit.Action> {
    Screen("edit", "Edit number") {
      Field("mobile", mobile, disabledBecause: business) { .mobileChanged($0) }
      if let problem = phase.problem { Note(.error, problem, lines: 4) }
      if isSubmitting { Progress("Saving…") }
      Button("save", disabledBecause: business, .save)
      Button("cancel", disabledBecause: business, .cancel)
    }
  }
}
