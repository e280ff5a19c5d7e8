// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn
import CairnApp

extension CasePath<Root.State, Login.State> {
  static var login: Self {
    Self(Root.login) { if case .login(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.State, Feed.State> {
  static var feed: Self {
    Self(Root.feed) { if case .feed(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Bool> {
  static var isLoggedIn: Self {
    Self(Root.isLoggedIn) { if case .isLoggedIn(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Login.Action> {
  static var login: Self {
    Self(Root.login) { if case .login(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Feed.Action> {
  static var feed: Self {
    Self(Root.feed) { if case .feed(let x) = $0 { x } else { nil } }
  }
}
