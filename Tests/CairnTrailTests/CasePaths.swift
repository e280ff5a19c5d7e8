// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn
import CairnApp

extension CasePath<Diary.Action, String> {
  static var entryChanged: Self {
    Self(Root.entryChanged) { if case .entryChanged(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Diary.Action, Secret> {
  static var pinChanged: Self {
    Self(Root.pinChanged) { if case .pinChanged(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Diary.Action, String> {
  static var arrived: Self {
    Self(Root.arrived) { if case .arrived(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Diary.Action, StackAction<Page.Action>> {
  static var pages: Self {
    Self(Root.pages) { if case .pages(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Safe.Action, Secret> {
  static var codeChanged: Self {
    Self(Root.codeChanged) { if case .codeChanged(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Safe.Action, String> {
  static var labelChanged: Self {
    Self(Root.labelChanged) { if case .labelChanged(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Safe.Action, StackAction<Safe.Page.Action>> {
  static var pages: Self {
    Self(Root.pages) { if case .pages(let x) = $0 { x } else { nil } }
  }
}
