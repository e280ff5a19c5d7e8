import CairnExplorer
import CairnTrail
import TestSupport
import Testing

@testable import workout

@Suite(.gate, .timeLimit(.minutes(10))) struct FlawTests {
  /// A flaw, a property that it violates, and a shortest trail to it.
  struct Case: Sendable, CustomTestStringConvertible {
    let flaw: FlatWorkout.Flaw
    let property: String
    /// The other properties that it violates.
    var others: [String] = []
    var email = "registered@email.com"
    var restarts = false
    let steps: [String]

    var testDescription: String { flaw.rawValue }
  }

  private static let toLogin = ["> email registered@email.com", "> next", "@ 1s"]
  private static let toPassword = toLogin + ["> password password", "> login"]

  static let cases = [
    Case(
      flaw: .noCancellation, property: "every step: a late reply changes nothing",
      others: [
        "no leaked effect",
        "every step: a log-in or a sign-up leads to the profile of the typed address",
      ],
      steps: toPassword + ["> cancel", "@ 1s"]),
    Case(
      flaw: .rememberedTooEarly, property: "every step: a restart signs nobody in",
      restarts: true, steps: toPassword + ["@ restart"]),
    Case(
      flaw: .unguardedSignup, property: "refused means unchanged", email: "ada@example.com",
      steps: ["> email ada@example.com", "> next", "@ 1s", "> password password", "! signup"]),
    Case(
      flaw: .keptAddress, property: "every step: a logout leads to get-started with an empty field",
      steps: toPassword + ["@ 1s", "> logout"]),
    Case(
      flaw: .passwordInNote, property: "no secret after a cancel",
      steps: toLogin + ["> password s3cret", "> login", "@ 1s", "> cancel"]),
  ]

  /// With one address only one of the screens above Get Started can be reached, and its field has no
  /// other value. Answers take no time of their own, so that trails are short.
  private func explored(
    _ email: String, _ flaw: FlatWorkout.Flaw?, restarts: Bool = true
  ) throws -> AppExploration<FlatWorkoutApp> {
    var model = AppModel<FlatWorkoutApp>(options: flaw.map { ["--flaw=\($0.rawValue)"] } ?? [])
    model.samples["email"] = [email]
    model.without = restarts ? [.delays] : [.delays, .restarts]
    let properties = WorkoutApp.properties.filter {
      !$0.name.hasPrefix("reachable: ") && $0.name != "every input has an effect"
    }
    return try model.explore(checking: properties)
  }

  @Test(arguments: ["registered@email.com", "ada@example.com"])
  func `without a flaw everything is proved`(email: String) throws {
    let exploration = try explored(email, nil)
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test func `every flaw has a test case`() {
    #expect(Self.cases.map(\.flaw) == FlatWorkout.Flaw.allCases)
  }

  @Test(arguments: cases)
  func `a flaw is shown by a shortest trail, which fails when it is played`(
    _ expected: Case
  ) throws {
    let exploration = try explored(
      expected.email, expected.flaw, restarts: expected.restarts)
    let refuted = exploration.verdicts.filter { $0.result == .refuted }.map(\.property)
    #expect(Set(refuted) == Set([expected.property] + expected.others))
    let trail = try #require(exploration[expected.property]?.trail)
    let steps = trail.split(separator: "\n").filter { !$0.hasPrefix("%") && !$0.hasPrefix("#") }
    #expect(steps == expected.steps.map { $0[...] })
    let failure = try TrailPlayer<FlatWorkoutApp>.play(Trail.parse(trail, file: "found.trail"))
    #expect(failure?.source == expected.steps.last)
  }
}
