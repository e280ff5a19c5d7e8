import CairnTrail
import Testing

/// Runtime issues that the engine reports fail the trail.
struct TrailRuntimeIssueTests {
  private func torn(by effect: String) -> String {
    """
      The effect "failing" (\(effect)) threw Torn().
      Likely causes:
        - its operation calls something that throws, and the effect has no `catch:`
      Suggestion: give the effect a `catch:` that sends an action, or handle the error in it.
    """
  }

  @Test func `a runtime issue fails its line`() throws {
    #expect(
      try played("> urgent\n> urgent\n> fail\n? depth 9") == """
        diary.trail:3: failed: > fail
        \(torn(by: "effect 1, started by action 3: fail"))
          after:
            > urgent
            > urgent
        \(onDiary())
        """)
  }

  @Test(arguments: ["", "% width 80\n", "# only this"])
  func `a runtime issue at the start fails any trail`(text: String) throws {
    #expect(
      try played("% start torn\n\(text)") == """
        diary.trail:1: failed: the start of the app
        \(torn(by: "effect 1, started by action 1: fail"))
        \(onDiary())
        """)
  }
}
