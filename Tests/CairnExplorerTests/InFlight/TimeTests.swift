import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation
import TestSupport
import Testing

@testable import CairnExplorer

/// Inputs between two timer firings.
@Suite struct TimeTests {
  /// Requests `a`, `b` and `c` that can be started once each, with these ranges of their times in milliseconds. The notes
  /// are all starts and ends, in order: `+a +b -a -b`.
  private func requests(_ times: [ClosedRange<Int>]) -> Question {
    let ranges: [ClosedRange<Duration>] = times.map {
      .milliseconds($0.lowerBound) ... .milliseconds($0.upperBound)
    }
    let named = Dictionary(uniqueKeysWithValues: zip(["a", "b", "c"], ranges))
    return Question(named.keys.sorted().joined(separator: " ")) { name, state, world in
      guard let time = named[name] else { return .none }
      state.pressed.insert(name)
      state.noted.append("+\(name)")
      return .run(name: name) { [choices = world.choices] send in
        try await choices.answer(name, ["done": .slow(time, .success(()))])
        await send(.note("-\(name)"))
      }
    }
  }

  /// The orders of these that a search finds.
  private func found(_ times: [ClosedRange<Int>], among logs: [String]) throws -> Set<String> {
    try requests(times).asked { model in
      let exploration = try model.explore(
        checking: logs.map { log in .reachable(log) { $0.text == log } })
      return Set(zip(logs, exploration.verdicts).filter { $1.result == .proved }.map(\.0))
    }
  }

  @Test func `a request that starts during another can end after it`() throws {
    try requests([1_000...1_000, 700...700]).asked { model in
      let exploration = try model.explore(
        checking: [.reachable("+a +b -a") { $0.text == "+a +b -a" }])
      #expect(
        exploration.verdicts.first?.trail == """
          % app probe
          # reachable: +a +b -a
          > a
          @ 650ms
          > b
          @ 350ms
          @ idle

          """)
      #expect(try exploration.playedTrail(of: "reachable: +a +b -a") == nil)
    }
  }

  @Test func `a step that reads the clock keeps the times of the timers beside it`() throws {
    let question = Question("a c tap") { button, state, world in
      guard button == "tap" else {
        state.pressed.insert(button)
        return world.note(button, after: button == "a" ? 1_000 : 700)
      }
      _ = world.clock.now
      if state.pressed == ["a", "c"], state.noted.isEmpty { state.noted = ["tap"] }
      return .none
    }
    try question.expectFound(["tap a c", "tap c a"])
  }

  @Test func `an input that only reads the clock has no effect beside timers`() throws {
    let question = Question("a b poke") { button, state, world in
      guard button == "poke" else {
        state.pressed.insert(button)
        return world.note(button, after: button == "a" ? 1_000 : 700)
      }
      _ = world.clock.now
      return .none
    }
    try question.expect(.refuted, of: .everyInputHasEffect)
  }

  @Test func `three requests overlap as their times allow`() throws {
    // b ends within a, so that the time left for c, after b and before a, is too short.
    let found = try self.found(
      [10...10, 4...4, 7...7],
      among: ["+a +b -b +c -c -a", "+a +b +c -b -c -a", "+a +b -b +c -a -c"])
    #expect(found == ["+a +b +c -b -c -a", "+a +b -b +c -a -c"])
  }

  @Test func `an effect that sleeps as long as a number can say never ends`() throws {
    let question = Question("wait go") { button, state, world in
      state.pressed.insert(button)
      guard button == "wait" else { return world.note("went", after: 1_000) }
      return .run(name: "wait") { _ in try await world.clock.sleep(for: .seconds(Int64.max)) }
    }
    let exploration = try question.asked { model in
      try model.explore(checking: [.never("went") { $0.text == "went" }])
    }
    #expect(exploration.limit == nil && exploration.refuted == ["never went"], "\(exploration)")
    #expect(exploration.check.difference == nil, "\(exploration)")
  }

  /// Every order of the starts and ends of three requests.
  private static let logs: [[String]] = {
    var logs: [[String]] = [[]]
    for _ in 0..<6 {
      logs = logs.flatMap { log in
        ["a", "b", "c"].compactMap { name in
          guard log.contains("+\(name)") else { return log + ["+\(name)"] }
          return log.contains("-\(name)") ? nil : log + ["-\(name)"]
        }
      }
    }
    return logs
  }()

  /// The possible orders if each request starts at one of many instants.
  private func possible(_ ranges: [ClosedRange<Int>]) -> Set<String> {
    // Quarters of the unit of all times are enough for three starts to differ. A delay is not zero.
    let delays = ranges.map { range in
      range.lowerBound == range.upperBound
        ? [range.lowerBound * 4] : (range.lowerBound * 4...range.upperBound * 4).filter { $0 > 0 }
    }
    var possible: Set<String> = []
    for a in delays[0] {
      for b in delays[1] {
        for c in delays[2] { possible.formUnion(self.possible([a, b, c])) }
      }
    }
    return possible
  }

  /// The possible orders of requests with these durations.
  private func possible(_ times: [Int]) -> Set<String> {
    let horizon = times.reduce(1, +)
    let logs = Self.logs.map { log in
      (text: log.joined(separator: " "), events: log.map(Event.init))
    }
    var possible: Set<String> = []
    for b in -horizon...horizon {
      for c in -horizon...horizon {
        let begins = [0, b, c]
        for log in logs where !possible.contains(log.text) {
          let isInOrder = zip(log.events, log.events.dropFirst()).allSatisfy { one, other in
            let (first, next) = (one.moment(begins, times), other.moment(begins, times))
            // A request that ends at the instant of another's start has ended before it.
            return first < next || first == next && (one.isEnd || !other.isEnd)
          }
          if isInOrder { possible.insert(log.text) }
        }
      }
    }
    return possible
  }

  private struct Event {
    let index: Int
    let isEnd: Bool

    init(_ text: String) {
      isEnd = text.hasPrefix("-")
      index = ["a", "b", "c"].firstIndex(of: String(text.suffix(1))) ?? 0
    }

    func moment(_ begins: [Int], _ times: [Int]) -> Int {
      begins[index] + (isEnd ? times[index] : 0)
    }
  }

  @Test(
    .gate,
    arguments: [
      [3...3, 2...2, 1...1], [2...2, 2...2, 3...3], [0...1, 2...2, 1...1], [1...2, 3...3, 1...1],
      [0...1, 1...1, 0...1],
    ])
  func `the search finds exactly the possible orders`(_ ranges: [ClosedRange<Int>]) throws {
    let logs = Self.logs.map { $0.joined(separator: " ") }
    let (found, possible) = (try self.found(ranges, among: logs), possible(ranges))
    #expect(found.symmetricDifference(possible) == [])
  }

  @Test func `a node has the time of its own path`() throws {
    let all: Set = ["warm", "both", "first", "second"]
    // "a" and "b" are in flight after 0 s, or after the 5 s of "hot".
    let question = Question("warm both first second stamp") { button, state, world in
      func reply(_ name: String, _ time: Int) -> Effect<ProbeAction> {
        .run(name: name, input: time) { [clock = world.clock] time, send in
          try await clock.sleep(for: .milliseconds(time))
          await send(.note(name))
        }
      }
      switch (button, state.pressed, state.text) {
      case ("warm", [], ""):
        state.pressed = ["warm"]
        return world.note("hot", after: 5_000)
      case ("both", [], ""):
        state.pressed = all
        return .merge(reply("b", 1_500), reply("a", 1_000))
      case ("first", ["warm"], "hot"):
        state = ProbeState(pressed: ["warm", "both", "first"])
        return reply("b", 1_500)
      case ("second", ["warm", "both", "first"], ""):
        state.pressed = all
        return reply("a", 1_000)
      case ("stamp", all, "b a"):
        state.pressed.insert("stamp")
        return .run(name: "stamp") { send in
          let time = (world.clock as? VirtualClock)?.now.offset ?? .zero
          await send(.note("\(time.components.seconds)"))
        }
      default: return .none
      }
    }
    try question.asked { model in
      var model = model
      model.check = .none
      let found = try model.explore(
        checking: ["b a 1", "b a 6"].map { text in .reachable(text) { $0.text == text } })
      #expect(found.verdicts.map(\.result) == [.refuted, .proved], "\(found)")
    }
  }

  /// "ready" is found a day after the start, in one step, and two steps reach it at once. Until a minute has passed, it
  /// has another result, perhaps after a pause.
  @Test(arguments: ["cached", "endless", "fetched"], [0, 1])
  func `a state that a longer path reaches earlier is not proved at later times alone`(
    early: String, pause: Int
  ) throws {
    let question = Question("check confirm load") { button, state, world in
      func stamp(_ early: String, _ late: String, _ pause: Int = 0) -> Effect<ProbeAction> {
        .run(name: button) { send in
          let time = (world.clock as? VirtualClock)?.now.offset ?? .zero
          if pause > 0 { try await world.clock.sleep(for: .seconds(pause)) }
          await send(.press(time < .seconds(60) ? early : late))
        }
      }
      switch (button, state.text) {
      case ("check", ""): return stamp("confirm?", "ready")
      case ("confirm?", ""): state.noted = ["confirm?"]
      case ("ready", ""), ("confirm", "confirm?"): state.noted = ["ready"]
      case ("load", "ready"):
        state.pressed = ["load"]
        return stamp(early, "fetched", pause)
      case ("cached", "ready"), ("fetched", "ready"): state.noted = [button]
      case ("endless", "ready"): return .send(.press("endless"))
      default: break
      }
      return .none
    }
    try question.asked { model in
      let found = try model.explore(checking: [.never("cached") { $0.text == "cached" }])
      if early == "fetched", pause == 0 { return #expect(found.isProved, "\(found)") }
      expectUnknown("load", on: "probe", in: found)
    }
  }

  @Test func `effects with one input that keep different times are two`() throws {
    let question = Question("check confirm load") { button, state, world in
      @Sendable func time() -> Duration { (world.clock as? VirtualClock)?.now.offset ?? .zero }
      switch (button, state.text) {
      case ("check", ""): state.noted = [time() < .seconds(60) ? "early" : "late"]
      case ("confirm", "early"): state.noted = ["confirmed"]
      case ("load", "late"), ("load", "confirmed"):
        state.noted = ["loading"]
        return .run(name: "load", input: 1) { _, send in
          let begin = time()
          try await world.clock.sleep(for: .seconds(1))
          await send(.note(begin < .seconds(60) ? "cached" : "fetched"))
        }
      default: break
      }
      return .none
    }
    try question.expect(.refuted, of: .never("cache") { $0.noted.last == "cached" }, isPlayed: true)
  }

  @Test func `a refusal at a state that a longer path reaches earlier is not proved, either`()
    throws
  {
    let flaw = Flaw(
      "A disabled button works in the first minute.", .refusedMeansUnchanged, ["check", "confirm"],
      elements: { state, _ in
        if state.text == "ready" { Button("load", disabledBecause: "not yet", .press("load")) }
      },
      reduce: { state, action, world in
        switch (action, state.text) {
        case (.press("check"), ""):
          state.text = world.elapsed() < .seconds(60) ? "confirm" : "ready"
        case (.press("confirm"), "confirm"): state.text = "ready"
        case (.press("load"), "ready"):
          if world.elapsed() < .seconds(60) { state.text = "cached" }
        default: break
        }
        return .none
      })
    try FlawedApp.$flaw.withValue(flaw) {
      let found = try AppModel<FlawedApp>.bare(trying: [.disabled]).explore()
      expectUnknown("load", on: "flawed", in: found)
    }
  }

  private func expectUnknown<A: App>(
    _ button: String, on screen: String, in found: AppExploration<A>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let gap =
      "unknown: > \(button) on the screen \(screen): its result depends on a time that was not tried"
    #expect(
      found.verdicts.map(\.result) == [.inconclusive(.unknown(gap))], "\(found)",
      sourceLocation: sourceLocation)
  }

  @Test func `time continues without effects in flight`() throws {
    // Records the time of the clock after a second.
    let question = Question("first second") { button, state, world in
      guard button == "first" || state.noted.count == 1 else { return .none }
      state.pressed.insert(button)
      return .run(name: "stamp") { send in
        try await world.clock.sleep(for: .seconds(1))
        let time = (world.clock as? VirtualClock)?.now.offset ?? .zero
        await send(.note("\(time.components.seconds)"))
      }
    }
    #expect(try question.found(among: ["1 1", "1 2"]) == ["1 2"])
  }
}

@Suite struct TimeBoundsTests {
  @Test(arguments: seeds(300))
  func `the bounds of a path agree with a matrix of all bounds`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let times = (0..<Int.random(in: 2...12, using: &random)).map { event in
      event == 0 ? 0 : Int.random(in: 0...20, using: &random)
    }
    var path = PathBounds()
    var matrix = DifferenceBounds()
    for event in times.indices.dropFirst() {
      #expect([path.add(), matrix.add()] == [event, event])
      path.require(0, after: event, .upTo(.zero))
      matrix.require(0, after: event, .upTo(.zero))
    }
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      // The times are a solution.
      let event = Int.random(in: times.indices, using: &random)
      let other = Int.random(in: times.indices, using: &random)
      let slack = Int.random(in: 0...6, using: &random)
      let difference = Duration.seconds(times[event] - times[other] + slack)
      let bound: Bound =
        slack > 0 && Bool.random(using: &random) ? .lessThan(difference) : .upTo(difference)
      path.require(event, after: other, bound)
      matrix.require(event, after: other, bound)
    }
    expectEqual(path, matrix)
    #expect(path.solution == matrix.solution)

    let event = Int.random(in: times.indices.dropFirst(), using: &random)
    let time = Duration.seconds(Int.random(in: -5...25, using: &random))
    path.require(event, at: time)
    matrix.require(event, at: time)
    #expect(path.isPossible == matrix.isPossible)
    if matrix.isPossible { expectEqual(path, matrix) }
  }

  private func expectEqual(_ path: PathBounds, _ matrix: DifferenceBounds) {
    #expect([path.isPossible, path.hasEarliest] == [matrix.isPossible, matrix.hasEarliest])
    let events = 0..<matrix.count
    #expect(events.map { path.latest($0) } == events.map { matrix.latest($0) })
    #expect(events.allSatisfy { path.first(after: $0) == matrix.first(after: $0) })
  }

  @Test(arguments: [1, 10, 40, 200])
  func `the times of a long path are whole nanoseconds`(count: Int) {
    // Each event comes less than a second after the one before, and the last one is late.
    var path = PathBounds()
    for event in 1...count {
      #expect(path.add() == event)
      path.require(event - 1, after: event, .lessThan(.zero))
      path.require(event, after: event - 1, .lessThan(.seconds(1)))
    }
    path.require(0, after: count, .lessThan(.seconds(1 - count)))
    let times = path.chosen
    #expect(times.allSatisfy { $0.attoseconds % 1_000_000_000 == 0 })
    let isRising = zip(times, times.dropFirst()).allSatisfy { before, after in
      before < after && after - before < .seconds(1)
    }
    #expect(isRising && times[count] > .seconds(count - 1), "\(times)")
  }

  @Test func `bounds without a solution are impossible`() {
    var path = PathBounds()
    let (one, other) = (path.add(), path.add())
    path.require(0, after: one, .upTo(.zero))
    path.require(one, after: other, .upTo(.seconds(-1)))
    #expect(path.isPossible)
    path.require(other, after: one, .upTo(.milliseconds(999)))
    #expect(!path.isPossible)
  }
}
