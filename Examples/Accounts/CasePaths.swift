// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn
import CairnApp
import ExampleSupport

extension CasePath<Home.Action, String> {
  static var notLoggedOut: Self {
    Self(Root.notLoggedOut(reason:)) { if case .notLoggedOut(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Home.Action, Destination.Action> {
  static var destination: Self {
    Self(Root.destination) { if case .destination(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.State, Edit.State> {
  static var edit: Self {
    Self(Root.edit) { if case .edit(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.State, Images.State> {
  static var images: Self {
    Self(Root.images) { if case .images(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.Action, Edit.Action> {
  static var edit: Self {
    Self(Root.edit) { if case .edit(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.Action, Images.Action> {
  static var images: Self {
    Self(Root.images) { if case .images(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Login.Action, UserForm.Change> {
  static var changed: Self {
    Self(Root.changed) { if case .changed(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Login.Action, Account> {
  static var verified: Self {
    Self(Root.verified) { if case .verified(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Login.Action, String> {
  static var failed: Self {
    Self(Root.failed(problem:)) { if case .failed(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Login.Action, Account> {
  static var loggedIn: Self {
    Self(Root.loggedIn) { if case .loggedIn(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Login.Action, SignUp.Action> {
  static var signUp: Self {
    Self(Root.signUp) { if case .signUp(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.State, Login.State> {
  static var login: Self {
    Self(Root.login) { if case .login(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.State, Home.State> {
  static var home: Self {
    Self(Root.home) { if case .home(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Accounts<Profile>.Restored> {
  static var restored: Self {
    Self(Root.restored) { if case .restored(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Login.Action> {
  static var login: Self {
    Self(Root.login) { if case .login(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Home.Action> {
  static var home: Self {
    Self(Root.home) { if case .home(let x) = $0 { x } else { nil } }
  }
}
