import CairnExplorer
import CairnModel
import CairnTrail
import TestSupport
import Testing

@testable import accounts

@Suite(.gate, .timeLimit(.minutes(10))) struct ExploredTests {
  @Test(arguments: [[], ["--latency=1s"], ["--unreliable"]])
  func `the properties are proved, also with a slow and with an unreliable storage`(
    _ options: [String]
  ) throws {
    var model = AppModel<AccountsApp>(
      start: options.isEmpty ? "signed-up" : "signed-in", options: options)
    if !options.isEmpty {
      // Fewer values, because every operation of the storage has a time or several outcomes.
      model.samples["email"] = ["ada@example.com"]
      model.samples["password"] = ["s3cret-pw!"]
    }
    model.check = .none
    let exploration = try model.explore()
    let unproved = exploration.verdicts.filter { $0.result != .proved }.map(\.property)
    // An answer that never comes ends nothing.
    let expected =
      options == ["--unreliable"] ? ["an operation of the storage leads to its end"] : []
    #expect(unproved == expected, "\(exploration)")
  }
}

/// Apps with a planted mistake: the search finds each, with a shortest trail.
@Suite(.gate, .timeLimit(.minutes(10))) struct FlawTests {
  /// A flaw, the property that it violates, and a shortest trail to it.
  struct Case: Sendable, CustomTestStringConvertible {
    let flaw: Flaw
    let property: String
    var others: [String] = []
    let steps: String

    var testDescription: String { flaw.rawValue }
  }

  private static let toHome = """
    > email ada@a.b
    > sign-up

    """

  static let cases = [
    Case(
      flaw: .loadOfTheParent, property: "every step: nothing but the button opens the images",
      others: ["no leaked effect"],
      steps: """
        \(toHome)> images
        > back
        @ 1s

        """),
    Case(
      flaw: .comparesCase, property: "never one address registers twice",
      steps: """
        \(toHome)> log-out
        > email ADA@a.b
        > sign-up

        """),
    Case(
      flaw: .uncheckedNumber, property: "never a number is stored that is wrong",
      steps: """
        \(toHome)> edit
        > number x
        > save
        @ 1s

        """),
    Case(
      flaw: .savesTwice, property: "refused means unchanged",
      steps: """
        \(toHome)> edit
        > number 2
        > save
        ! save

        """),
  ]

  private func explored(_ flaw: Flaw?) throws -> AppExploration<AlbumApp> {
    let model = AppModel<AlbumApp>(options: flaw.map { ["--flaw=\($0.rawValue)"] } ?? [])
    // Any number of loads could be in flight, and the search would never end.
    return try model.explore(within: Bounds(depth: flaw == .loadOfTheParent ? 7 : nil))
  }

  @Test func `without a flaw everything is proved`() throws {
    let exploration = try explored(nil)
    #expect(exploration.isProved, "\(exploration)")
    #expect(Self.cases.map(\.flaw) == Flaw.allCases)
  }

  @Test(arguments: cases)
  func `a flaw is refuted by a shortest trail, which fails when it is played`(
    _ expected: Case
  ) throws {
    let exploration = try explored(expected.flaw)
    let refuted = exploration.verdicts.filter { $0.result == .refuted }.map(\.property)
    #expect(Set(refuted) == Set([expected.property] + expected.others))
    let trail = try #require(exploration[expected.property]?.trail, "\(exploration)")
    #expect(
      trail == """
        % app album
        % options --flaw=\(expected.flaw.rawValue)
        # This does not hold: \(expected.property)
        \(expected.steps)
        """)
    let played = try TrailPlayer<AlbumApp>.play(Trail.parse(trail, file: "found.trail"))
    #expect(played != nil)
  }
}
