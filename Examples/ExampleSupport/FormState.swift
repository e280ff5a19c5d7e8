/// The state of a form: its fields, and the phase of its submission.
///
///     struct State: Hashable, FormState {
///       var email = ""
///       var phase = FormPhase.editing(problem: nil)
///     }
///
/// Its reducer:
///
///     case .emailChanged(let email):
///       state.edit { $0.email = email }
///       return .none
///     case .submit:
///       guard !state.isSubmitting else { return .none }
///       state.phase = .submitting
///       return submit(state.email)
public protocol FormState {
  /// Whether the form is edited or submitted.
  var phase: FormPhase { get set }
}

/// The phase of a form.
public enum FormPhase: Hashable, Sendable {
  /// The fields can be changed. `problem` is the reason why the last submission failed.
  case editing(problem: String?)
  /// The submission is in progress.
  case submitting

  /// The reason why the last submission failed, for a `Note`; `nil` while the form is submitted.
  ///
  ///     if let problem = phase.problem { Note(.error, problem) }
  public var problem: String? { if case .editing(let problem) = self { problem } else { nil } }
}

extension FormState {
  /// Whether the submission is in progress. The fields are disabled during it.
  ///
  ///     var business: String? { isSubmitting ? "logging in" : nil }
  public var isSubmitting: Bool { phase == .submitting }

  /// Changes fields, and removes the problem of the last submission. Nothing is changed while the form is
  /// submitted.
  ///
  ///     state.edit { $0.email = email }
  public mutating func edit(_ change: (inout Self) -> Void) {
    guard !isSubmitting else { return }
    change(&self)
    phase = .editing(problem: nil)
  }
}
