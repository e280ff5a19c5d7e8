import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Testing

/// The behavior of buttons, for a question about effects in flight.
protocol Question {
  typealias State = ProbeState
  typealias Action = ProbeAction
  typealias World = ProbeWorld

  static var buttons: [String] { get }
  /// Whether the screen has a secure field, whose value is pressed.
  static var hasPIN: Bool { get }

  /// Sent notes are recorded in the state, in order; presses only if this records them.
  static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action>
}

extension Question {
  static var hasPIN: Bool { false }
}

struct ProbeWorld: Sendable {
  let clock: any Clock<Duration>
  let choices: Choices
  /// The memory of a stand-in.
  let box: Guarded<String>

  /// Sends a note after a delay in milliseconds.
  func note(_ note: String, after time: Int = 1_000) -> Effect<ProbeAction> {
    .run(name: "note") { [clock] send in
      try await clock.sleep(for: .milliseconds(time))
      await send(.note(note))
    }
  }

  /// Sleeps for a time in milliseconds.
  func pause(_ time: Int = 1_000) -> Effect<ProbeAction> {
    .run(name: "pause") { [clock] _ in try await clock.sleep(for: .milliseconds(time)) }
  }
}

struct ProbeState: Hashable {
  /// The disabled buttons.
  var pressed: Set<String> = []
  var noted: [String] = []
}

enum ProbeAction: Sendable {
  case press(String)
  case type(Secret)
  case note(String)
  /// Changes nothing.
  case nothing
}

/// An app of one screen that asks a question.
struct Probe<Asked: Question>: App {
  static var name: String { "probe" }
  static var summary: String { "Asks a question about effects in flight." }
  static var samples: [String: [String]] { ["pin": ["1234", "9876"]] }

  let state = ProbeState()
  let reducer: Reduce<ProbeState, ProbeAction>

  init(_ launch: Launch) {
    let world = ProbeWorld(
      clock: launch.clock, choices: launch.choices, box: launch.memory.keep("empty"))
    reducer = Reduce { state, action in
      switch action {
      case .press(let button):
        return state.pressed.contains(button) ? .none : Asked.press(button, &state, in: world)
      case .type(let pin):
        return state.pressed.contains("pin") ? .none : Asked.press(pin.reveal(), &state, in: world)
      case .note(let note):
        state.noted.append(note)
        return .none
      case .nothing:
        return .none
      }
    }
  }

  func screens(of state: ProbeState) -> [Screen<ProbeAction>] {
    [
      Screen("probe", "Probe") {
        if Asked.hasPIN {
          Field("pin", secure: "", disabledBecause: reason("pin", state)) { .type($0) }
        }
        for button in Asked.buttons {
          Button(button, disabledBecause: reason(button, state), .press(button))
        }
      }
    ]
  }

  private func reason(_ name: String, _ state: ProbeState) -> String? {
    state.pressed.contains(name) ? "it was pressed" : nil
  }

  /// The complete lists of notes, of these, that a full search finds.
  static func found(among candidates: [String]) throws -> [String] {
    let properties = candidates.map { candidate in
      AppProperty<ProbeState>.reachable(candidate) {
        $0.noted.joined(separator: " ") == candidate
      }
    }
    let exploration = try AppModel<Self>.bare().explore(
      checking: properties, within: Bounds(states: 10_000))
    if let limit = exploration.limit { throw UsageError("\(limit)") }
    return zip(candidates, exploration.verdicts).filter { $1.result == .proved }.map(\.0)
  }
}

extension AppExploration {
  /// The names of the refuted properties.
  var refuted: [String] { verdicts.filter { $0.result == .refuted }.map(\.property) }

  /// The trail that decides a property, without comments and settings.
  func steps(of property: String) -> [String] {
    (self[property]?.trail ?? "").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("%") && !$0.hasPrefix("#") }
  }

  /// Plays the trail that decides a property and returns its failure.
  func playedTrail(of property: String) throws -> TrailFailure? {
    let text = try #require(self[property]?.trail, "\(self)")
    return try TrailPlayer<A>.play(Trail.parse(text, file: "found.trail"))
  }
}

extension AppModel {
  /// A search without restarts, disabled inputs and delays, for tests about something else.
  static func bare(start: String? = nil, options: [String] = []) -> AppModel {
    var model = AppModel(start: start, options: options)
    model.without = Set(SearchPart.allCases)
    return model
  }
}
