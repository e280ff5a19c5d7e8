// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn
import CairnApp

extension CasePath<Home.Action, [String]> {
  static var loaded: Self {
    Self(Root.loaded) { if case .loaded(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Home.Action, String> {
  static var notLoaded: Self {
    Self(Root.notLoaded(reason:)) { if case .notLoaded(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Home.Action, StackAction<Entry.Action>> {
  static var path: Self {
    Self(Root.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}
