import CairnTrail
import Testing

/// A played trail checks the properties of the app.
@Suite struct PropertyWatchTests {
  private func failure(_ lines: String) throws -> TrailFailure? {
    try TrailPlayer<SafeApp>.play(try Trail.parse(lines, file: "safe.trail"))
  }

  @Test func `a trail that violates no property passes`() throws {
    #expect(try failure("> open\n> count\n> close\n> count\n> next\n? depth 2\n") == nil)
  }

  @Test func `the line that violates a property of states fails`() throws {
    let failure = try #require(try failure("> count\n> count\n> open\n> close\n"))
    #expect(failure.line == 3)
    #expect(
      failure.problem == "safe violates a property: never open with a count of two")
  }

  @Test func `properties are checked at the start`() throws {
    let failure = try #require(try failure("% start open\n> close\n"))
    #expect(failure.line == 1)
    #expect(failure.source == "the start of the app")
    #expect(failure.problem == "safe violates a property: always the count is small")
  }

  @Test func `back that does not undo fails with the difference`() throws {
    let failure = try #require(try failure("> next\n> back\n"))
    #expect(failure.line == 2)
    #expect(
      failure.problem == """
        safe violates a property: back undoes next
        - count: 0
        + count: 1
          (5 unchanged)
        """)
  }

  @Test func `only the next step counts as the return`() throws {
    #expect(try failure("> next\n> back\n")?.line == 2)
    #expect(try failure("> next\n@ 1s\n> back\n") == nil)
  }

  @Test func `a remaining secret fails, and the message does not contain it`() throws {
    let failure = try #require(try failure("> code 4711\n> forget\n"))
    #expect(failure.line == 2)
    #expect(failure.problem == "safe violates a property: no secret after forgetting")
    #expect(!failure.description.contains("4711"))
  }

  @Test func `a short secret is not looked for, because it would be found by chance`() throws {
    #expect(try failure("> code 471\n> forget\n") == nil)
  }

  @Test(arguments: [
    "> code 4711\n> label n4711\n> forget\n", "> label n4711\n> code 4711\n> forget\n",
  ])
  func `a secret in a line without a secret is not looked for`(lines: String) throws {
    #expect(try failure(lines) == nil)
  }

  @Test func `comments, checks and refused lines are no steps`() throws {
    #expect(try failure("> open\n# A comment.\n? depth 1\n> next\n? screen page\n") == nil)
  }
}
