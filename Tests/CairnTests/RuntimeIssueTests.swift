import Cairn
import Testing

@Suite struct RuntimeIssueTests {
  @Test func `a dependency that is not implemented says so and gives its value`() async {
    let load: @Sendable (String, Int) async -> [Int] = unimplemented("Storage.load", returning: [7])
    let save: @Sendable (String) -> Void = unimplemented("Storage.save")
    let seen = await issuesReported {
      #expect(await load("a", 1) == [7])
      save("b")
    }
    #expect(
      seen.map(\.description) == [
        """
        Storage.load was called, and is not implemented here.
        Likely causes:
          - the feature uses a dependency that the test does not provide
          - the feature does more than the test expects
        Suggestion: give the feature a stand-in for Storage.load, or correct the feature.
        """,
        """
        Storage.save was called, and is not implemented here.
        Likely causes:
          - the feature uses a dependency that the test does not provide
          - the feature does more than the test expects
        Suggestion: give the feature a stand-in for Storage.save, or correct the feature.
        """,
      ])
  }
}
