import Cairn
import CairnSimulation
import TestSupport
import Testing

/// Answers of stand-in services: fixed, random and scripted.
@Suite struct ChoicesTests {
  private struct Offline: Error {}

  /// A store that asks a service "mail" and notes its answer and the time.
  private func inbox(_ simulation: Simulation) -> Store<[String], String> {
    simulation.noting(
      .run(name: "mail") { [choices = simulation.choices, clock = simulation.clock] send in
        let mail = try await choices.answer(
          "mail",
          [
            "one": .success("one"),
            "offline": .failure(Offline()),
            "slow": .slow(.seconds(5), .success("late")),
            "slow, then offline": .slow(.seconds(5), .failure(Offline())),
            "never": .never,
          ])
        await send("\(mail) at \(clock.now.offset)")
      } catch: { [clock = simulation.clock] error, send in
        await send("\(error) at \(clock.now.offset)")
      })
  }

  @Test(arguments: [
    ("one", ["one at 0.0 seconds"]),
    ("offline", ["Offline() at 0.0 seconds"]),
    ("slow", ["late at 5.0 seconds"]),
    ("slow, then offline", ["Offline() at 5.0 seconds"]),
    ("never", []),
  ])
  func `a test fixes an answer`(answer: String, expected: [String]) {
    let simulation = Simulation()
    let store = inbox(simulation)
    simulation.choices.fix("mail", answer)
    store.send("start")
    simulation.advance(by: .seconds(1_000_000))
    #expect(store.state == expected)
    #expect(simulation.choices.unusedFixes == [])
    #expect(simulation.externallyBlocked == [])
  }

  @Test func `answers are fixed in order, and the first one follows`() {
    let choices = Simulation().choices
    choices.fix("toss", "tails", "edge")
    choices.fix("other", "x")
    let tosses = (1...3).map { _ in choices.choose("toss", ["heads": 1, "tails": 2, "edge": 3]) }
    #expect(tosses == [2, 3, 1])
    #expect(choices.unusedFixes.map(\.description) == [#""other": "x""#])
    // A single answer is not a choice.
    let single = Simulation(seed: 1).choices
    #expect(single.choose("toss", ["heads": 1]) == 1)
    #expect(single.decisions == [])
  }

  @Test func `the answers after others have all their options`() {
    let choices = Simulation(seed: 1).choices
    for _ in 1...20 {
      _ = choices.choose(
        "toss",
        [
          "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10,
          "11": 11, "12": 12, "13": 13, "14": 14, "15": 15, "16": 16, "17": 17,
        ])
    }
    let decisions = choices.decisions
    #expect(decisions.count == 20 && decisions.allSatisfy { $0.choice.options.count == 17 })
    for known in [0, 7, 20] {
      #expect(choices.answers(after: known) == Array(decisions.dropFirst(known)))
    }
  }

  @Test func `a seed draws every answer, and the same seed the same answers`() {
    func answers(_ seed: UInt64) -> [String] {
      let simulation = Simulation(seed: seed)
      return (1...20).map { _ in
        simulation.choices.choose("toss", ["heads": "h", "tails": "t", "edge": "e"])
      }
    }
    #expect(Set(answers(7)) == ["h", "t", "e"])
    #expect(answers(7) == answers(7))
    #expect(answers(7) != answers(8))
  }

  @Test func `choices are recorded, and a script repeats them`() {
    let simulation = Simulation(seed: 3)
    let store = inbox(simulation)
    store.send("start")
    simulation.advance(by: .seconds(10))
    #expect(
      simulation.choices.decisions.map(\.description) == [
        #""mail": "one", of "one" | "offline" | "slow" | "slow, then offline" | "never""#
      ])
    let script = ScriptedChoices(simulation.choices.decisions.map(\.index))
    let again = Simulation(choices: script)
    let replayed = inbox(again)
    replayed.send("start")
    again.advance(by: .seconds(10))
    #expect(replayed.state == store.state)
    #expect(again.choices.decisions == simulation.choices.decisions)
  }

  @Test func `a fixed answer that does not exist is an issue, and another is given`() {
    let simulation = Simulation()
    simulation.choices.fix("toss", "haeds")
    let issues = runtimeIssues {
      #expect(simulation.choices.choose("toss", ["heads": 1, "tails": 2]) == 1)
    }
    #expect(
      issues.map(\.description) == [
        """
        "toss" has no answer "haeds", which was fixed for this call.
        Likely causes:
          - the name is misspelt
          - the answers of the stand-in have changed
        Suggestion: fix one of "heads", "tails".
        """
      ])
  }

  @Test func `a script index out of range is an issue, and the first option is taken`() {
    let simulation = Simulation(choices: ScriptedChoices([1, 2]))
    let issues = runtimeIssues {
      let tosses = (1...3).map { _ in
        simulation.choices.choose("toss", ["heads": "h", "tails": "t"])
      }
      #expect(tosses == ["t", "h", "h"])
    }
    #expect(
      issues.map(\.description) == [
        """
        Choice 2 ("toss": "heads" | "tails") has options 0 to 1, and its source selected option 2.
        Likely causes:
          - the script was recorded in another scenario, or before the app was changed
          - the source returns an index that is out of range
        Suggestion: record the choices of this scenario again, or correct the source.
        """
      ])
  }
}

/// Answers that take a range of time.
@Suite struct DelayTests {
  private static let range = Duration.zero ... .seconds(5)

  /// The times at which three requests of the range are answered.
  private func times(_ simulation: Simulation, _ range: ClosedRange<Duration> = range) -> [Duration]
  {
    let store = simulation.store([Duration]()) {
      Reduce<[Duration], Duration?> { [choices = simulation.choices, clock = simulation.clock] in
        guard let time = $1 else {
          return .merge(
            (0..<3).map { _ in
              .run { send in
                try await choices.answer("mail", ["mail": .slow(range, .success(()))])
                await send(clock.now.offset)
              }
            })
        }
        $0.append(time)
        return .none
      }
    }
    store.send(nil)
    simulation.advance(by: .seconds(10))
    return store.state
  }

  @Test func `without a source, an answer takes the longest time`() {
    let simulation = Simulation()
    let longest = Array(repeating: Duration.seconds(5), count: 3)
    #expect(times(simulation) == longest)
    #expect(simulation.choices.delays == longest && simulation.choices.decisions == [])
  }

  @Test func `a seed draws delays from the whole range, and the same ones again`() {
    var drawn: [Duration] = []
    for seed in 0..<400 as Range<UInt64> {
      let simulation = Simulation(seed: seed)
      let answered = times(simulation)
      #expect(answered == simulation.choices.delays.sorted())
      #expect(answered == times(Simulation(seed: seed)), "seed \(seed)")
      drawn += answered
    }
    #expect(drawn.allSatisfy { $0 > .zero && Self.range.contains($0) })
    #expect(
      drawn.contains { $0 < .milliseconds(100) } && drawn.contains { $0 > .milliseconds(4_900) })
  }

  @Test func `delays are recorded, and a script repeats them`() {
    let script = ScriptedChoices([], delays: [.seconds(3), .seconds(1)])
    let simulation = Simulation(choices: script)
    #expect(times(simulation) == [.seconds(1), .seconds(3), .seconds(5)])
    let decisions = simulation.choices.decisions.map(\.index)
    let again = Simulation(
      choices: ScriptedChoices(decisions, delays: simulation.choices.delays))
    #expect(times(again) == [.seconds(1), .seconds(3), .seconds(5)])
  }

  /// Requests of a stand-in that take five seconds.
  enum Request: CaseIterable {
    case exactSleep, sleep, slowAnswer, answer, twoSleeps

    func callAsFunction(_ choices: Choices, isRead: Bool) async throws {
      let (five, range) = (Duration.seconds(5), DelayTests.range)
      switch self {
      // The default is a write.
      case .exactSleep where !isRead: try await choices.sleep(for: five...five)
      case .exactSleep: try await choices.sleep(for: five...five, isRead: true)
      case .sleep: try await choices.sleep(for: range, isRead: isRead)
      case .slowAnswer where !isRead:
        try await choices.answer("ask", ["slow": .slow(range, .success(()))])
      case .slowAnswer:
        try await choices.answer("ask", ["slow": .slow(range, .success(()))], isRead: true)
      case .answer: try await choices.answer("ask", ["works": .success(())], isRead: isRead)
      case .twoSleeps:
        try await choices.sleep(for: .seconds(2) ... .seconds(2), isRead: isRead)
        try await choices.sleep(for: .seconds(3) ... .seconds(3), isRead: isRead)
      }
    }
  }

  /// How an effect in flight ends.
  enum End { case cancel, restart, cancelAndRestart }

  /// Whether the end of an effect, which waits and then writes, lets it write; and the choices.
  private func ended(
    _ simulation: Simulation, _ request: Request, isRead: Bool = false, by end: End = .cancel
  ) -> (file: Int, decisions: [String]) {
    let (choices, file) = (simulation.choices, Guarded(0))
    choices.answerTime = Self.range
    var store: Store<Int, Bool>? = simulation.store(0) {
      Reduce<Int, Bool> { _, begins in
        guard begins else { return .cancel(id: "save") }
        return .run { _ in
          try await request(choices, isRead: isRead)
          file.withLock { $0 = 1 }
        }
        .cancellable(id: "save")
      }
    }
    store?.send(true)
    simulation.drain()
    if end != .restart { store?.send(false) }
    if end != .cancel { simulation.restart { store = nil } }
    simulation.advance(by: .milliseconds(4_999))
    #expect(file.withLock { $0 } == 0)
    simulation.advance(by: .milliseconds(1))
    return (file.withLock { $0 }, choices.decisions.map(\.description))
  }

  @Test(arguments: Request.allCases, [0, 1])
  func `a write whose effect is cancelled stops, or takes place at its time`(
    _ request: Request, choice: Int
  ) {
    let (file, decisions) = ended(Simulation(choices: ScriptedChoices([choice])), request)
    #expect(file == choice)
    let answer = ["\"stops\"", "\"takes place\""][choice]
    #expect(decisions == ["\"a cancelled write\": \(answer), of \"stops\" | \"takes place\""])
  }

  @Test(arguments: Request.allCases)
  func `a read whose effect is cancelled ends, and so does a write at a restart`(
    _ request: Request
  ) {
    func simulation() -> Simulation { Simulation(choices: ScriptedChoices([1])) }
    #expect(ended(simulation(), request, isRead: true) == (0, []))
    #expect(ended(simulation(), request, by: .restart) == (0, []))
    let restarted = ended(simulation(), request, by: .cancelAndRestart)
    #expect(restarted.file == 0 && restarted.decisions.count == 1)
  }

  @Test func `an effect of an ended process finds what it stores then, and nobody else does`() {
    let simulation = Simulation()
    let (list, found) = (simulation.memory.keep([1, 2]), Guarded<[[Int]]>([]))
    let reducer = Reduce<Int, Bool> { [clock = simulation.clock] _, _ in
      .run { _ in
        try? await clock.sleep(for: .seconds(1))
        for _ in 1...2 {
          let rest = list.withLock { list in
            _ = list.popLast()
            return list
          }
          found.withLock { $0 += [rest, list.withLock { $0 }] }
        }
      }
    }
    // What the first process has lost is not found by the second one.
    for process in 1...2 {
      var store: Store<Int, Bool>? = simulation.store(0) { reducer }
      store?.send(true)
      simulation.drain()
      simulation.restart { store = nil }
      #expect(found.withLock { $0.count } == 4 * process)
      #expect(found.withLock { $0.suffix(4) } == [[1], [1], [], []])
      #expect(list.withLock { $0 } == [1, 2])
    }
  }

  @Test func `a seed draws whether a cancelled write takes place, and without one it stops`() {
    let drawn = (0..<20).map { ended(Simulation(seed: $0), .exactSleep).file }
    #expect(Set(drawn) == [0, 1])
    #expect(ended(Simulation(), .exactSleep).file == 0)
  }

  @Test func `a write ends at once if its own effect cancels it`() {
    struct TakesPlace: ChoiceSource {
      func index(for choice: ChoicePoint) -> Int {
        if case .answer = choice.question { 1 } else { 0 }
      }
    }
    let simulation = Simulation(choices: TakesPlace())
    let store = simulation.store([Duration]()) {
      Reduce<[Duration], Duration?> { [choices = simulation.choices, clock = simulation.clock] in
        if let time = $1 { $0.append(time) }
        guard $1 == nil else { return .none }
        return .run { send in
          await withTaskGroup { group in
            group.addTask { try? await choices.sleep(for: Self.range) }
            group.addTask { try? await clock.sleep(for: .seconds(1)) }
            await group.next()
            group.cancelAll()
          }
          await send(clock.now.offset)
        }
      }
    }
    store.send(nil)
    simulation.advance(by: .seconds(10))
    #expect(store.state == [.seconds(1)])
  }

  @Test func `a range of one delay is not drawn`() {
    let simulation = Simulation(seed: 1)
    #expect(
      times(simulation, .seconds(2) ... .seconds(2)) == Array(repeating: .seconds(2), count: 3))
    #expect(simulation.choices.delays == [])
    #expect(times(Simulation(seed: 1), .zero ... .zero) == [.zero, .zero, .zero])
  }

  @Test(arguments: [Duration.zero, .seconds(6), .seconds(-1)])
  func `a delay that is out of range is an issue, and the longest is taken`(delay: Duration) {
    let issues = runtimeIssues {
      let simulation = Simulation(choices: ScriptedChoices([], delays: [delay]))
      #expect(times(simulation) == [.seconds(5), .seconds(5), .seconds(5)])
    }
    #expect(
      issues.first?.description.hasPrefix(
        "The source of choices selected a delay of \(delay) for delay 1, which must be greater than zero"
          + " and in the range from 0.0 seconds to 5.0 seconds.") == true, "\(issues)")
  }
}
