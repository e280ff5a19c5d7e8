import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation
import Testing

/// A flaw of a small app.
struct Flaw: Sendable, CustomTestStringConvertible {
  typealias State = FlawedState
  typealias Action = FlawedAction
  typealias World = FlawedWorld
  typealias Screens = @Sendable (_ main: Screen<Action>, State, World) -> [Screen<Action>]
  typealias Elements = @Sendable (State, World) -> ScreenBuilder<Action>.Elements

  let testDescription: String
  /// The property that the flaw violates.
  let property: AppProperty<State>
  /// The name of the violated property, if it is not that one.
  let violated: String
  /// The reason why that property is neither proved nor refuted; `nil` if it is refuted.
  let undecided: String?
  /// Whether no trail shows the flaw: one part of an effect does not return, or the work goes on only after more
  /// answers than a trail holds.
  let isUnplayable: Bool
  let firstAction: Action?
  let start: @Sendable (World) -> State
  let screens: Screens
  let elements: Elements
  let reduce: @Sendable (inout State, Action, World) -> Effect<Action>

  /// - Parameters:
  ///   - buttons: the buttons of the screen, unless it has other elements.
  ///   - refusal: the reason why a button is disabled.
  init(
    _ description: String, _ property: AppProperty<State>, _ buttons: [String] = [],
    violates violated: String? = nil, undecided: String? = nil, isUnplayable: Bool = false,
    firstAction: Action? = nil, start: @escaping @Sendable (World) -> State = { _ in State() },
    refusal: @escaping @Sendable (_ button: String, State) -> String? = { _, _ in nil },
    screens: @escaping Screens = { main, _, _ in [main] },
    @ScreenBuilder<Action> elements: @escaping Elements = { _, _ in [] },
    reduce: @escaping @Sendable (inout State, Action, World) -> Effect<Action>
  ) {
    testDescription = description
    self.property = property
    self.violated = violated ?? property.name
    (self.undecided, self.isUnplayable) = (undecided, isUnplayable)
    (self.firstAction, self.start) = (firstAction, start)
    (self.screens, self.reduce) = (screens, reduce)
    self.elements = { state, world in
      let inputs = buttons.map {
        ScreenBuilder<Action>.buildExpression(
          Button($0, disabledBecause: refusal($0, state), .press($0)))
      }
      return inputs.flatMap(\.self) + elements(state, world)
    }
  }

  /// A flaw in work that a button starts unless it is in flight.
  ///
  /// - Parameter isWrong: the work; whether its result must not be.
  static func work(
    _ description: String, _ button: String,
    _ isWrong: @escaping @Sendable (World) async throws -> Bool
  ) -> Flaw {
    Flaw(description, .never("a wrong result") { $0["wrong"] }, [button]) { state, action, world in
      switch action {
      case .press where !state["busy"]:
        state["busy"] = true
        return .run(name: button) { send in
          await send(.done(try await isWrong(world) ? "wrong" : "right"))
        }
      case .done(let text):
        state["busy"] = false
        state["wrong"] = text == "wrong"
      default: break
      }
      return .none
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
    .later(.done(text), text, after: time, on: clock)
  }

  /// Sends a reply at any time within a second.
  func slowReply(_ text: String) -> Effect<FlawedAction> {
    .run(name: text) { [choices] send in
      try await choices.sleep(for: .zero ... .seconds(1))
      await send(.done(text))
    }
  }

  subscript(key: String) -> Int {
    get { disk.withLock { $0[key] ?? 0 } }
    nonmutating set { disk.withLock { $0[key] = newValue } }
  }
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
      return .later(.loaded(state.number), "page", on: clock)
    case .loaded(let content):
      state.content = content
      return .none
    case .close:
      return .dismiss
    }
  }
}

/// The app of a flaw.
struct FlawedApp: TestApp {
  /// The flaw of the apps that are launched by a closure.
  @TaskLocal static var flaw = Flaw("Nothing is wrong.", .noRuntimeIssue) { _, _, _ in .none }

  static let name = "flawed"
  static let options = [AppOption("--mended", help: "without the flaw")]
  static let samples = ["text": ["a", "bc"], "pin": ["1234", "9876"]]
  static var properties: [AppProperty<FlawedState>] { [flaw.property] }

  private let flaw = Self.flaw
  private let world: FlawedWorld
  var state: FlawedState { flaw.start(world) }
  var firstAction: FlawedAction? { flaw.firstAction }

  init(_ launch: Launch) {
    world = FlawedWorld(
      clock: launch.clock, elapsed: launch.clock.stopwatch(), choices: launch.choices,
      disk: launch.memory.keep([:]), isMended: launch.options.has("--mended"))
  }

  var reducer: some Reducer<FlawedState, FlawedAction> {
    Reduce { [flaw, world] state, action in flaw.reduce(&state, action, world) }
      .ifLet(
        \.page, CasePath(FlawedAction.page) { if case .page(let x) = $0 { x } else { nil } }
      ) { Page(clock: world.clock) }
  }

  func elements(of state: FlawedState) -> ScreenBuilder<FlawedAction>.Elements {
    return flaw.elements(state, world)
  }

  func screens(of state: FlawedState) -> [Screen<FlawedAction>] {
    flaw.screens(screen(of: state), state, world)
  }
}
