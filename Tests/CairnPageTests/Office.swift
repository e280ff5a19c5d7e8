import Cairn
import CairnApp
import CairnExplorer
import CairnPage
import CairnSimulation
import Foundation
import Testing

/// An app with most of what a page shows: a stack, a secure field, a secret that nobody types, a sealed screen, a
/// service that can fail, time, hostile texts, and a race: a second press orders twice.
struct Office: App, Reducer {
  struct State: Hashable {
    let note = "</script><b>\u{2028}\u{202E}\"\\ é 👍🏽 \u{0D4E}</script>"
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

  init(_ launch: Launch) {
    self.launch = launch
    // A search tells the options that are not read.
    for option in Self.options { _ = launch.options[option.name] }
  }

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

/// The data of a page, as a browser reads it.
struct PageData {
  let object: [String: Any]
  private let lists: [String: [[String: Any]]]
  private let values: [Any]

  init(_ data: JSON) throws {
    let value = try JSONSerialization.jsonObject(with: Data(data.text.utf8))
    object = try #require(value as? [String: Any])
    lists = object.compactMapValues { $0 as? [[String: Any]] }
    values = object["values"] as? [Any] ?? []
  }

  func list(_ name: String) -> [[String: Any]] { lists[name] ?? [] }

  func texts(_ name: String) -> [String] { object[name] as? [String] ?? [] }

  /// The lines below a heading of the proof; `nil` if there is no such heading.
  func lines(_ title: String) -> [String]? {
    list("lists").first { $0["title"] as? String == title }?["lines"] as? [String]
  }

  /// The screens of a state or a moment, with their elements.
  func screens(of part: [String: Any]) -> [NSDictionary] {
    (part["screens"] as? [Int] ?? []).map { number in
      var screen = list("screens")[number]
      screen["elements"] = (screen["elements"] as? [Int] ?? []).map { list("elements")[$0] }
      return screen as NSDictionary
    }
  }

  /// A value on one line.
  func text(ofValue number: Int) -> String {
    guard let parts = values[number] as? [Any], let head = parts[0] as? String else {
      return values[number] as? String ?? ""
    }
    let texts = stride(from: 1, to: parts.count, by: 2).map { index in
      let label = parts[index] as? String ?? ""
      return (label.isEmpty ? "" : "\(label): ") + text(ofValue: parts[index + 1] as? Int ?? 0)
    }
    let list = texts.joined(separator: ", ")
    if head.hasPrefix("Set ") { return "Set([\(list)])" }
    return head.hasPrefix("[") ? "[\(list)]" : "\(head == "()" ? "" : head)(\(list))"
  }
}

/// The screens as they encode themselves.
func encoded<Action>(_ screens: [Screen<Action>]) throws -> [NSDictionary] {
  let value = try JSONSerialization.jsonObject(with: JSONEncoder().encode(screens))
  return try #require(value as? [NSDictionary])
}
