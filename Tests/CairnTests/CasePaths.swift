// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn
import CairnSimulation
import CairnTesting
import Foundation
import Testing

extension CasePath<Contacts.Action, Contacts.Person.ID> {
  static var delete: Self {
    Self(Root.delete) { if case .delete(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Contacts.Action, Contacts.Person.ID> {
  static var show: Self {
    Self(Root.show) { if case .show(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Contacts.Action, [Contacts.Person.ID]> {
  static var open: Self {
    Self(Root.open(link:)) { if case .open(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Contacts.Action, StackID> {
  static var popped: Self {
    Self(Root.popped(from:)) { if case .popped(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Contacts.Action, Destination.Action> {
  static var destination: Self {
    Self(Root.destination) { if case .destination(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Contacts.Action, StackAction<Detail.Action>> {
  static var path: Self {
    Self(Root.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.State, Edit.State> {
  static var edit: Self {
    Self(Root.edit) { if case .edit(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.State, Contacts.Person.ID> {
  static var confirmation: Self {
    Self(Root.confirmation) { if case .confirmation(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.Action, Edit.Action> {
  static var edit: Self {
    Self(Root.edit) { if case .edit(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Destination.Action, Destination.Choice> {
  static var confirmation: Self {
    Self(Root.confirmation) { if case .confirmation(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Folder.Action, String> {
  static var open: Self {
    Self(Root.open(name:)) { if case .open(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Folder.Action, Folder.Action> {
  static var inner: Self {
    Self(Root.inner) { if case .inner(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Inbox.Action, Badge.Action> {
  static var badge: Self {
    Self(Root.badge) { if case .badge(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Inbox.Action, Settings.Action> {
  static var settings: Self {
    Self(Root.settings) { if case .settings(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Tally.Action, Tally.Action.Choice> {
  static var alert: Self {
    Self(Root.alert) { if case .alert(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Recipes.Action, String> {
  static var setQuery: Self {
    Self(Root.setQuery) { if case .setQuery(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Recipes.Action, [Recipe]> {
  static var found: Self {
    Self(Root.found) { if case .found(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Recipes.Action, String> {
  static var failed: Self {
    Self(Root.failed) { if case .failed(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Recipes.Action, Recipe.ID> {
  static var rowTapped: Self {
    Self(Root.rowTapped) { if case .rowTapped(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Recipes.Action, StackAction<RecipeDetail.Action>> {
  static var path: Self {
    Self(Root.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<RecipeDetail.Destination, RecipeEditor.State> {
  static var editor: Self {
    Self(Root.editor) { if case .editor(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<RecipeDetail.Destination, AlertState<RecipeDetail.Choice>> {
  static var deletion: Self {
    Self(Root.deletion) { if case .deletion(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<RecipeDetail.Action, RecipeEditor.Action> {
  static var editor: Self {
    Self(Root.editor) { if case .editor(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<RecipeDetail.Action, RecipeDetail.Choice> {
  static var deletion: Self {
    Self(Root.deletion) { if case .deletion(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Board.Action, Part.State?> {
  static var setSheet: Self {
    Self(Root.setSheet) { if case .setSheet(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Pair.Action, Counter.Action> {
  static var left: Self {
    Self(Root.left) { if case .left(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Pair.Action, Counter.Action> {
  static var right: Self {
    Self(Root.right) { if case .right(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Page.State, Counter.State> {
  static var counter: Self {
    Self(Root.counter) { if case .counter(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Page.Action, Counter.Action> {
  static var counter: Self {
    Self(Root.counter) { if case .counter(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<LateReply.Action, Counter.Action> {
  static var child: Self {
    Self(Root.child) { if case .child(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<TimerScreen.Action, Timer.Action> {
  static var timer: Self {
    Self(Root.timer) { if case .timer(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<TimerScreen.Action, Timer.Action> {
  static var sheet: Self {
    Self(Root.sheet) { if case .sheet(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, Timer.Action> {
  static var tick: Self {
    Self(Root.tick) { if case .tick(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, StackAction<TimerScreen.Action>> {
  static var path: Self {
    Self(Root.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, StackID> {
  static var popFrom: Self {
    Self(Root.popFrom) { if case .popFrom(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Root.Action, StackID> {
  static var remove: Self {
    Self(Root.remove) { if case .remove(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Mode.State, Timer.State> {
  static var running: Self {
    Self(Root.running) { if case .running(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Mode.Action, Timer.Action> {
  static var running: Self {
    Self(Root.running) { if case .running(let x) = $0 { x } else { nil } }
  }
}
