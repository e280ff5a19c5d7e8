import Cairn
import CairnApp

/// The locker as an app; an option selects its flaw.
struct LockerApp: App {
  static let name = "locker"
  static let summary = "Opens to a PIN, rightly or not."
  static let options = [AppOption("--flaw", value: "NAME", help: "the mistake that is in it")]
  static let samples = ["pin": ["1234", "9876"]]

  static let properties: [AppProperty<Locker.State>] =
    .standard() + [
      .alwaysReachable(screen: "open"),
      .noSecret("locking") { before, after in before.isOpen && !after.isOpen },
      .step("the right PIN opens") { before, step, after in
        before.isOpen || !after.isOpen || step == .input("open") && before.pin == "1234"
      },
    ]

  let state: Locker.State
  let reducer: Locker

  init(_ launch: Launch) {
    state = Locker.State(flaw: launch.options["--flaw"].flatMap(Locker.Flaw.init))
    reducer = Locker(log: launch.memory.keep([]), clock: launch.clock)
  }

  func screens(of state: Locker.State) -> [Screen<Locker.Action>] {
    if state.isShaken != nil {
      return [Screen("blocked", "Blocked") { Button("shake", .shake) }]
    }
    guard state.isOpen else { return [door(state)] }
    return [open(state)] + state.path.ids.map(drawer)
  }

  private func door(_ state: Locker.State) -> Screen<Locker.Action> {
    Screen("door", "Door") {
      Field("pin", secure: state.pin) { .pinChanged($0) }
      Button("open", .open)
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
