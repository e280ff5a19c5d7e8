import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnTrail
import TestSupport
import Testing

@testable import dance

@Suite(.gate) struct ExploredTests {
  @Test(.timeLimit(.minutes(10)), arguments: DanceApp.starts)
  func `no property is refuted in the first states`(_ start: String) throws {
    var model = AppModel<DanceApp>(start: start, options: DanceApp.searchOptions)
    // With the times at which the clock is read, all states are too many for a test.
    model.without = [.delays]
    model.check = .none
    let exploration = try model.explore(within: Bounds(states: 150))
    #expect(exploration.verdicts.allSatisfy { $0.result != .refuted }, "\(exploration)")
  }
}

/// Planted flaws: each is refuted, with its shortest trail.
@Suite struct BrokenPlayerTests {
  @Test func `the player without a flaw is proved`() throws {
    let model = AppModel<BrokenPlayerApp>()
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test(arguments: [
    (
      Flaw.keepsTicking, "every step: a second plays at most a second",
      ["> play", "> pause", "> play", "@ 1s"]
    ),
    (
      .sumsLengths, "always a share of at most 100 %",
      ["> play", "@ 1s", "@ 1s", "@ 1s", "> play", "@ 1s"]
    ),
    (.watchesSeeks, "every step: a seek watches nothing", ["> end"]),
    (
      .savesPausesOnly, "always only the last two seconds are not saved",
      ["> play", "@ 1s", "@ 1s", "@ 1s"]
    ),
    (.playsAtEnd, "never a video that plays at its end", ["> play", "> end"]),
  ])
  func `a flaw is refuted by its shortest trail`(
    flaw: Flaw, property: String, steps: [String]
  ) throws {
    let model = AppModel<BrokenPlayerApp>(options: ["--flaw=\(flaw.rawValue)"])
    // Some flaws have infinitely many states.
    let exploration = try model.explore(within: Bounds(states: 60))
    let verdict = try #require(exploration[property])
    #expect(verdict.result == .refuted)
    let trail = try #require(verdict.trail)
    let lines = trail.split(separator: "\n").map(String.init)
    #expect(lines.filter { !$0.hasPrefix("%") && !$0.hasPrefix("#") } == steps)
    #expect(
      try TrailPlayer<BrokenPlayerApp>.play(Trail.parse(trail, file: "found.trail")) != nil)
  }
}

/// A bug of a player. All occur in practice.
enum Flaw: String, CaseIterable, Sendable {
  /// A pause does not cancel the ticks, and the next play starts others.
  case keepsTicking = "keeps-ticking"
  /// What is watched again counts again.
  case sumsLengths = "sums-lengths"
  /// The skipped part of a seek counts as watched.
  case watchesSeeks = "watches-seeks"
  /// Only a pause saves.
  case savesPausesOnly = "saves-pauses-only"
  /// The end is passed by a tick, and by a seek not.
  case playsAtEnd = "plays-at-end"
}

/// A player of a video of three seconds that counts ticks, written for tests: with one flaw or none.
struct BrokenPlayer: Reducer {
  struct State: Hashable {
    static let duration = 3

    var isPlaying = false
    var position = 0
    /// The watched seconds, each as often as it counts.
    var watched: [Int] = []
    /// The watched seconds that are not saved.
    var unsaved = 0
  }

  enum Action: Sendable {
    case play, pause, end
    case tick
  }

  let flaw: Flaw?
  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .play:
      guard !state.isPlaying else { return .none }
      if state.position == State.duration { state.position = 0 }
      state.isPlaying = true
      return tick()
    case .pause:
      guard state.isPlaying else { return .none }
      state.isPlaying = false
      state.unsaved = 0
      return flaw == .keepsTicking ? .none : .cancel(id: "tick")
    case .end:
      guard state.position < State.duration else { return .none }
      if flaw == .watchesSeeks { state.watched += state.position..<State.duration }
      state.position = State.duration
      guard flaw != .playsAtEnd else { return .none }
      state.isPlaying = false
      return .cancel(id: "tick")
    case .tick:
      guard state.isPlaying, state.position < State.duration else { return .none }
      watch(&state)
      state.position += 1
      state.isPlaying = state.position < State.duration
      return state.isPlaying ? tick() : .none
    }
  }

  private func watch(_ state: inout State) {
    if flaw == .sumsLengths || !state.watched.contains(state.position) {
      state.watched = (state.watched + [state.position]).sorted()
    }
    state.unsaved = flaw == .savesPausesOnly ? state.unsaved + 1 : 0
  }

  private func tick() -> Effect<Action> {
    let tick = Effect<Action>.run(name: "tick") { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(.tick)
    }
    .background
    return flaw == .keepsTicking ? tick : tick.cancellable(id: "tick", cancelInFlight: true)
  }
}

struct BrokenPlayerApp: App {
  static let name = "broken-player"
  static let summary = "Plays a video of three seconds, with a flaw."
  static let options = [AppOption("--flaw", value: "NAME", help: "the flaw")]
  static let properties: [AppProperty<BrokenPlayer.State>] =
    .standard() + [
      .step("a second plays at most a second") { before, step, after in
        guard case .time(.seconds(1)) = step else { return true }
        return after.position - before.position <= 1
      },
      .always("a share of at most 100 %") { $0.watched.count <= BrokenPlayer.State.duration },
      .step("a seek watches nothing") { before, step, after in
        step != .input("end") || before.watched == after.watched
      },
      .always("only the last two seconds are not saved") { $0.unsaved <= 2 },
      .never("a video that plays at its end") {
        $0.isPlaying && $0.position == BrokenPlayer.State.duration
      },
    ]

  let state = BrokenPlayer.State()
  let reducer: BrokenPlayer

  init(_ launch: Launch) throws(UsageError) {
    let name = launch.options["--flaw"]
    reducer = BrokenPlayer(flaw: name.flatMap(Flaw.init), clock: launch.clock)
    guard name == nil || reducer.flaw != nil else { throw UsageError("there is no such flaw") }
  }

  func screens(of state: BrokenPlayer.State) -> [Screen<BrokenPlayer.Action>] {
    let isAtEnd = state.position == BrokenPlayer.State.duration
    return [
      Screen("player", "Player") {
        ProgressBar(state.position, of: BrokenPlayer.State.duration)
        Button("play", disabledBecause: state.isPlaying ? "it is playing" : nil, .play)
        Button("pause", disabledBecause: state.isPlaying ? nil : "it is not playing", .pause)
        Button("end", disabledBecause: isAtEnd ? "it is at its end" : nil, .end)
      }
    ]
  }
}
