import CairnExplorer
import Testing

@testable import dance

@Suite struct ExploredTests {
  @Test(.timeLimit(.minutes(10)), arguments: DanceApp.starts)
  func `no property is refuted in the first states of a hostile search`(_ start: String) throws {
    var model = AppModel<DanceApp>(start: start, options: DanceApp.searchOptions)
    model.sendsDisabledActions = true
    model.restarts = true
    let exploration = try model.explore(within: .init(states: 40))
    #expect(exploration.verdicts.allSatisfy { $0.result != .refuted }, "\(exploration)")
  }
}
