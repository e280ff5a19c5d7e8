// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn
import CairnApp
import ExampleSupport

extension CasePath<Destination.State, Login.State> {
  static var login: Self {
    Self(Root.login) { if case .login(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.State, Signup.State> {
  static var signup: Self {
    Self(Root.signup) { if case .signup(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.Action, Login.Action> {
  static var login: Self {
    Self(Root.login) { if case .login(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.Action, Signup.Action> {
  static var signup: Self {
    Self(Root.signup) { if case .signup(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<GetStarted.Action, String> {
  static var emailChanged: Self {
    Self(Root.emailChanged) { if case .emailChanged(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<GetStarted.Action, Bool> {
  static var checked: Self {
    Self(Root.checked(isRegistered:)) { if case .checked(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<GetStarted.Action, String> {
  static var notChecked: Self {
    Self(Root.notChecked(reason:)) { if case .notChecked(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<GetStarted.Action, Destination.Action> {
  static var destination: Self {
    Self(Root.destination) { if case .destination(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.State, GetStarted.State> {
  static var signedOut: Self {
    Self(Root.signedOut) { if case .signedOut(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.State, Profile.State> {
  static var signedIn: Self {
    Self(Root.signedIn) { if case .signedIn(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Accounts<Person>.Restored> {
  static var restored: Self {
    Self(Root.restored) { if case .restored(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, GetStarted.Action> {
  static var signedOut: Self {
    Self(Root.signedOut) { if case .signedOut(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Profile.Action> {
  static var signedIn: Self {
    Self(Root.signedIn) { if case .signedIn(let x) = $0 { x } else { nil } }
  }
}
