import CairnExplorer
import Testing

@testable import accounts

@Suite(.timeLimit(.minutes(10))) struct ExploredTests {
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

  /// With one value of each field, because every operation of the storage has four outcomes.
  @Test func `they are proved with an unreliable storage`() throws {
    var model = AppModel<AccountsApp>(start: "signed-in", options: ["--unreliable"])
    for (field, values) in AccountsApp.samples { model.samples[field] = Array(values.prefix(1)) }
    model.sendsDisabledActions = true
    model.restarts = true
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}
