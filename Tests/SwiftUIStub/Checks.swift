import Cairn
import SwiftUI
import Synchronization

@testable import CairnSwiftUI

/// A program that uses the bindings of `CairnSwiftUI` as SwiftUI does, and prints the line of each
/// expectation that fails, and then `done`.
@main @MainActor struct Checks {
  static func main() async {
    fields()
    flags()
    paths()
    disappearedFeatures()
    sheets()
    alerts()
    await isolation()
    await animations()
    print("done")
  }

  static func expect(_ condition: Bool, line: Int = #line) {
    if !condition { print("Checks.swift:\(line): not as expected") }
  }

  static func fields() {
    let store = Store(Delivery.State()) {
      Delivery(clock: ContinuousClock(), city: { $0 }, order: { _ in })
    }
    let phone = store.scope().binding(\.phone) { .set(.phone($0)) }
    phone.wrappedValue = "01 23"
    expect(phone.wrappedValue == "0123")
  }

  static func flags() {
    let (store, log) = contacts(destination: .confirmation(1))
    let isPresented = store.isPresented(
      \.destination, dismiss: .destination(.confirmation(.keep)))
    expect(isPresented.wrappedValue)
    isPresented.wrappedValue = true
    expect(log.actions.isEmpty)
    isPresented.wrappedValue = false
    isPresented.wrappedValue = false
    expect(!isPresented.wrappedValue)
    expect(log.actions == [.destination(.confirmation(.keep))])
  }

  static func paths() {
    let (store, log) = contacts(path: [.init(id: 1), .init(id: 2), .init(id: 3)])
    let path = store.navigationPath(\.path) { .popped(from: $0) }
    let shown = path.wrappedValue
    expect(shown.count == 3)
    path.wrappedValue = [shown[0]]
    path.wrappedValue = [shown[0]]
    expect(store.path == [.init(id: 1)])
    expect(log.actions == [.popped(from: 1)])
    store.send(.show(4))
    expect(path.wrappedValue[0] == shown[0] && path.wrappedValue[1] != shown[1])
    path.wrappedValue = path.wrappedValue
    expect(log.actions == [.popped(from: 1), .show(4)])
  }

  /// What SwiftUI writes or dismisses after the feature that presented it has disappeared is no mistake.
  static func disappearedFeatures() {
    let store = Store(Shelf.State()) { Shelf() }.scope()
    guard let contacts = store.scope(\.contacts, .contacts) else { return expect(false) }
    let flag = contacts.isPresented(
      \.destination, dismiss: .destination(.confirmation(.keep)))
    let path = contacts.navigationPath(\.path) { .popped(from: $0) }
    let count = contacts.binding(\.path.count) { .show($0) }
    count.wrappedValue = 2
    expect(flag.wrappedValue && path.wrappedValue.count == 2 && count.wrappedValue == 2)
    let log = Log()
    RuntimeIssue.$reporter.withValue(.init { log.add($0.message) }) {
      store.send(.close)
      flag.wrappedValue = false
      path.wrappedValue = []
      count.wrappedValue = 3
    }
    expect(log.messages == [])
  }

  static func sheets() {
    let (store, log) = contacts(destination: .edit(.init(person: .init(id: 1, name: "Ada"))))
    let edit = store.scope(\.destination, .destination)?.scope(.edit, .edit)
    let sheet = presentation(of: edit, dismiss: .cancel)
    expect(sheet.wrappedValue?.store == edit)
    sheet.wrappedValue = nil
    sheet.wrappedValue = nil
    expect(sheet.wrappedValue == nil)
    expect(log.actions == [.destination(.edit(.cancel))])
    expect(
      presentation(of: nil as ChildStore<Edit.State, Edit.Action>?, dismiss: .cancel)
        .wrappedValue == nil)

    // A late dismissal of a sheet does not close the sheet that replaced it.
    let player = Store(Player.State(song: Song.State(id: 1))) { Player() }.scope()
    let first = presentation(of: player.scope(\.song, .song), dismiss: .close)
    player.send(.play(2))
    let second = presentation(of: player.scope(\.song, .song), dismiss: .close)
    expect(first.wrappedValue?.id != second.wrappedValue?.id)
    first.wrappedValue = nil
    expect(player.song?.id == 2)
    second.wrappedValue = nil
    expect(player.song == nil)

    // A generic function scopes to the place, whatever child is there. The id still tells them apart.
    func scoped<Child>(_ child: KeyPath<Player.State, Child?>) -> ChildStore<Child, Song.Action>? {
      player.scope(child, .song)
    }
    player.send(.play(1))
    let late = presentation(of: scoped(\.song), dismiss: .close)
    player.send(.play(2))
    late.wrappedValue = nil
    expect(player.song?.id == 2)
  }

  static func alerts() {
    let store = Store(Tally.State(count: 2)) { Tally() }.scope()
    let choice = AlertChoice()
    func binding(_ style: AlertState<Tally.Choice>.Style) -> Binding<Bool> {
      isPresented(store.scope(\.alert, .alert), as: style, choice)
    }
    expect(!binding(.alert).wrappedValue)
    store.send(.resetTapped)
    let alert = binding(.alert)
    expect(alert.wrappedValue && !binding(.confirmationDialog).wrappedValue)
    alert.wrappedValue = false
    expect(!alert.wrappedValue && store.alert == nil && store.count == 2)

    // The end of an alert does not close the alert that its button has opened.
    store.send(.resetTapped)
    let first = binding(.alert)
    choice.make(.keep, in: store.scope(\.alert, .alert))
    store.send(.resetTapped)
    first.wrappedValue = false
    expect(first.wrappedValue && store.alert != nil)
    first.wrappedValue = false
    expect(!first.wrappedValue && store.alert == nil)

    store.send(.resetTapped)
    let second = binding(.alert)
    choice.make(.reset, in: store.scope(\.alert, .alert))
    second.wrappedValue = false
    expect(!second.wrappedValue && store.count == 0)

    let log = Log()
    let hint = AlertState<Tally.Choice>(
      "Hint", style: .confirmationDialog,
      buttons: [ButtonState("A", role: .destructive, action: .reset)])
    let hinting = Store(Tally.State(alert: hint)) { Tally() }.scope()
    let dialog = isPresented(hinting.scope(\.alert, .alert), as: .confirmationDialog, AlertChoice())
    RuntimeIssue.$reporter.withValue(.init { log.add($0.message) }) {
      dialog.wrappedValue = false
    }
    expect(log.messages == [#"The dialog "Hint" was dismissed without a choice."#])
    expect(dialog.wrappedValue)
  }

  /// A store in the initial value of a property reduces replies.
  static func isolation() async {
    let store = Model().store
    store.send(.ask)
    for _ in 0..<1000 where store.state == 0 { await Task.yield() }
    expect(store.state == 42)
  }

  /// The animation travels with an action, and with no other, through the queue and from other threads.
  static func animations() async {
    let store = Store(0, isolation: MainActor.shared) { Animated() }
    var seen: [Int: Animation?] = [:]
    let observation = store.observe { event in
      if let step = event.step { seen[step.action] = .some(Animation.current) }
    }
    await store.send(0).finish()
    observation.cancel()
    let expected: [Int: Animation?] = [
      0: nil, 1: .default, 2: nil, 3: .linear, 4: .default, 5: .default, 6: nil, 7: .linear,
    ]
    expect(seen == expected)
  }
}

struct Animated: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    guard action == 0 else { return action == 5 ? .send(6) : .none }
    return .merge(
      .run { send in
        await send(1, animation: .default)
        await send(2)
      },
      .run { @concurrent send in await send(3, animation: .linear) },
      .send(4).animation(),
      .run { send in
        await send(5)
        await send(7, animation: .linear)
      }.animation())
  }
}

extension Checks {
  static func contacts(
    destination: Destination.State? = nil, path: StackState<Detail.State> = []
  ) -> (ChildStore<Contacts.State, Contacts.Action>, ActionLog) {
    let log = ActionLog()
    let store = Store(Contacts.State(destination: destination, path: path)) {
      Reduce<Contacts.State, Contacts.Action> { _, action in
        log.actions.append(action)
        return .none
      }
      Contacts()
    }
    return (store.scope(), log)
  }

  final class ActionLog {
    var actions: [Contacts.Action] = []
  }

  final class Log: Sendable {
    private let list = Mutex<[String]>([])
    var messages: [String] { list.withLock(\.self) }
    func add(_ message: String) { list.withLock { $0.append(message) } }
  }
}

struct Shelf: Reducer {
  struct State: Equatable {
    var contacts: Contacts.State? = Contacts.State(
      destination: .confirmation(1), path: [.init(id: 1)])
  }
  enum Action: Sendable {
    case close
    case contacts(Contacts.Action)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .close = action { state.contacts = nil }
      return .none
    }
    .ifLet(\.contacts, .contacts) { Contacts() }
  }
}

extension CasePath<Shelf.Action, Contacts.Action> {
  static var contacts: Self {
    Self(Root.contacts) { if case .contacts(let x) = $0 { x } else { nil } }
  }
}

struct Player: Reducer {
  struct State: Equatable { var song: Song.State? }
  enum Action: Sendable {
    case play(Int)
    case song(Song.Action)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .play(let id) = action { state.song = Song.State(id: id) }
      return .none
    }
    .ifLet(\.song, .song) { Song() }
  }
}

struct Song: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  enum Action { case close }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .dismiss }
}

extension CasePath<Player.Action, Song.Action> {
  static var song: Self { Self(Root.song) { if case .song(let x) = $0 { x } else { nil } } }
}

struct Question: Reducer {
  enum Action { case ask, answer }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      return .run { send in
        await Task.yield()
        await send(.answer)
      }
    case .answer:
      state = 42
      return .none
    }
  }
}

@MainActor struct Model {
  @SwiftUI.State var store = Store(0, isolation: MainActor.shared) { Question() }
}
