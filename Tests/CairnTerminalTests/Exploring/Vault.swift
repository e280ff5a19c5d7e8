import Cairn
import CairnApp

/// A vault with a slow wheel: few states, and properties that are refuted.
struct Vault: TestApp, Reducer {
  struct State: Hashable {
    var pin: Secret = ""
    var isTurning = false
    var isOpen = false
  }

  enum Action: Equatable {
    case pin(Secret)
    case turn, turned, close
  }

  static let starts = ["shut", "open"]
  static let options = [
    AppOption("--file", value: "FILE", help: "where things are kept"),
    AppOption("--creaks", help: "creak"),
    AppOption("--token", value: "TOKEN", help: "the token of the owner"),
  ]
  static let samples = ["pin": ["1234", ""]]
  static let properties: [AppProperty<State>] = [
    .noRuntimeIssue,
    .never("open (at all)") { $0.isOpen },
    .never("open, at all!") { $0.isOpen },
    .reachable(screen: "cellar"),
  ]

  let clock: any Clock<Duration>
  let state: State
  var reducer: Vault { self }

  init(_ launch: Launch) throws(UsageError) {
    clock = launch.clock
    // A search tells the options that are not read.
    for option in Self.options { _ = launch.options[option.name] }
    guard case .simulated(let start) = launch.world else {
      state = State()
      return
    }
    guard !launch.options.has("--file") else {
      throw UsageError("there are no files here; leave out --file")
    }
    state = State(isOpen: start == "open")
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .pin(let pin): state.pin = pin
    case .turn:
      guard !state.pin.isEmpty, !state.isTurning else { return .none }
      state.isTurning = true
      return .run(name: "turn") { [clock] send in
        try? await clock.sleep(for: .seconds(1))
        await send(.turned)
      }
    case .turned: state = State(isOpen: true)
    case .close: state.isOpen = false
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    guard !state.isOpen else { return [Screen("inside", "Inside") { Button("close", .close) }] }
    return [
      Screen("door", "Door") {
        Field("pin", secure: state.pin) { .pin($0) }
        Button(
          "turn",
          disabledBecause: state.pin.isEmpty
            ? "pin is required" : state.isTurning ? "it turns" : nil,
          .turn)
      }
    ]
  }
}
