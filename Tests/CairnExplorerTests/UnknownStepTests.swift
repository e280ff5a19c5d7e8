import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Synchronization
import TestSupport
import Testing

/// A verdict that a search does not know is not given.
@Suite struct UnknownStepTests {
  @Test(arguments: ["stopwatch", "drawn", "until", "kept", "reducer"])
  func `a step that reads the clock is tried at other times`(_ start: String) throws {
    let exploration = try AppModel<Late>(start: start).explore(
      within: Bounds(states: 500))
    #expect(exploration["never late"]?.result != .proved, "\(exploration)")
    guard exploration["never late"]?.result == .refuted else { return }
    #expect(try exploration.playedTrail(of: "never late") != nil)
  }

  @Test func `screens that read the clock make no proof`() throws {
    let exploration = try AppModel<Late>(start: "screen").explore()
    #expect(exploration["never late"]?.result != .proved, "\(exploration)")
  }

  @Test func `an effect with an input may act differently at each time`() throws {
    let exploration = try AppModel<Late>(start: "input").explore(
      checking: [.noRuntimeIssue, .never("late") { $0.isLate }])
    #expect(exploration.verdicts[0].result == .proved, "\(exploration)")
    #expect(exploration.verdicts[1].result == .refuted, "\(exploration)")
  }

  @Test func `the header names the times of steps that read the clock`() throws {
    let header = try AppModel<Late>(start: "reducer").explore().description
    #expect(
      header.contains(
        "\"go\", tried at its earliest time, and later by 5ms, 0.00999s, 1s, 1 day, 3652 days\n"),
      "\(header)")
    #expect(
      header.contains(
        "\nnot tried: other times of these steps, and paths on which two of them are late\n"))
  }

  @Test(.gate, arguments: ["effects", "retry", "sends", "counting"])
  func `work that does not end within an instant is found`(_ start: String) throws {
    let exploration = try AppModel<Endless>(start: start).explore(
      checking: [
        .settles, .everyReduction("two") { $0.count != 2 }, .always("quiet") { $0.count < 100 },
      ], within: Bounds(states: 1_000))
    #expect(exploration.verdicts[0].result == .refuted, "\(exploration)")
    #expect(exploration.verdicts[1].result == .refuted, "\(exploration)")
    #expect(exploration.verdicts[2].result != .proved, "\(exploration)")
    #expect(try exploration.playedTrail(of: "every effect ends if left alone") != nil)
  }
}

extension AppExploration {
  subscript(name: String) -> Verdict? { verdicts.first { $0.property == name } }
}

/// Whether `go` comes a second after `start`.
private struct Late: App {
  struct State: Hashable {
    var start: Duration?
    var isLate = false
    var isWaiting = false
    var hasStarted = false
  }

  enum Action: Sendable {
    case start, wait, waited, go
    case read(Duration)
    case went(Duration)
  }

  static let name = "late"
  static let summary = "Reads the clock."
  static let properties: [AppProperty<State>] = [.never("late") { $0.isLate }]
  static let starts = ["stopwatch", "drawn", "until", "kept", "reducer", "screen", "input"]
  let state = State()
  let reducer: Reduce<State, Action>
  let time: @Sendable () -> Duration
  let start: String

  init(_ launch: Launch) {
    guard case .simulated(let start) = launch.world else { preconditionFailure() }
    self.start = start
    let (clock, time) = (launch.clock, launch.clock.stopwatch())
    self.time = time
    let choices = launch.choices
    reducer = Reduce { state, action in
      switch action {
      case .start:
        state.hasStarted = true
        if start == "reducer" {
          state.start = time()
          return .none
        }
        return .run(name: "start") { send in
          switch start {
          case "drawn":
            let now = time()
            try await choices.sleep(for: .zero ... .milliseconds(100))
            await send(.read(now))
          case "until":
            let now = time()
            try await sleepUntil(clock, .milliseconds(100))
            await send(.read(now))
          case "kept":
            try await keptSleep(clock) { await send(.read($0)) }
          default:
            await send(.read(time()))
          }
        }
      case .read(let now):
        state.start = now
        return .none
      case .wait:
        state.isWaiting = true
        return .run(name: "wait") { send in
          try await clock.sleep(for: .milliseconds(10))
          await send(.waited)
        }
      case .waited:
        state.isWaiting = false
        return .none
      case .go:
        guard state.start != nil else { return .none }
        if start == "input" {
          return .run(name: "go", input: true) { _, send in await send(.went(time())) }
        }
        if start == "reducer" { return .send(.went(time())) }
        return .run(name: "go") { send in await send(.went(time())) }
      case .went(let now):
        if let start = state.start, now - start >= .seconds(1) { state.isLate = true }
        return .none
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("late", "Late") {
        if start == "screen" { Text("\(time())") }
        Button("start", disabledBecause: state.hasStarted ? "it has started" : nil, .start)
        Button("wait", disabledBecause: state.isWaiting ? "it waits" : nil, .wait)
        Button("go", .go)
      }
    ]
  }
}

private func sleepUntil<C: Clock<Duration>>(_ clock: C, _ duration: Duration) async throws {
  try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
}

/// Uses the reading again from which the deadline of a sleep was computed.
private func keptSleep<C: Clock<Duration>>(
  _ clock: C, _ report: (Duration) async -> Void
) async throws {
  let now = clock.now
  try await clock.sleep(until: now.advanced(by: .milliseconds(100)), tolerance: nil)
  await report(now.duration(to: clock.now) * 0)
}

/// Effects that start each other.
private struct Endless: App {
  struct State: Hashable {
    var count = 0
  }

  enum Action: Sendable {
    case start, ping, pong, tick
  }

  static let name = "endless"
  static let summary = "Does not end."
  static let starts = ["effects", "retry", "sends", "counting"]
  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    guard case .simulated(let start) = launch.world else { preconditionFailure() }
    reducer = Reduce { state, action in
      switch (action, start) {
      case (.tick, _): return .none
      case (.start, "retry"), (.ping, "retry"):
        state.count = 2
        return .run(name: "retry") { send in await send(.ping) }
      case (.start, "sends"), (.pong, "sends"):
        state.count = 1
        return .send(.ping)
      case (.ping, "sends"):
        state.count = 2
        return .send(.pong)
      case (.start, "counting"), (.ping, "counting"):
        state.count += 1
        return .run(name: "count") { send in await send(.ping) }
      case (.start, _), (.pong, _):
        state.count = 1
        return .run(name: "ping") { send in await send(.ping) }
      case (.ping, _):
        state.count = 2
        return .run(name: "pong") { send in await send(.pong) }
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("endless", "Endless") {
        Button("start", .start)
        Button("tick", .tick)
      }
    ]
  }
}
