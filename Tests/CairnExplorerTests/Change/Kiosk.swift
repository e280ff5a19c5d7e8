import Cairn
import CairnApp
import CairnExplorer
import CairnModel

/// An app in several versions, which differ by edits.
struct Kiosk: App, Reducer {
  enum Edit: CaseIterable {
    /// Another action and another field, which no screen shows.
    case insides
    case help, noBack, reason, target, text, title, label, both, number, verdict, property
  }

  /// The edits of the apps that are launched by a closure.
  @TaskLocal static var edits: Set<Edit> = []

  struct State: Hashable {
    var screen = "home"
    var name = ""
    var agrees = false
    var isBusy = false
    var hidden = 0
  }

  enum Action: Sendable {
    case show(String)
    case name(String)
    case agree, agreeInOtherWords, send, sent
  }

  static let name = "kiosk"
  static let summary = "Is for tests."
  static let samples = ["name": ["Ada", ""]]
  static var properties: [AppProperty<State>] {
    [.always("a name at the end") { $0.screen != "done" || !$0.name.isEmpty }]
      + (edits.contains(.property) ? [.noDeadEnd()] : [])
  }

  let edits = Self.edits
  let clock: any Clock<Duration>
  let state = State()
  var reducer: Kiosk { self }

  init(_ launch: Launch) { clock = launch.clock }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .sent = action {} else if state.isBusy { return .none }
    switch action {
    case .show(let screen): state.screen = screen
    case .name(let name): state.name = name
    case .agree, .agreeInOtherWords:
      state.agrees.toggle()
      state.hidden = edits.contains(.insides) ? 1 - state.hidden : 0
    case .send:
      guard refusal(in: state) == nil else { return .none }
      state.isBusy = true
      return .run(name: "send") { [clock] send in
        try? await clock.sleep(for: .seconds(1))
        await send(.sent)
      }
    case .sent:
      state = State(
        screen: edits.contains(.target) ? "home" : "done",
        name: edits.contains(.verdict) ? "" : state.name)
    }
    return .none
  }

  func refusal(in state: State) -> String? {
    if state.isBusy { return "sending" }
    guard !state.name.isEmpty, state.agrees || !edits.contains(.both) else {
      return edits.contains(.reason) ? "say who you are" : "the name is missing"
    }
    return nil
  }

  func screens(of state: State) -> [Screen<Action>] {
    switch state.screen {
    case "form": [form(state)]
    case "help": [Screen("help", "Help") { Button("close", .show("home")) }]
    case "done":
      [
        Screen("done", "Done") {
          Text("Thank you, \(state.name)! You are number \(edits.contains(.number) ? 8 : 7).")
          Button("again", .show("home"))
        }
      ]
    default:
      [
        Screen("home", edits.contains(.title) ? "Start" : "Home") {
          Text(edits.contains(.text) ? "Hello." : "Welcome.")
          Button("start", .show("form"))
          if edits.contains(.help) { Button("help", .show("help")) }
        }
      ]
    }
  }

  private func form(_ state: State) -> Screen<Action> {
    let reason = state.isBusy ? "sending" : nil
    return Screen("form", "Form") {
      Field("name", state.name, disabledBecause: reason) { .name($0) }
      Toggle(
        "agree", edits.contains(.label) ? "I do" : "I agree", isOn: state.agrees,
        disabledBecause: reason, edits.contains(.insides) ? .agreeInOtherWords : .agree)
      if state.isBusy { Progress("Sending…") }
      Button("send", disabledBecause: refusal(in: state), .send)
      if !edits.contains(.noBack) {
        Button("back", disabledBecause: reason, .show("home"))
      }
    }
  }

  /// The behavior of a version.
  static func behavior(_ edits: Set<Edit>, within bounds: Bounds = Bounds()) throws -> Behavior {
    try $edits.withValue(edits) {
      try AppModel<Kiosk>.bare().explore(within: bounds).behavior()
    }
  }
}
