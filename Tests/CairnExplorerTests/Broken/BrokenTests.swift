import CairnExplorer
import CairnModel
import TestSupport
import Testing

@Suite struct BrokenTests {
  /// A flaw, the properties that it violates, and a shortest trail to it.
  struct Case: Sendable, CustomTestStringConvertible {
    let flaw: Flaw
    let property: String
    /// The other properties that it violates.
    var others: [String] = []
    var choices: String?
    let steps: String
    /// The player's problem with the last line.
    let problem: String

    var testDescription: String { flaw.rawValue }
  }

  private static let toNewPIN = """
    > next
    > accept
    > next
    > email ada@example.com
    > password correct horse
    > next
    > name Ada
    > next

    """

  private static let toConfirmed = """
    \(toNewPIN)> pin 1234
    > next
    > confirm 1234

    """

  private static func wrong(_ property: String) -> String {
    "sign-up violates a property: \(property)"
  }

  static let cases = [
    Case(
      flaw: .staleValidation, property: "never a screen is passed that is not complete",
      steps: """
        > next
        > accept
        > accept
        > next

        """, problem: wrong("never a screen is passed that is not complete")),
    Case(
      flaw: .unguardedNext, property: "refused means unchanged",
      steps: """
        > next
        ! next

        """,
      problem: """
        the screen refuses the line (next is disabled: accept the terms first), but the reducer \
        does not: its action changed the state or the effects
        guards belong to the reducer; the screen only mirrors them
        """),
    Case(
      flaw: .blankAfterDamage, property: "no dead end",
      others: ["always reachable: the screen main"],
      steps: """
        \(toConfirmed)> next
        @ restart
        # Dead end: no input changes the state, and no effect is in flight: the next line fails.
        ? effects 1

        """,
      problem: """
        expected: 1
        actual:   0
        """),
    Case(
      flaw: .forgottenPIN, property: "always who is signed in has a PIN",
      steps: """
        \(toConfirmed)> next
        @ 1s
        @ restart

        """, problem: wrong("always who is signed in has a PIN")),
    Case(
      flaw: .wrongWayBack, property: "back undoes next",
      steps: """
        \(toNewPIN)> back

        """,
      problem: """
        \(wrong("back undoes next"))
        - way[3]: .personalInfo
          (unchanged: 4 at the root, 3 in way)
        """),
    Case(
      flaw: .keptConfirmation, property: "every step: every PIN is confirmed anew",
      steps: """
        \(toConfirmed)> back
        > next

        """, problem: wrong("every step: every PIN is confirmed anew")),
    Case(
      flaw: .backWhileSaving,
      property: "every step: one signs in by confirming a PIN, or at a start",
      others: ["no effect outlives its screen"],
      steps: """
        \(toConfirmed)> next
        > back
        @ 1s

        """, problem: wrong("every step: one signs in by confirming a PIN, or at a start")),
    Case(
      flaw: .savingTwice, property: "never one sign-up creates two accounts",
      others: ["no effect outlives its screen"], choices: "1/2 2/2 1/2 2/2 1/2 2/2 1/2",
      steps: """
        \(toConfirmed)> next
        > next
        @ 1s

        """, problem: wrong("never one sign-up creates two accounts")),
  ]

  private func explored(_ flaw: Flaw?) throws -> AppExploration<SignUpApp> {
    var model = AppModel<SignUpApp>.bare(options: flaw.map { ["--flaw=\($0.rawValue)"] } ?? [])
    model.without.remove(.disabled)
    model.without.remove(.restarts)
    // An unlimited number of saves would never end the search.
    return try model.explore(within: Bounds(depth: flaw == .savingTwice ? 14 : nil))
  }

  @Test func `every flaw has a test case`() {
    #expect(Self.cases.map(\.flaw) == Flaw.allCases)
  }

  @Test(.gate) func `without a flaw everything is proved`() throws {
    let exploration = try explored(nil)
    #expect(exploration.isProved, "\(exploration)")
    #expect(exploration.verdicts.count == SignUpApp.properties.count + 1)
  }

  /// One test, because its search takes most of the time.
  @Test(.gate, arguments: cases)
  func `a flaw violates its property and no other, and shortest trails fail when they are played`(
    _ expected: Case
  ) throws {
    let exploration = try explored(expected.flaw)
    #expect(Set(exploration.refuted) == Set([expected.property] + expected.others))
    #expect((exploration.limit == nil) == (expected.flaw != .savingTwice))

    let choices = expected.choices.map { "% choices \($0)\n" } ?? ""
    #expect(
      exploration[expected.property]?.trail == """
        % app sign-up
        \(choices)% options --flaw=\(expected.flaw.rawValue)
        # This does not hold: \(expected.property)
        \(expected.steps)
        """)
    let failure = try #require(try exploration.playedTrail(of: expected.property))
    #expect(failure.problem == expected.problem)
    let lines = expected.steps.split(separator: "\n")
    #expect(failure.source == lines.last ?? "")
    for property in expected.others {
      #expect(try exploration.playedTrail(of: property) != nil)
    }
  }
}
