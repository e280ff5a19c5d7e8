import CairnExplorer
import TestSupport
import Testing

@testable import accounts

@Suite(.gate, .timeLimit(.minutes(10))) struct ExploredTests {
  @Test func `the properties are proved, with refused actions and restarts`() throws {
    var model = AppModel<AccountsApp>(start: "signed-up")
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  /// With fewer values, because every operation of the storage has a time or several outcomes.
  @Test(arguments: ["--latency=1s", "--unreliable"])
  func `they are proved with a slow and with an unreliable storage`(_ option: String) throws {
    var model = AppModel<AccountsApp>(start: "signed-in", options: [option])
    model.samples["email"] = ["ada@example.com"]
    model.samples["password"] = ["s3cret-pw!"]
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}
