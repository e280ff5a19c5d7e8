import CairnApp
import CairnExplorer
import CairnModel
import TestSupport
import Testing

@testable import dance

@Suite(.gate) struct ExploredTests {
  @Test(.timeLimit(.minutes(10)), arguments: DanceApp.starts)
  func `no property is refuted in the first states`(_ start: String) throws {
    var model = AppModel<DanceApp>(start: start, options: DanceApp.searchOptions)
    // With the times at which the clock is read, all states are too many for a test.
    model.without = [.delays]
    model.check = .none
    let exploration = try model.explore(within: Bounds(states: 150))
    #expect(exploration.verdicts.allSatisfy { $0.result != .refuted }, "\(exploration)")
  }
}
