import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation

/// An app with most of what a page shows: a stack, a secure field, a secret that nobody types, a sealed screen, a
/// service that can fail, time, hostile texts, and a race: a second press orders twice.
struct Office: App, Reducer {
  struct State: Hashable {
    let note = "</script><b>\u{2028}\u{202E}\"\\ é 👍🏽"
    let key: Secret = "swordfish"
    var pin: Secret = ""
    var isOpen = false
    var isLocked = false
    var sent: [Int: Set<String>] = [:]
    var presses = 0
    var orders = 0
    var failures = 0
  }

  enum Action: Codable, Equatable {
    case pin(Secret)
    case open, close, lock, unlock, order, wait, waited
    case ordered(Bool)
  }

  static let name = "office"
  static let summary = "Orders paper."
  static let options = [
    AppOption("--strict", help: "nothing"), AppOption("--token", value: "TEXT", help: "nothing"),
  ]
  static let samples = ["pin": ["1234"]]
  static let properties: [AppProperty<State>] = [
    .never("a second order") { $0.orders > 1 }, .reachable("an order") { $0.orders == 1 },
    .noRuntimeIssue,
  ]
  let launch: Launch
  let state = State()
  var reducer: Office { self }

  init(_ launch: Launch) { self.launch = launch }

  static func isSealed(_ state: State) -> Bool { state.isLocked }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .pin(let pin): state.pin = pin
    case .open: state.isOpen = true
    case .close: state.isOpen = false
    case .lock where !state.pin.isEmpty: state.isLocked = true
    case .unlock: state.isLocked = false
    case .order where state.presses < 2:
      state.presses += 1
      let choices = launch.choices
      return .run(name: "order", input: state.pin) { _, send in
        let answer = try await choices.answer(
          "order", ["works": .success(true), "fails": .success(false)])
        await send(.ordered(answer))
      }
    case .ordered(let isDone):
      state.orders += isDone ? 1 : 0
      state.failures = min(state.failures + (isDone ? 0 : 1), 1)
      if isDone { state.sent[state.orders] = ["paper", "ink"] }
    case .wait:
      let clock = launch.clock
      return .run(name: "wait") { send in
        try await clock.sleep(for: .seconds(1))
        await send(.waited)
      }
      .cancellable(id: "wait", cancelInFlight: true).background
    case .waited, .lock, .order: break
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    if state.isLocked { return [Screen("locked", "Locked") { Button("unlock", .unlock) }] }
    let desk = Screen<Action>("desk", "Desk", step: 1, of: 2) {
      Text(state.note)
      Note(.info, state.failures > 0 ? "It failed." : "Welcome")
      Field("pin", secure: state.pin) { .pin($0) }
      Button("open", .open)
      Button("wait", .wait)
      Button("lock", disabledBecause: state.pin.isEmpty ? "choose a PIN" : nil, .lock)
    }
    let drawer = Screen<Action>("drawer", "Drawer") {
      Text("\(state.orders)", title: "Orders")
      Button("order", .order)
      Button("close", .close)
    }
    return state.isOpen ? [desk, drawer.over("Desk")] : [desk]
  }
}

extension Office {
  /// All its states, without the times of answers.
  static func explored() throws -> AppExploration<Office> {
    var model = AppModel<Office>()
    (model.without, model.check) = ([.delays], .none)
    return try model.explore()
  }
}
