import Cairn
import CairnApp
import CairnSimulation

/// A locker with a PIN and drawers, correct or with one flaw.
struct Locker: Reducer {
  enum Flaw: String, CaseIterable, Sendable {
    /// The PIN stays in the state when the locker is closed.
    case pinInState = "pin-in-state"
    /// The PIN stays in the memory of a stand-in when the locker is closed.
    case pinInMemory = "pin-in-memory"
    /// A button without effect.
    case deadButton = "dead-button"
    /// A button for a drawer while no drawer is open.
    case goneDrawer = "gone-drawer"
    /// The light of a drawer outlives the drawer.
    case leakedLight = "leaked-light"
    /// Any PIN opens the locker.
    case openToAll = "open-to-all"
    /// A wrong PIN blocks the locker permanently.
    case jam
    /// `open` is disabled without a PIN, but the reducer enters another one.
    case unguardedOpen = "unguarded-open"
    /// The end of the process while the locker opens leads to an empty screen.
    case blankAfterDamage = "blank-after-damage"
    /// Closing a drawer removes the PIN.
    case wrongWayBack = "wrong-way-back"
  }

  struct State: Hashable {
    let flaw: Flaw?
    var pin: Secret = ""
    var isOpen = false
    /// Whether a blocked locker is being shaken.
    var isShaken: Bool?
    /// Whether the locker was damaged when it was opened.
    var isBlank = false
    var path: StackState<Drawer.State> = []
  }

  enum Action: Sendable {
    case pinChanged(Secret)
    case open
    case shake
    case nothing
    case drawer
    case lock
    case path(StackAction<Drawer.Action>)
  }

  static let opening = "opening"

  let log: Guarded<[String]>
  let clock: any Clock<Duration>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .pinChanged(let pin):
        state.pin = pin
        return .none
      case .open:
        return open(&state)
      case .shake:
        state.isShaken?.toggle()
        return .none
      case .nothing:
        return .none
      case .drawer:
        if state.isOpen, state.path.isEmpty { state.path.push(Drawer.State()) }
        return .none
      case .lock:
        state = State(flaw: state.flaw, pin: state.flaw == .pinInState ? state.pin : "")
        return .none
      case .path(.element(_, .light)) where state.flaw == .leakedLight:
        return Drawer.light(on: clock)
      case .path(.element(_, .close)) where state.flaw == .wrongWayBack:
        state.pin = ""
        return .none
      case .path:
        return .none
      }
    }
    .forEach(\.path, .path) { Drawer(clock: clock) }
  }

  private func open(_ state: inout State) -> Effect<Action> {
    guard state.pin == "1234" || state.flaw == .openToAll else {
      if state.flaw == .jam { state.isShaken = false }
      if state.flaw == .unguardedOpen, state.pin.isEmpty { state.pin = "9876" }
      return .none
    }
    state.isOpen = true
    switch state.flaw {
    case .pinInMemory:
      return .run(name: "log") { [log, pin = state.pin] _ in
        log.withLock { $0 = ["opened with \(pin.reveal())"] }
      }
    case .blankAfterDamage:
      return .run(name: "log") { [log, clock] _ in
        log.withLock { $0 = [Self.opening] }
        try await clock.sleep(for: .seconds(1))
        log.withLock { $0 = [] }
      }
      .cancellable(id: "log", cancelInFlight: true)
    default: return .none
    }
  }
}

/// A screen above the open locker.
struct Drawer: Reducer {
  struct State: Hashable {}

  enum Action: Sendable {
    case light
    case close
  }

  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .light: Self.light(on: clock)
    case .close: .dismiss
    }
  }

  /// Stays on for a second.
  static func light<Sent>(on clock: any Clock<Duration>) -> Effect<Sent> {
    Effect<Sent>.run(name: "light") { _ in try await clock.sleep(for: .seconds(1)) }
      .cancellable(id: "light", cancelInFlight: true)
  }
}

extension CasePath<Locker.Action, StackAction<Drawer.Action>> {
  static var path: Self {
    Self(Locker.Action.path) { if case .path(let x) = $0 { x } else { nil } }
  }
}

/// The locker as an app; an option selects its flaw.
struct LockerApp: App {
  static let name = "locker"
  static let summary = "Opens to a PIN, rightly or not."
  static let options = [AppOption("--flaw", value: "NAME", help: "the mistake that is in it")]
  static let samples = ["pin": ["1234", "9876"]]

  static let properties: [AppProperty<Locker.State>] =
    .standard() + [
      .alwaysReachable(screen: "open"), .backUndoes("drawer", with: "close"),
      .noSecret("locking") { before, after in before.isOpen && !after.isOpen },
      .step("the right PIN opens") { before, step, after in
        before.isOpen || !after.isOpen || step == .input("open") && before.pin == "1234"
      },
    ]

  let reducer: Locker
  private let flaw: Locker.Flaw?

  init(_ launch: Launch) {
    flaw = launch.options["--flaw"].flatMap(Locker.Flaw.init)
    reducer = Locker(log: launch.memory.keep([]), clock: launch.clock)
  }

  var state: Locker.State {
    Locker.State(flaw: flaw, isBlank: reducer.log.withLock { $0 == [Locker.opening] })
  }

  func screens(of state: Locker.State) -> [Screen<Locker.Action>] {
    if state.isBlank { return [Screen("blank", "Blank") {}] }
    if state.isShaken != nil {
      return [Screen("blocked", "Blocked") { Button("shake", .shake) }]
    }
    guard state.isOpen else { return [door(state)] }
    return [open(state)] + state.path.ids.map(drawer)
  }

  private func door(_ state: Locker.State) -> Screen<Locker.Action> {
    Screen("door", "Door") {
      Field("pin", secure: state.pin) { .pinChanged($0) }
      Button("open", disabledBecause: state.pin.isEmpty ? "a PIN is needed" : nil, .open)
      if state.flaw == .deadButton { Button("knock", .nothing) }
    }
  }

  private func open(_ state: Locker.State) -> Screen<Locker.Action> {
    Screen("open", "Open") {
      Button("drawer", .drawer)
      if state.flaw == .goneDrawer {
        Button("peek", .path(.element(id: 0, action: .light)))
      }
      Button("lock", .lock)
    }
  }

  private func drawer(_ id: StackID) -> Screen<Locker.Action> {
    Screen("drawer", "Drawer") {
      Button("light", .path(.element(id: id, action: .light)))
      Button("close", .path(.element(id: id, action: .close)))
    }
  }
}
