import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import TestSupport
import Testing

/// Apps with a flaw each. None is proved.
@Suite(.gate) struct FlawedAppsTests {
  static let flaws: [any Flawed.Type] = [
    // Readings of the clock around a sleep.
    SlowSignIn.self, PassedDeadline.self, SecondLap.self, SameStamp.self,
    // Work without end at one instant.
    HastyRetry.self, SpinningWait.self, EndlessSequence.self, ChosenRetry.self,
    FollowUpsInFlight.self,
    // Steps that are wrong at a late time.
    ScreenClock.self, OldCopy.self, Countdown.self, MonthOldToken.self,
    // Inputs while an effect is in flight.
    DoubleOrder.self, TakenBackLike.self, OvertakenReply.self,
    // Restarts.
    EarlySaved.self, RepeatedJob.self,
    // Effects that last too long.
    ReplyToOldPage.self, RefreshAfterSignOut.self,
    // Disabled inputs that are accepted.
    LockedField.self, SecondLoad.self, WrittenRow.self,
    // Dead ends.
    SpinnerAfterFailure.self, TwoRooms.self,
    // Actions that must not be.
    DismissedRoot.self, UnhandledError.self,
  ]

  /// The flaws that are mended by an option: those apps are proved.
  static let mended: [any Flawed.Type] = [
    SlowSignIn.self, HastyRetry.self, Countdown.self, DoubleOrder.self, EarlySaved.self,
    LockedField.self,
  ]

  @Test(arguments: flaws.map(Case.init))
  func `a flaw is found, or named as not decided`(_ tested: Case) throws {
    try tested.plan.expectFlaw()
  }

  @Test(arguments: mended.map(Case.init))
  func `the app without the flaw is proved`(_ tested: Case) throws {
    try tested.plan.expectProof()
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let plan: any Flawed.Type

    var testDescription: String { "\(plan)" }
  }
}

extension Flawed {
  private static func explored(_ options: String...) throws -> AppExploration<FlawedApp<Self>> {
    try AppModel(options: options).explore(within: Bounds(states: 5_000, time: .seconds(20)))
  }

  fileprivate static func expectFlaw() throws {
    let exploration = try explored()
    #expect(!exploration.isProved, "\(exploration)")
    let verdict = try #require(
      exploration.verdicts.first { $0.property == property.name }, "\(exploration)")
    if let undecided {
      guard case .inconclusive = verdict.result else {
        Issue.record("it is decided: \(exploration)")
        return
      }
      #expect("\(exploration)".contains(undecided), "\(exploration)")
    } else {
      #expect(verdict.result == .refuted, "\(exploration)")
      #expect(verdict.trail != nil)
      guard !isUnplayable else { return }
      #expect(try exploration.playedTrail(of: property.name) != nil, "\(exploration)")
    }
  }

  fileprivate static func expectProof() throws {
    let exploration = try explored("--mended")
    #expect(exploration.isProved, "\(exploration)")
    #expect(exploration.limit == nil)
  }
}

/// A small app with one planted flaw.
protocol Flawed: SendableMetatype {
  typealias State = FlawedState
  typealias Action = FlawedAction
  typealias World = FlawedWorld

  /// The property that the flaw violates.
  static var property: AppProperty<State> { get }
  /// The reason why that property is neither proved nor refuted; `nil` if it is refuted.
  static var undecided: String? { get }
  /// Whether no trail shows the flaw: one part of an effect does not return, or the work goes on only after more
  /// answers than a trail holds.
  static var isUnplayable: Bool { get }
  /// The buttons of the screen.
  static var buttons: [String] { get }
  static var firstAction: Action? { get }

  static func start(in world: World) -> State
  static func reduce(_ state: inout State, _ action: Action, in world: World) -> Effect<Action>
  /// The reason why a button is disabled.
  static func refusal(of button: String, in state: State) -> String?
  static func screens(of state: State, in world: World) -> [Screen<Action>]
}

extension Flawed {
  static var undecided: String? { nil }
  static var isUnplayable: Bool { false }
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
  var text = ""
  var time: Duration?
  var page: Page.State?

  subscript(flag: String) -> Bool {
    get { flags.contains(flag) }
    set { if newValue { flags.insert(flag) } else { flags.remove(flag) } }
  }
}

enum FlawedAction: Sendable {
  case press(String)
  case type(String)
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
  /// Whether the app is without its flaw.
  let isMended: Bool

  /// Sends a reply after a time.
  func reply(_ text: String, after time: Duration = .seconds(1)) -> Effect<FlawedAction> {
    .run(name: text) { [clock] send in
      try await clock.sleep(for: time)
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
    }
  }
}

/// The app of a flaw.
struct FlawedApp<Plan: Flawed>: App {
  static var name: String { "\(Plan.self)" }
  static var summary: String { "Has a flaw." }
  static var options: [AppOption] { [AppOption("--mended", help: "without the flaw")] }
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
