import Cairn
import CairnApp
import CairnAppStorage

/// The dialog that changes the mobile number.
struct Edit: Reducer {
  struct State: Hashable {
    let account: Account
    var mobile: String
    var phase = Phase.editing(problem: nil)

    enum Phase: Hashable {
      case editing(problem: String?)
      case saving
    }

    /// The reason why all inputs are disabled.
    var business: String? { phase == .saving ? "saving" : nil }
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
      guard state.business == nil else { return .none }
      state.mobile = mobile
      state.phase = .editing(problem: nil)
      return .none
    case .save:
      guard state.business == nil else { return .none }
      if let problem = problem(in: state) {
        state.phase = .editing(problem: problem)
        return .none
      }
      state.phase = .saving
      return save(state.mobile.trimmed, of: state.account)
    case .cancel:
      return state.business == nil ? .dismiss : .none
    case .saved:
      return .none  // handled by the parent
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
      if case .editing(let problem?) = phase { Note(.error, problem, lines: 4) }
      if phase == .saving { Progress("Saving…") }
      Button("save", disabledBecause: business, .save)
      Button("cancel", disabledBecause: business, .cancel)
    }
  }
}
