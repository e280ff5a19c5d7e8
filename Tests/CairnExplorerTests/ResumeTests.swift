import CairnExplorer
import TestSupport
import Testing

@testable import searches

/// A search that continues another one finds what one search finds.
@Suite(.gate) struct ResumeTests {
  /// One of each kind. Two searches of an app that depends on more than its launch differ anyway.
  private static let flaws = FlawedAppsTests.kinds
    .filter { $0.key != "dependence on more than the launch" }.flatMap { $0.value.prefix(1) }

  @Test(arguments: flaws)
  func `a resumed search of an app with a flaw finds the same`(_ flaw: Flaw) throws {
    try FlawedApp.$flaw.withValue(flaw) {
      let difference = try AppModel<FlawedApp>().differenceWhenResumed(
        checking: FlawedApp.properties, upTo: 100)
      #expect(difference == nil)
    }
  }
}
