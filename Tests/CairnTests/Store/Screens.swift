import Cairn

/// A timer that ticks every second until it is stopped; every screen below has one, under one id.
struct Timer: Reducer {
  struct State: Equatable {
    var ticks = 0
    let witness = Witness.ofScreen
  }
  enum Action { case start, stop, tick, close, closeAndReopen, reopenAndTick }
  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run(name: "timer") { [clock] send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
      .cancellable(id: "timer")
    case .stop:
      return .cancel(id: "timer")
    case .tick:
      state.ticks += 1
      return .none
    case .close, .closeAndReopen:
      return .dismiss
    case .reopenAndTick:
      return .send(.tick)
    }
  }
}

/// A screen with a timer, and a sheet that is a timer too.
struct TimerScreen: Reducer {
  struct State: Equatable {
    var timer = Timer.State()
    var sheet: Timer.State?
  }
  enum Action: CasePathable {
    case timer(Timer.Action)
    case sheet(Timer.Action)
    case close, closeAndTick
    case setSheet(Bool)
  }
  let clock: any Clock<Duration>

  var body: some Reducer<State, Action> {
    Scope(\.timer, .timer) { Timer(clock: clock) }
    // These follow-ups come before the one of the sheet.
    Reduce { _, action in
      guard case .sheet(.reopenAndTick) = action else { return .none }
      return .merge(.send(.setSheet(false)), .send(.setSheet(true)))
    }
    Reduce { state, action in
      switch action {
      case .close: return .dismiss
      case .closeAndTick: return .merge(.dismiss, .send(.timer(.tick)))
      case .sheet(.closeAndReopen): state.sheet = .init()
      case .setSheet(let isThere): state.sheet = isThere ? .init() : nil
      case .sheet, .timer: break
      }
      return .none
    }
    .ifLet(\.sheet, .sheet) { Timer(clock: clock) }
  }
}

/// A timer at the root and a stack of screens above it.
struct Root: Reducer {
  struct State: Equatable {
    var tick = Timer.State()
    var path: StackState<TimerScreen.State> = []
    var lastSeen: StackID?
  }
  enum Action: CasePathable {
    case tick(Timer.Action)
    case path(StackAction<TimerScreen.Action>)
    case popFrom(StackID)
    case remove(StackID)
    case clearSheets, replaceTop, replaceAll, insert, removeWithSheet, tickTop

    static func screen(_ id: Int, _ action: TimerScreen.Action) -> Action {
      .path(.element(id: StackID(integerLiteral: id), action: action))
    }
  }
  let clock: any Clock<Duration>

  var body: some Reducer<State, Action> {
    Scope(\.tick, .tick) { Timer(clock: clock) }
    Reduce { state, action in
      switch action {
      case .popFrom(let id):
        state.path.pop(from: id)
      case .remove(let id):
        state.path.remove(id: id)
      case .clearSheets:
        for index in state.path.indices { state.path[index].sheet = nil }
      case .replaceTop:
        state.path.pop()
        state.path.push(.init())
      case .replaceAll:
        state.path = [.init(), .init()]
      case .insert:
        state.path.insert(.init(), at: 1)
      case .removeWithSheet:
        state.path.removeAll { $0.sheet != nil }
      case .tickTop:
        return .merge(
          .send(.screen(0, .timer(.tick))), .run { await $0(.screen(0, .timer(.tick))) })
      case .path(.element(let id, .timer(.tick))):
        state.lastSeen = id
      case .tick, .path:
        break
      }
      return .none
    }
    .forEach(\.path, .path) { TimerScreen(clock: clock) }
  }
}

/// Enum state with a timer in one of its cases.
struct Mode: Reducer {
  enum State: Equatable, CasePathable {
    case running(Timer.State)
    case stopped
  }
  enum Action: CasePathable {
    case running(Timer.Action)
    case toggle
  }
  let clock: any Clock<Duration>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch (action, state) {
      case (.toggle, .running): state = .stopped
      case (.toggle, .stopped): state = .running(.init())
      case (.running, _): break
      }
      return .none
    }
    .ifCaseLet(.running, .running) { Timer(clock: clock) }
  }
}

/// Loads a text after a second. The id may be changed by the item itself.
struct Item: Reducer {
  struct State: Identifiable, Equatable {
    struct Inner: Equatable { var text = "" }
    var id: Int
    var text = ""
    var inner = Inner()
  }
  enum Action {
    case load, next
    case loaded(String)
  }
  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load: break
    case .next: state.id += 1
    case .loaded(let text):
      state.text = text
      return .none
    }
    return .run(name: "load") { [clock, id = state.id] send in
      try await clock.sleep(for: .seconds(1))
      await send(.loaded("text \(id)"))
    }
  }
}

enum ShelfAction: CasePathable {
  case item(Item.Action)
  case show(Int?)
}

/// The reducer of a root that may be an item.
@ReducerBuilder<Item.State?, ShelfAction>
func shelf(
  _ place: String = "ifLet", clock: any Clock<Duration> = ContinuousClock()
) -> some Reducer<Item.State?, ShelfAction> {
  let show = Reduce<Item.State?, ShelfAction> { state, action in
    if case .show(let id) = action { state = id.map { Item.State(id: $0) } }
    return .none
  }
  if place == "ifLet" {
    show.ifLet(\.self, .item) { Item(clock: clock) }
  } else if place == "ifCaseLet" {
    show.ifCaseLet(.some, .item) { Item(clock: clock) }
  } else {
    Scope(.some, .item) { Item(clock: clock) }
    show
  }
}

/// Runs a closure in its `deinit`. Everything happens on one thread, so nothing is shared.
final class DeinitToken: @unchecked Sendable {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  deinit { body() }
}

/// Holds a store, for what the store itself holds. The test takes it out at its end.
final class Holder<State, Action: Sendable>: @unchecked Sendable {
  var store: Store<State, Action>?
  var observation: StoreObservation?
}

extension CasePath where Root == Value {
  /// The actions of a child that are those of its parent.
  static var same: Self { Self({ $0 }, extract: { $0 }) }
}

/// Where an array keeps its elements: another place after a copy.
func address<Element>(_ array: [Element]?) -> UnsafeRawPointer? {
  array?.withUnsafeBytes { $0.baseAddress }
}
