import CairnExplorer
import Testing

/// Every kind of property, refuted by an app that violates it.
@Suite struct LockerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let flaw: Locker.Flaw
    let property: String
    /// The other properties that it violates.
    var others: [String] = []
    let steps: String
    /// The prefix of the player's problem with the last line.
    let problem: String

    var testDescription: String { flaw.rawValue }
  }

  private static func wrong(_ property: String) -> String {
    "locker violates a property: \(property)"
  }

  static let cases = [
    Case(
      flaw: .pinInState, property: "no secret after locking",
      steps: """
        > pin 1234
        > open
        > lock

        """, problem: wrong("no secret after locking")),
    Case(
      flaw: .pinInMemory, property: "no secret after locking",
      steps: """
        > pin 1234
        > open
        > lock

        """, problem: wrong("no secret after locking")),
    Case(
      flaw: .deadButton, property: "every input has an effect",
      steps: """
        # This input has no effect in any state; disable it.
        ! knock

        """, problem: "the line should be refused, but is accepted on the screen \"door\""),
    Case(
      flaw: .goneDrawer, property: "no runtime issue is reported",
      others: ["every input has an effect"],
      steps: """
        > pin 1234
        > open
        > peek

        """,
      problem: """
        "path" (action 3) is for a screen that is not there: \
        screen #0 is not in \\State.path: it is empty.
        """),
    Case(
      flaw: .leakedLight, property: "no effect outlives its screen",
      steps: """
        > pin 1234
        > open
        > drawer
        > light
        > close
        # The screen that started the effect no longer exists.
        ? effects 0

        """,
      problem: """
        expected: 0
        actual:   1
        """),
    Case(
      flaw: .openToAll, property: "every step: the right PIN opens",
      steps: """
        > pin 9876
        > open

        """, problem: wrong("every step: the right PIN opens")),
    Case(
      flaw: .jam, property: "always reachable: the screen open",
      steps: """
        > pin 9876
        > open
        # The screen is not reachable from here.
        ? screen open

        """,
      problem: """
        expected: open
        actual:   blocked
        """),
    Case(
      flaw: .unguardedOpen, property: "refused means unchanged",
      steps: """
        ! open

        """,
      problem: """
        the screen refuses the line (open is disabled: a PIN is needed), but the reducer does not: \
        its action changed the state or the effects
        guards belong to the reducer; the screen only mirrors them
        """),
    Case(
      flaw: .blankAfterDamage, property: "no dead end",
      others: ["always reachable: the screen open", "no effect outlives its screen"],
      steps: """
        > pin 1234
        > open
        @ restart
        # Dead end: no input changes the state, and no effect is in flight: the next line fails.
        ? effects 1

        """,
      problem: """
        expected: 1
        actual:   0
        """),
    Case(
      flaw: .wrongWayBack, property: "close undoes drawer",
      steps: """
        > pin 1234
        > open
        > drawer
        > close

        """,
      problem: """
        \(wrong("close undoes drawer"))
        - pin: ••••
        + pin: ""
        """),
  ]

  private func explored(_ flaw: Locker.Flaw?) throws -> AppExploration<LockerApp> {
    var model = AppModel<LockerApp>.bare(options: flaw.map { ["--flaw=\($0.rawValue)"] } ?? [])
    // A restart, or an action of a disabled input, would hide the other flaws.
    if flaw == nil || flaw == .unguardedOpen { model.without.remove(.disabled) }
    if flaw == nil || flaw == .blankAfterDamage { model.without.remove(.restarts) }
    return try model.explore()
  }

  @Test func `without a flaw everything is proved`() throws {
    let exploration = try explored(nil)
    #expect(exploration.isProved, "\(exploration)")
    #expect(exploration.screens == ["door", "open", "drawer"])
  }

  @Test func `every flaw has a test case`() {
    #expect(Self.cases.map(\.flaw) == Locker.Flaw.allCases)
  }

  @Test(arguments: cases)
  func `a flaw violates its property, with a shortest trail that fails`(
    _ expected: Case
  ) throws {
    let exploration = try explored(expected.flaw)
    #expect(Set(exploration.refuted) == Set([expected.property] + expected.others))
    #expect(exploration.limit == nil)
    #expect(
      exploration[expected.property]?.trail == """
        % app locker
        % options --flaw=\(expected.flaw.rawValue)
        # This does not hold: \(expected.property)
        \(expected.steps)
        """)
    let failure = try #require(try exploration.playedTrail(of: expected.property))
    #expect(failure.problem.hasPrefix(expected.problem), "\(failure.problem)")
    #expect(expected.steps.hasSuffix("\(failure.source)\n"))
  }

  @Test func `the remark of a runtime issue is its message`() throws {
    let exploration = try explored(.goneDrawer)
    let failure = try exploration.playedTrail(of: "no runtime issue is reported")
    let remark = try #require(exploration["no runtime issue is reported"]?.remark)
    #expect(failure?.problem.hasPrefix(remark.prefix { $0 != "(" }) == true, "\(remark)")
  }
}
