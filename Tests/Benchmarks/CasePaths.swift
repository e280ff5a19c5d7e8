// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import CAllocations
import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import Observation

extension CasePath<Shelf.Desk, Shelf.Book.State> {
  static var book: Self {
    Self(Root.book) { if case .book(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Shelf.Action, Shelf.Book.Action> {
  static var first: Self {
    Self(Root.first) { if case .first(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Shelf.Action, Shelf.Book.Action> {
  static var borrowed: Self {
    Self(Root.borrowed) { if case .borrowed(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Shelf.Action, Shelf.DeskAction> {
  static var desk: Self {
    Self(Root.desk) { if case .desk(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Shelf.Action, StackAction<Shelf.Book.Action>> {
  static var path: Self {
    Self(Root.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Shelf.Action, IdentifiedAction<Shelf.Book.State, Shelf.Book.Action>> {
  static var rows: Self {
    Self(Root.rows) { if case .rows(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Shelf.DeskAction, Shelf.Book.Action> {
  static var book: Self {
    Self(Root.book) { if case .book(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Locker.Action, Int> {
  static var dialTurned: Self {
    Self(Root.dialTurned) { if case .dialTurned(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Locker.Action, StackAction<Locker.Inside.Action>> {
  static var inside: Self {
    Self(Root.inside) { if case .inside(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Browser.Action, Int> {
  static var open: Self {
    Self(Root.open) { if case .open(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Browser.Action, Int> {
  static var search: Self {
    Self(Root.search) { if case .search(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Browser.Action, Int> {
  static var found: Self {
    Self(Root.found) { if case .found(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Browser.Action, StackAction<Browser.Page.Action>> {
  static var path: Self {
    Self(Root.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Level1.Action, Counter.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Level2.Action, Level1.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Level3.Action, Level2.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Level4.Action, Level3.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Level5.Action, Level4.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Level6.Action, Level5.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Level7.Action, Level6.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Level8.Action, Level7.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Level9.Action, Level8.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Level10.Action, Level9.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Ledger.Action, IdentifiedAction<Ledger.Row.State, Ledger.Row.Action>> {
  static var row: Self {
    Self(Root.row) { if case .row(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Folders.Action, Int> {
  static var open: Self {
    Self(Root.open) { if case .open(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Folders.Action, StackAction<Folders.Folder.Action>> {
  static var path: Self {
    Self(Root.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}
