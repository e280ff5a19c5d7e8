import CairnExplorer
import Testing

@testable import timeline

@Suite struct ExploredTests {
  @Test(arguments: TimelineApp.starts)
  func `all properties are proved`(_ start: String) throws {
    var model = AppModel<TimelineApp>(start: start)
    model.sendsDisabledActions = true
    model.restarts = true
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test(arguments: ["--latency=1s", "--expire=1s"])
  func `the properties are proved in other worlds`(_ option: String) throws {
    var model = AppModel<TimelineApp>(options: [option])
    model.sendsDisabledActions = true
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}
