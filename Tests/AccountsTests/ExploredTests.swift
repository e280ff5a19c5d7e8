import CairnExplorer
import Testing

@testable import accounts

@Suite struct ExploredTests {
  @Test(arguments: [[], ["--latency=1s"]])
  func `the properties are proved, with refused actions and restarts`(
    _ options: [String]
  ) throws {
    var model = AppModel<AccountsApp>(start: "signed-up", options: options)
    model.sendsDisabledActions = true
    model.restarts = true
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}
