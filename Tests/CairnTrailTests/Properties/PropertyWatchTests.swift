import CairnTrail
import Testing

/// A played trail checks the properties of the app.
@Suite struct PropertyWatchTests {
  private func failure(_ lines: String) throws -> TrailFailure? {
    try TrailPlayer<SafeApp>.play(try Trail.parse(lines, file: "safe.trail"))
  }

  @Test(arguments: [
    "> open\n> count\n> close\n> count\n> next\n? depth 2\n",
    // Comments, checks and refused lines are no steps.
    "> open\n# A comment.\n? depth 1\n> next\n? screen page\n",
    // Only the next step counts as the return.
    "> next\n@ 1s\n> back\n",
    // A short secret would be found by chance.
    "> code 471\n> forget\n",
    // A text that was typed in a line without a secret is no secret.
    "> code 4711\n> label n4711\n> forget\n",
    "> label n4711\n> code 4711\n> forget\n",
  ])
  func `a trail that violates no property passes`(lines: String) throws {
    #expect(try failure(lines) == nil)
  }

  @Test(arguments: [
    ("% start open\n> close\n", 1, "always the count is small"),
    ("> count\n> count\n> open\n> close\n", 3, "never open with a count of two"),
    ("> next\n> back\n", 2, "back undoes next\n- count: 0\n+ count: 1\n  (5 unchanged)"),
    ("> code 4711\n> forget\n", 2, "no secret after forgetting"),
  ])
  func `the line that violates a property fails, and no secret is shown`(
    lines: String, line: Int, property: String
  ) throws {
    let failure = try #require(try failure(lines))
    #expect(failure.line == line)
    #expect(failure.problem == "safe violates a property: \(property)")
    #expect((failure.source == "the start of the app") == (line == 1))
    #expect(!failure.description.contains("4711"))
  }
}
