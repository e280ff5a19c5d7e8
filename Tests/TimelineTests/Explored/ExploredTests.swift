import CairnApp
import CairnExplorer
import TestSupport
import Testing

@testable import timeline

@Suite(.gate) struct ExploredTests {
  /// In the world of a fixed lifetime, and with one person. The command `explore` searches the others.
  @Test(.timeLimit(.minutes(10))) func `all properties are proved`() throws {
    var model = AppModel<TimelineApp>(start: "signed-in", options: ["--expire=1s"])
    model.samples["username"] = ["ada"]
    model.check = .none
    let exploration = try model.explore(
      checking: TimelineApp.properties + [.restartLogsNobodyIn])
    #expect(exploration.isProved, "\(exploration)")
  }
}

extension AppProperty<Root.State> {
  /// The shown log-in is that of the file. An expiry that an unreliable storage does not store violates it.
  static let restartLogsNobodyIn = AppProperty.step("a restart logs nobody in") {
    before, step, after in
    guard step == .restart, case .login(let login) = before, login.business == nil else {
      return true
    }
    return after.isLoggedIn != true
  }
}
