import CairnExplorer
import TestSupport
import Testing

@testable import onboarding

/// The commands check a search by replay, and the tests of the checker do.
@Suite(.gate) struct ExploredTests {
  @Test(arguments: ["--latency=1s", "--unreliable", "--strict"])
  func `the properties are proved in other worlds and with restarts`(_ option: String) throws {
    var model = AppModel<OnboardingApp>(options: [option])
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test(arguments: OnboardingApp.starts)
  func `all properties of the onboarding are proved`(_ start: String) throws {
    var model = AppModel<OnboardingApp>(start: start)
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
