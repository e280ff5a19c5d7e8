// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn

extension CasePath<Tally.Action, Tally.Choice> {
  static var alert: Self {
    Self(Root.alert) { if case .alert(let x) = $0 { x } else { nil } }
  }
}
