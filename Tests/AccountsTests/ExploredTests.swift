import CairnApp
import CairnExplorer
import CairnModel
import TestSupport
import Testing

@testable import accounts

@Suite(.gate, .timeLimit(.minutes(10))) struct ExploredTests {
  @Test(arguments: [[], ["--latency=1s"], ["--unreliable"]])
  func `the properties are proved, also with a slow and with an unreliable storage`(
    _ options: [String]
  ) throws {
    var model = AppModel<AccountsApp>(
      start: options.isEmpty ? "signed-up" : "signed-in", options: options)
    if !options.isEmpty {
      // Fewer values, because every operation of the storage has a time or several outcomes.
      model.samples["email"] = ["ada@example.com"]
      model.samples["password"] = ["s3cret-pw!"]
    }
    model.check = .none
    let exploration = try model.explore()
    let unproved = exploration.verdicts.filter { $0.result != .proved }.map(\.property)
    // An answer that never comes ends nothing.
    let expected =
      options == ["--unreliable"] ? ["an operation of the storage leads to its end"] : []
    #expect(unproved == expected, "\(exploration)")
  }
}
