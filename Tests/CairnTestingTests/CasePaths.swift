// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn

extension CasePath<Library.Action, String> {
  static var open: Self {
    Self(Root.open) { if case .open(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Library.Action, StackID> {
  static var popped: Self {
    Self(Root.popped(from:)) { if case .popped(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Library.Action, StackID> {
  static var refresh: Self {
    Self(Root.refresh) { if case .refresh(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Library.Action, StackAction<Page.Action>> {
  static var path: Self {
    Self(Root.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}
