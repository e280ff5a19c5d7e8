import CairnExplorer
import TestSupport
import Testing

@testable import onboarding

/// The commands check a search by replay, and the tests of the checker do.
@Suite(.gate) struct ExploredTests {
  @Test(
    arguments: OnboardingApp.starts.map { ($0, []) }
      + ["--latency=1s", "--unreliable", "--strict"].map { ("new", [$0]) })
  func `all properties of the onboarding are proved`(_ start: String, _ options: [String]) throws {
    var model = AppModel<OnboardingApp>(start: start, options: options)
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test(arguments: [[], ["--slow", "--unreliable"]])
  func `two programs together allow no more wrong PINs than one, and no shorter wait`(
    options: [String]
  ) throws {
    var model = AppModel<TwoLocksApp>(options: options)
    // Its inputs end and start each of the programs; a restart would end both.
    model.without = Set(SearchPart.allCases)
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}
