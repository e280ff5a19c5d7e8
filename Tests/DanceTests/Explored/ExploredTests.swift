import CairnExplorer
import Testing

@testable import dance

@Suite struct ExploredTests {
  @Test(.timeLimit(.minutes(10)), arguments: DanceApp.starts)
  func `the properties are proved up to a bound of this test`(_ start: String) throws {
    var model = AppModel<DanceApp>(start: start, options: DanceApp.searchOptions)
    model.sendsDisabledActions = true
    model.restarts = true
    let exploration = try model.explore(within: .init(states: 300))
    #expect(exploration.verdicts.allSatisfy { $0.result != .refuted }, "\(exploration)")
  }
}
