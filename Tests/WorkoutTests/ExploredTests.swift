import CairnApp
import CairnExplorer
import TestSupport
import Testing

@testable import workout

@Suite(.gate, .timeLimit(.minutes(10))) struct ExploredTests {
  /// A log-in. The release build proves more: `workout explore`.
  @Test(arguments: [("new", []), ("signed-in", ["--latency=1500ms"]), ("new", ["--unreliable"])])
  func `all properties are proved, with restarts and disabled inputs`(
    _ start: String, _ options: [String]
  ) throws {
    var model = AppModel<WorkoutApp>(start: start, options: options)
    model.samples["email"] = ["registered@email.com"]
    model.samples["password"] = ["password", "s3cret"]
    model.check = .none
    // Another address would lead to the sign-up, with eight users for each.
    let properties = WorkoutApp.properties.filter { $0.name != "reachable: the screen signup" }
    let exploration = try model.explore(checking: properties)
    let unproved = exploration.verdicts.filter { $0.result != .proved }.map(\.property)
    // An answer that never comes ends nothing.
    let expected = options == ["--unreliable"] ? ["a sent form leads to an answer or a cancel"] : []
    #expect(unproved == expected, "\(exploration)")
  }

  @Test func `all properties of a sign-up are proved`() throws {
    var model = AppModel<WorkoutApp>()
    model.samples["email"] = ["ada@example.com", "Registered@Email.com"]
    model.samples["password"] = ["password"]
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  /// A slow write of the log-in could otherwise take place after that of the logout.
  @Test func `a restart after a logout signs nobody in, also with a slow storage`() throws {
    var model = AppModel<WorkoutApp>(options: ["--unreliable"])
    model.samples = ["email": ["registered@email.com"], "password": ["password"]]
    // A storage that works at once shows the user in the step of the restart.
    model.without = [.delays, .disabled]
    model.check = .none
    let properties = WorkoutApp.properties.filter { $0.name.hasSuffix("a restart signs nobody in") }
    let exploration = try model.explore(checking: properties)
    #expect(exploration.isProved, "\(exploration)")
  }
}
