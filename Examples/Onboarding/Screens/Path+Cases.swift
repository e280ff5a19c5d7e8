import Cairn

extension CasePath<Path.State, Terms.State> {
  static var terms: Self { Self(Root.terms) { if case .terms(let x) = $0 { x } else { nil } } }
}
extension CasePath<Path.State, Credentials.State> {
  static var credentials: Self {
    Self(Root.credentials) { if case .credentials(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Path.State, PersonalInfo.State> {
  static var personalInfo: Self {
    Self(Root.personalInfo) { if case .personalInfo(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Path.State, NewPIN.State> {
  static var newPIN: Self { Self(Root.newPIN) { if case .newPIN(let x) = $0 { x } else { nil } } }
}
extension CasePath<Path.State, ConfirmPIN.State> {
  static var confirmPIN: Self {
    Self(Root.confirmPIN) { if case .confirmPIN(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.Action, Terms.Action> {
  static var terms: Self { Self(Root.terms) { if case .terms(let x) = $0 { x } else { nil } } }
}
extension CasePath<Path.Action, Credentials.Action> {
  static var credentials: Self {
    Self(Root.credentials) { if case .credentials(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Path.Action, PersonalInfo.Action> {
  static var personalInfo: Self {
    Self(Root.personalInfo) { if case .personalInfo(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Path.Action, NewPIN.Action> {
  static var newPIN: Self { Self(Root.newPIN) { if case .newPIN(let x) = $0 { x } else { nil } } }
}
extension CasePath<Path.Action, ConfirmPIN.Action> {
  static var confirmPIN: Self {
    Self(Root.confirmPIN) { if case .confirmPIN(let x) = $0 { x } else { nil } }
  }
}
