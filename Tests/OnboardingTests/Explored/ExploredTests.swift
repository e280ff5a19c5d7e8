import CairnExplorer
import CairnTrail
import Testing

@testable import onboarding

@Suite struct ExploredTests {
  @Test(arguments: OnboardingApp.starts)
  func `all that is claimed of the onboarding is proved`(_ start: String) throws {
    var model = AppModel<OnboardingApp>(start: start)
    model.isHostile = true
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}
