// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn
import CairnApp
import CairnStorage

extension CasePath<Onboarding.Action, StackAction<Path.Action>> {
  static var path: Self {
    Self(Root.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Onboarding.Action, Session> {
  static var completed: Self {
    Self(Root.completed) { if case .completed(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.State, Terms.State> {
  static var terms: Self {
    Self(Root.terms) { if case .terms(let x) = $0 { x } else { nil } }
  }
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
  static var newPIN: Self {
    Self(Root.newPIN) { if case .newPIN(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.State, ConfirmPIN.State> {
  static var confirmPIN: Self {
    Self(Root.confirmPIN) { if case .confirmPIN(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.Action, Terms.Action> {
  static var terms: Self {
    Self(Root.terms) { if case .terms(let x) = $0 { x } else { nil } }
  }
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
  static var newPIN: Self {
    Self(Root.newPIN) { if case .newPIN(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.Action, ConfirmPIN.Action> {
  static var confirmPIN: Self {
    Self(Root.confirmPIN) { if case .confirmPIN(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.State, Onboarding.State> {
  static var onboarding: Self {
    Self(Root.onboarding) { if case .onboarding(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.State, Main.State> {
  static var main: Self {
    Self(Root.main) { if case .main(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.State, Unlock.State> {
  static var unlock: Self {
    Self(Root.unlock) { if case .unlock(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, LoadedSession> {
  static var loaded: Self {
    Self(Root.loaded) { if case .loaded(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Int> {
  static var locked: Self {
    Self(Root.locked(wrongTries:)) { if case .locked(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Onboarding.Action> {
  static var onboarding: Self {
    Self(Root.onboarding) { if case .onboarding(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Main.Action> {
  static var main: Self {
    Self(Root.main) { if case .main(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Unlock.Action> {
  static var unlock: Self {
    Self(Root.unlock) { if case .unlock(let x) = $0 { x } else { nil } }
  }
}
