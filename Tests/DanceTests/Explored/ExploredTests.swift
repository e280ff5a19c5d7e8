import CairnExplorer
import Testing

@testable import dance

@Suite struct ExploredTests {
  @Test(.timeLimit(.minutes(10)), arguments: DanceApp.starts)
  func `all properties are proved, with restarts and disabled inputs`(_ start: String) throws {
    let model = AppModel<DanceApp>(start: start, options: DanceApp.searchOptions)
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}
