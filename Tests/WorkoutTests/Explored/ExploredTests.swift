import CairnExplorer
import Testing

@testable import workout

@Suite(.timeLimit(.minutes(10))) struct ExploredTests {
  @Test(arguments: WorkoutApp.starts)
  func `all properties are proved`(_ start: String) throws {
    let exploration = try AppModel<WorkoutApp>(start: start).explore()
    #expect(exploration.isProved, "\(exploration)")
    #expect(exploration.limit == nil)
  }
}
