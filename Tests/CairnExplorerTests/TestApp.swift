import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Synchronization
import Testing

/// An app with the name of its type.
protocol NamedApp: App {}

extension NamedApp {
  static var name: String { "\(Self.self)".lowercased() }
  static var summary: String { "Is for tests." }
}

/// An app of one screen.
protocol TestApp: NamedApp {
  @ScreenBuilder<Root.Action>
  func elements(of state: Root.State) -> ScreenBuilder<Root.Action>.Elements
}

extension TestApp {
  func screen(of state: Root.State) -> Screen<Root.Action> {
    Screen(Self.name, Self.name) { return elements(of: state) }
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { [screen(of: state)] }
}

/// An app that takes nothing from its launch.
protocol PlainApp: NamedApp {
  init()
}

extension PlainApp {
  init(_ launch: Launch) { self.init() }
}

extension Effect {
  /// Sends an action after a sleep.
  static func later(
    _ action: Action, _ name: String, after time: Duration = .seconds(1),
    on clock: any Clock<Duration>
  ) -> Effect {
    .run(name: name) { send in
      try await clock.sleep(for: time)
      await send(action)
    }
  }
}

extension Reduce where State == Action {
  /// The next state is the action.
  static var assigning: Self {
    Self { state, action in
      state = action
      return .none
    }
  }
}

extension Launch {
  /// The start of the simulated world.
  var start: String { if case .simulated(let start) = world { start } else { "" } }
}

/// The behavior of buttons, for a question about effects in flight.
struct Question: Sendable {
  typealias Press =
    @Sendable (_ button: String, inout ProbeState, ProbeWorld) -> Effect<ProbeAction>

  let buttons: [String]
  /// The press with which the app starts, if any.
  let first: String?
  /// Makes the behavior of a launch. Sent notes are recorded in the state, in order; presses only if it records them.
  let press: @Sendable (ProbeWorld) -> Press

  /// - Parameter buttons: names that are separated by spaces. `pin` is a secure field, whose value is pressed.
  init(_ buttons: String, first: String? = nil, _ press: @escaping Press) {
    self.init(buttons, first: first, launching: { _ in press })
  }

  /// A question whose behavior depends on values that are made at each launch.
  init(
    _ buttons: String, first: String? = nil,
    launching press: @escaping @Sendable (ProbeWorld) -> Press
  ) {
    self.buttons = buttons.split(separator: " ").map(String.init)
    (self.first, self.press) = (first, press)
  }

  /// Records each press.
  static func pressing(_ buttons: String) -> Question {
    Question(buttons) { button, state, _ in
      state.pressed.insert(button)
      return .none
    }
  }

  /// Runs a closure in which the probe asks this.
  func asked<Result>(
    trying parts: Set<SearchPart> = [], _ body: (AppModel<Probe>) throws -> Result
  ) throws -> Result {
    try Probe.$question.withValue(self) { try body(.bare(trying: parts)) }
  }

  /// Expects that a full search decides a property so, and that its trail, if it is played, shows that.
  func expect(
    _ result: AppExploration<Probe>.Verdict.Result, of property: AppProperty<ProbeState>,
    isPlayed: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try asked { try $0.explore(checking: [property]) }
    #expect(found.verdicts.map(\.result) == [result], "\(found)", sourceLocation: sourceLocation)
    guard isPlayed else { return }
    let failure = try asked { _ in
      try found.playedTrail(of: property.name, checking: [property])
    }
    #expect((failure != nil) == (result == .refuted), "\(found)", sourceLocation: sourceLocation)
  }

  /// Expects that a full search finds all these complete lists of notes.
  func expectFound(
    _ logs: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try found(among: logs) == logs, sourceLocation: sourceLocation)
  }

  /// The complete lists of notes, of these, that a full search finds.
  func found(among candidates: [String]) throws -> [String] {
    try asked { model in
      let exploration = try model.explore(
        checking: candidates.map { text in .reachable(text) { $0.text == text } },
        within: Bounds(states: 10_000))
      if let limit = exploration.limit { throw UsageError("\(limit)") }
      return zip(candidates, exploration.verdicts).filter { $1.result == .proved }.map(\.0)
    }
  }
}

struct ProbeWorld: Sendable {
  let clock: any Clock<Duration>
  let choices: Choices
  /// The memory of a stand-in.
  let box: Guarded<String>

  /// Sends a note after a delay in milliseconds.
  func note(_ note: String, after time: Int = 1_000) -> Effect<ProbeAction> {
    .later(.note(note), "note", after: .milliseconds(time), on: clock)
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

  var text: String { noted.joined(separator: " ") }
}

enum ProbeAction: Sendable {
  case press(String)
  case type(Secret)
  case note(String)
  /// Changes nothing.
  case nothing
}

/// An app that asks a question.
struct Probe: TestApp {
  /// The question of the apps that are launched by a closure.
  @TaskLocal static var question = Question("") { _, _, _ in .none }
  static let samples = ["pin": ["1234", "9876"]]

  let state = ProbeState()
  let reducer: Reduce<ProbeState, ProbeAction>
  private let question = Self.question
  var firstAction: ProbeAction? { question.first.map(ProbeAction.press) }

  init(_ launch: Launch) {
    let world = ProbeWorld(
      clock: launch.clock, choices: launch.choices, box: launch.memory.keep("empty"))
    reducer = Reduce { [press = question.press(world)] state, action in
      switch action {
      case .press(let button) where !state.pressed.contains(button):
        return press(button, &state, world)
      case .type(let pin) where !state.pressed.contains("pin"):
        return press(pin.reveal(), &state, world)
      case .note(let note): state.noted.append(note)
      case .press, .type, .nothing: break
      }
      return .none
    }
  }

  func elements(of state: ProbeState) -> ScreenBuilder<ProbeAction>.Elements {
    for button in question.buttons {
      let reason = state.pressed.contains(button) ? "it was pressed" : nil
      if button == "pin" {
        Field("pin", secure: "", disabledBecause: reason) { .type($0) }
      } else {
        Button(button, disabledBecause: reason, .press(button))
      }
    }
  }
}

/// A queue of effects that wait, outside the memory of stand-ins. A cancelled one stays in it.
final class Gate: Sendable {
  private let waiting = Mutex<[UnsafeContinuation<Void, Never>]>([])

  func wait() async {
    await unsafe withUnsafeContinuation { continuation in
      waiting.withLock { unsafe $0.append(continuation) }
    }
  }

  func open() {
    let first = waiting.withLock { unsafe $0.isEmpty ? nil : unsafe $0.removeFirst() }
    unsafe first?.resume()
  }
}

extension AppExploration {
  subscript(name: String) -> Verdict? { verdicts.first { $0.property == name } }

  /// The names of the refuted properties.
  var refuted: [String] { verdicts.filter { $0.result == .refuted }.map(\.property) }

  /// The trail that decides a property, without comments and settings.
  func steps(of property: String) -> [String] {
    (self[property]?.trail ?? "").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("%") && !$0.hasPrefix("#") }
  }

  /// Plays the trail that decides a property and returns its failure.
  ///
  /// - Parameter properties: the checked properties; by default, those of the app.
  func playedTrail(
    of property: String, checking properties: [AppProperty<A.Root.State>] = A.properties
  ) throws -> TrailFailure? {
    try TrailPlayer<A>.failure(
      of: #require(self[property]?.trail, "\(self)"), checking: properties)
  }
}

extension TrailPlayer {
  /// Plays a trail and returns its failure.
  static func failure(
    of text: String, checking properties: [AppProperty<A.Root.State>]
  ) throws -> TrailFailure? {
    var player = try TrailPlayer(
      Trail.parse(text, file: "found.trail"), under: PlayOptions(), checking: properties)
    player.playToEnd()
    return player.failure
  }
}

extension AppModel {
  /// A search without restarts, disabled inputs and delays, for tests about something else.
  ///
  /// - Parameter parts: those of them that are tried nevertheless.
  static func bare(
    start: String? = nil, options: [String] = [], trying parts: Set<SearchPart> = []
  ) -> AppModel {
    var model = AppModel(start: start, options: options)
    model.without = Set(SearchPart.allCases).subtracting(parts)
    return model
  }
}
