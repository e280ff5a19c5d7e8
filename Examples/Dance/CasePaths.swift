// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn
import CairnApp
import ExampleSupport

extension CasePath<Path.State, LogIn.State> {
  static var logIn: Self {
    Self(Root.logIn) { if case .logIn(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.State, SignUp.State> {
  static var signUp: Self {
    Self(Root.signUp) { if case .signUp(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.State, Video.State> {
  static var video: Self {
    Self(Root.video) { if case .video(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.State, Stats.State> {
  static var stats: Self {
    Self(Root.stats) { if case .stats(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.Action, LogIn.Action> {
  static var logIn: Self {
    Self(Root.logIn) { if case .logIn(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.Action, SignUp.Action> {
  static var signUp: Self {
    Self(Root.signUp) { if case .signUp(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.Action, Video.Action> {
  static var video: Self {
    Self(Root.video) { if case .video(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Path.Action, Stats.Action> {
  static var stats: Self {
    Self(Root.stats) { if case .stats(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, (Accounts<Profile>.Restored, [DanceClass])> {
  static var loaded: Self {
    Self({ .loaded($0.0, $0.1) }) { if case .loaded(let x0, let x1) = $0 { (x0, x1) } else { nil } }
  }
}

extension CasePath<Root.Action, String> {
  static var notLoaded: Self {
    Self(Root.notLoaded(reason:)) { if case .notLoaded(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Classes.Action> {
  static var classes: Self {
    Self(Root.classes) { if case .classes(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, StackAction<Path.Action>> {
  static var path: Self {
    Self(Root.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<SignUp.Action, String> {
  static var emailChanged: Self {
    Self(Root.emailChanged) { if case .emailChanged(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<SignUp.Action, Secret> {
  static var passwordChanged: Self {
    Self(Root.passwordChanged) { if case .passwordChanged(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<SignUp.Action, Account> {
  static var completed: Self {
    Self(Root.completed) { if case .completed(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<SignUp.Action, String> {
  static var failed: Self {
    Self(Root.failed(reason:)) { if case .failed(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<SignUp.Action, SignUp.Choice> {
  static var alert: Self {
    Self(Root.alert) { if case .alert(let x) = $0 { x } else { nil } }
  }
}
