import Cairn
import CairnApp
import Synchronization
import TestSupport
import Testing

import class Foundation.Thread

@testable import CairnTerminal

@Suite struct SessionTests {
  @Test func `effects finish after the session is gone`() throws {
    let clock = WallClock(isVirtual: true)
    var session: Session? = Session(Alarm(clock: clock.simulation.clock), clock: clock)
    _ = session?.answer(to: "set")
    let driver = try #require(session?.driver)
    weak let released = session
    session = nil
    #expect(released == nil)
    driver.send(.set)
    clock.advance(by: .seconds(3600))
    #expect(driver.state == 0)
    #expect(driver.effects.isEmpty)
  }

  @Test func `the screens of a state are built once for many keys and questions`() {
    let clock = WallClock(isVirtual: true)
    let builds = Mutex(0)
    let session = Session(
      Alarm(clock: clock.simulation.clock, onScreens: { builds.withLock { $0 += 1 } }),
      clock: clock)
    func count(_ body: () -> Void) -> Int {
      builds.withLock { $0 = 0 }
      body()
      return builds.withLock { $0 }
    }
    let afterKeys = count {
      for _ in 0..<10 {
        _ = session.lineContext.complete("s")
        _ = session.screens.count + session.screen.inputs.count
      }
    }
    let afterRefusals = count { for _ in 0..<10 { _ = session.answer(to: "nope") } }
    // Each input makes the screens of another state, which the next line needs.
    let afterInputs = count { for _ in 0..<10 { _ = session.answer(to: "set") } }
    #expect([afterKeys, afterRefusals, afterInputs] == [1, 0, 9])
    #expect(session.screen.title == "Alarm 10")
    _ = session.answer(to: ":undo")
    #expect(session.screen.title == "Alarm 9")
    // The alarms of the former inputs begin again.
    clock.advance(by: .seconds(3600))
    #expect(session.screen.title == "Alarm 0")
  }
}

/// The wait of a screen for effects that end at once. The results do not depend on the times.
@Suite(.timeLimit(.minutes(10))) struct SettleTests {
  @Test(arguments: [(false, false, 0), (false, true, 0), (true, false, 1)])
  func `the screen of a short effect is not shown, unless its time is virtual`(
    isVirtual: Bool, isCallback: Bool, shown: Int
  ) {
    let clock = WallClock(isVirtual: isVirtual)
    let session = Session(
      Alarm(clock: clock.simulation.clock, time: .milliseconds(5), isCallback: isCallback),
      clock: clock)
    _ = session.answer(to: "set")
    // The callback of another thread may have come already.
    #expect(isCallback || session.driver.state == 1)
    session.waitForNewEffects(unless: [], upTo: .seconds(3600))
    #expect(session.screen.title == "Alarm \(shown)")
    #expect(session.driver.effects.count == shown)
    // An action that follows a callback of another thread ends this wait, too.
    _ = session.answer(to: "set")
    #expect(isVirtual || session.waitForEffects() && session.screen.title == "Alarm 0")
  }

  @Test func `the wait ends at its limit, and before it for input`() {
    let clock = WallClock()
    let session = Session(Alarm(clock: clock.simulation.clock), clock: clock)
    _ = session.answer(to: "set")
    session.waitForNewEffects(unless: [], upTo: .milliseconds(1))
    #expect(session.driver.effects.count == 1)
    let input = WakePipe()
    input.signal()
    session.waitForNewEffects(unless: [input.readEnd], upTo: .seconds(3600))
    #expect(session.driver.effects.count == 1)
  }

  @Test(arguments: [(nil, 0.1), ("30s", 30), ("soon", 0.1), ("999999999m", 3600)])
  func `the environment sets the longest wait`(text: String?, seconds: Double) {
    let environment = text.map { ["CAIRN_PATIENCE": $0] } ?? [:]
    #expect(WallClock.patience(in: environment) == .seconds(seconds))
  }

  @Test func `time moves ahead from timer to timer until the person stops it`() throws {
    let session = try Session<Errands>.launched()
    _ = session.answers("resume")
    var count = 0
    let isWhole = session.clock.advance(by: .seconds(10)) {
      count += 1
      return count <= 3
    }
    #expect(!isWhole && session.driver.state.seconds == 3 && session.clock.now == .seconds(3))
    #expect(session.clock.advance(by: .seconds(2)) { true })
    #expect(session.driver.state.seconds == 5 && session.clock.now == .seconds(5))
  }

  @Test func `no time passes during a search`() {
    var elapsed = Duration.zero
    let clock = WallClock(time: WallTime(elapsed: { elapsed }))
    elapsed = .seconds(1)
    clock.catchUp()
    clock.hold { elapsed = .seconds(20) }
    clock.catchUp()
    #expect(clock.now == .seconds(1))
  }

  @Test func `:save names an input that a replay refuses, because it begins without the files`() {
    let folder = TemporaryFolder()
    let file = folder["a.trail"]
    #expect(
      Session(rows: ["a"]).answers("row-1", ":save \(file)") == """
        screen
        1 input written to \(file); a replay, which begins without your files, refuses line 3: there is no \
        "row-1" here; nothing can be typed on this screen
        """)
  }

  @Test func `time does not pass while the program is stopped`() {
    let elapsed = Mutex(Duration.zero)
    // Each wait takes its whole time, and the program is stopped in the second one.
    let waits = Mutex([Duration.milliseconds(900), .seconds(8), .zero])
    let clock = WallClock(
      time: WallTime(elapsed: { elapsed.withLock { $0 } }) { _, timeout in
        let stop = waits.withLock { $0.removeFirst() }
        elapsed.withLock { $0 += .milliseconds(Int(timeout)) + stop }
        return 0
      })
    let session = Session(Alarm(clock: clock.simulation.clock, time: .seconds(4)), clock: clock)
    _ = session.answer(to: "set")
    _ = clock.wait(for: [], upTo: .seconds(1))
    #expect(clock.now == .milliseconds(1900))
    _ = clock.wait(for: [], upTo: .seconds(1))
    #expect(clock.now == .milliseconds(2900))
    #expect(session.screen.title == "Alarm 1")
    _ = clock.wait(for: [])
    #expect(clock.now == .seconds(4))
    #expect(session.screen.title == "Alarm 0")
  }
}

/// Rings an hour after it was set.
private struct Alarm: TestApp, Reducer {
  enum Action { case set, rang }

  let clock: any Clock<Duration>
  var time = Duration.seconds(3600)
  /// Whether a callback of another thread rings, at once.
  var isCallback = false
  var onScreens: @Sendable () -> Void = {}
  let state = 0
  var reducer: Alarm { self }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .set:
      state += 1
      if isCallback {
        return .run(name: "ring") { send in
          // A thread of its own: the test blocks one of those that run tasks.
          await withCheckedContinuation { resumed in Thread { resumed.resume() }.start() }
          await send(.rang)
        }
      }
      return .run(name: "ring") { [clock, time] send in
        try? await clock.sleep(for: time)
        await send(.rang)
      }
    case .rang:
      state -= 1
      return .none
    }
  }

  func screens(of state: Int) -> [Screen<Action>] {
    onScreens()
    return [Screen("alarm", "Alarm \(state)") { Button("set", .set) }]
  }
}

extension Alarm {
  init(_ launch: Launch) { self.init(clock: launch.clock) }
}

/// The completions on a screen, and the parts of a line that a history keeps.
@Suite struct SessionWordsTests {
  private let session = Session<Tea>()

  @Test(arguments: [
    ("", ["kind ", "pin ", "brew", "watch", "open", "lock", "leave"]), ("w", ["watch"]),
    (" br", ["brew"]),
    ("kind ", ["green", "black", "earl grey"]), ("kind e", ["earl grey"]),
    ("kind earl g", ["earl grey"]), ("pin ", []), ("brew ", []), ("nope ", []),
    (":he", [":help "]), (":help :st", [":state", ":stack"]), (":help w", ["watch"]),
    (":goto ", []), (":frob ", []),
    ("brew; w", ["watch"]), ("brew;:he", [":help "]), (":help :st; br", ["brew"]),
    (#"kind "a;b"; kind e"#, ["earl grey"]), (#"kind "a; w"#, []), ("kind green;le", ["leave"]),
    ("brew;", ["kind ", "pin ", "brew", "watch", "open", "lock", "leave"]),
    ("pin 1; w", []), ("nope 1; w", []), (#"pin "1"; w"#, ["watch"]),
  ])
  func `names, options and commands complete a line`(line: String, candidates: [String]) {
    #expect(session.lineContext.complete(line).candidates == candidates)
    // A completed line keeps the text before the word.
    #expect(session.lineContext.complete("kind  earl g").line == "kind  earl grey")
    #expect(session.lineContext.complete("  ki").line == "  kind ")
    #expect(session.lineContext.complete("brew;  ki").line == "brew;  kind ")
  }

  @Test(
    arguments: [
      ("brew", "brew"), ("kind earl grey", "kind"), ("pin", nil), ("pin 1234", nil),
      ("pim 1234", nil), ("brew; pin 1234", nil), ("kind \"black\"; pin 1234", nil), ("", nil),
      ("  ", nil), (":goto  3", ":goto 3"), (":got 3", ":got 3"),
      (":gott 3", nil), (":find x; pin 12", nil), (":help pin 1234", nil), (":undo pin 1234", nil),
      ("kind a\u{1B}b", nil), (":goto 3; kind green", ":goto 3"), (":undo ; kind green", ":undo"),
      (":event post; kind green", ":event post"), (":find x; kind green", nil),
      (#":find "x"; kind green"#, #":find "x""#), (":goto 3 pin 1234", nil),
      (":redo email ada@x.org", ":redo"), (":goto 3 email ada@x.org", ":goto 3"),
      (":undo email ada@x.org", ":undo email"), (":find a b", ":find a b"),
    ] as [(String, String?)])
  func `a history keeps the name, and nothing of a line that could hold a secret`(
    line: String, kept: String?
  ) {
    #expect(HistoryEntry(line, on: session.screen, in: session.lineContext)?.kept == kept)
  }

  @Test(arguments: [
    "", "  ", "brew", "brew now", "kind earl grey", #"kind "black""#, #"kind "black"#, "kind",
    "pin",
    "pin 1234", #"pin "12 \"34""#, #"pin "12"#, #"pin """#, "pim 1234", "nope", ":help",
  ])
  func `a line parsed once has the same meaning, redacted form and secret`(line: String) {
    let screen = session.screen
    let (meaning, redacted, secret) = screen.interpret(line)
    #expect("\(meaning)" == "\(screen.parse(line))")
    #expect(redacted == screen.redacted(line))
    #expect(secret == screen.secret(in: line)?.value)
  }
}
