import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation

/// A small app with one planted flaw.
protocol Flawed: SendableMetatype {
  typealias State = FlawedState
  typealias Action = FlawedAction
  typealias World = FlawedWorld

  /// The property that the flaw violates.
  static var property: AppProperty<State> { get }
  /// The name of the violated property, if it is not that one.
  static var violated: String { get }
  /// The reason why that property is neither proved nor refuted; `nil` if it is refuted.
  static var undecided: String? { get }
  /// Whether no trail shows the flaw: one part of an effect does not return, or the work goes on only after more
  /// answers than a trail holds.
  static var isUnplayable: Bool { get }
  /// The buttons of the screen.
  static var buttons: [String] { get }
  static var samples: [String: [String]] { get }
  static var firstAction: Action? { get }

  static func start(in world: World) -> State
  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action>
  /// The reason why a button is disabled.
  static func refusal(of button: String, in state: State) -> String?
  static func screens(of state: State, in world: World) -> [Screen<Action>]
}

extension Flawed {
  static var violated: String { property.name }
  static var undecided: String? { nil }
  static var isUnplayable: Bool { false }
  static var samples: [String: [String]] { [:] }
  static var firstAction: Action? { nil }
  static func start(in world: World) -> State { State() }
  static func refusal(of button: String, in state: State) -> String? { nil }
  static func screens(of state: State, in world: World) -> [Screen<Action>] { [main(state)] }

  /// The screen of the buttons.
  static func main(_ state: State) -> Screen<Action> {
    Screen("main", "Main") {
      for name in buttons {
        Button(name, disabledBecause: refusal(of: name, in: state), .press(name))
      }
    }
  }
}

/// The state of all flawed apps. Each uses a part of it.
struct FlawedState: Hashable {
  var flags: Set<String> = []
  var count = 0
  var other = 0
  var number = 0.0
  var text = ""
  var pin: Secret = ""
  var time: Duration?
  var object: FlawedObject?
  var page: Page.State?

  subscript(flag: String) -> Bool {
    get { flags.contains(flag) }
    set { if newValue { flags.insert(flag) } else { flags.remove(flag) } }
  }
}

/// An object that is changed in place.
final class FlawedObject: Hashable {
  var count = 0

  static func == (left: FlawedObject, right: FlawedObject) -> Bool { left.count == right.count }
  func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

enum FlawedAction: Sendable {
  case press(String)
  case type(String)
  case typePIN(Secret)
  /// A reply of an effect.
  case done(String)
  case number(Int)
  case time(Duration)
  case page(Page.Action)
}

extension CasePath<FlawedAction, Page.Action> {
  static var page: Self {
    Self(FlawedAction.page) { if case .page(let action) = $0 { action } else { nil } }
  }
}

struct FlawedWorld: Sendable {
  let clock: any Clock<Duration>
  /// The time since the launch.
  let elapsed: @Sendable () -> Duration
  let choices: Choices
  /// The memory of a stand-in. It survives a restart.
  let disk: Guarded<[String: Int]>
  /// No part of the launch, so that a search does not know it.
  let hidden = Guarded(0)
  /// Whether the app is without its flaw.
  let isMended: Bool

  /// Sends a reply after a time.
  func reply(_ text: String, after time: Duration = .seconds(1)) -> Effect<FlawedAction> {
    .run(name: text) { [clock] send in
      try await clock.sleep(for: time)
      await send(.done(text))
    }
  }

  /// Sends a reply at any time within a second.
  func slowReply(_ text: String) -> Effect<FlawedAction> {
    .run(name: text) { [choices] send in
      try await choices.sleep(for: .zero ... .seconds(1))
      await send(.done(text))
    }
  }

  subscript(key: String) -> Int { disk.withLock { $0[key] ?? 0 } }
}

/// A page that loads its content in a second.
struct Page: Reducer {
  struct State: Hashable {
    var number = 0
    var content: Int?
  }

  enum Action: Sendable {
    case load
    case loaded(Int)
    case close
  }

  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      return .run(name: "page") { [clock, number = state.number] send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded(number))
      }
    case .loaded(let content):
      state.content = content
      return .none
    case .close:
      return .dismiss
    }
  }
}

/// The app of a flaw.
struct FlawedApp<Plan: Flawed>: App {
  static var name: String { "\(Plan.self)" }
  static var summary: String { "Has a flaw." }
  static var options: [AppOption] { [AppOption("--mended", help: "without the flaw")] }
  static var samples: [String: [String]] { Plan.samples }
  static var properties: [AppProperty<FlawedState>] { [Plan.property] }

  private let world: FlawedWorld
  var state: FlawedState { Plan.start(in: world) }
  var firstAction: FlawedAction? { Plan.firstAction }

  init(_ launch: Launch) {
    world = FlawedWorld(
      clock: launch.clock, elapsed: launch.clock.stopwatch(), choices: launch.choices,
      disk: launch.memory.keep([:]), isMended: launch.options.has("--mended"))
  }

  var reducer: some Reducer<FlawedState, FlawedAction> {
    Reduce { [world] state, action in Plan.reduce(&state, action, in: world) }
      .ifLet(\.page, .page) { Page(clock: world.clock) }
  }

  func screens(of state: FlawedState) -> [Screen<FlawedAction>] {
    Plan.screens(of: state, in: world)
  }
}
