import CairnApp
import CairnExplorer
import TestSupport
import Testing

@testable import searches

/// A search that continues another one finds what one search finds.
@Suite(.gate) struct ResumeTests {
  /// One of each kind. Two searches of an app that depends on more than its launch differ anyway.
  private static let flaws = FlawedAppsTests.kinds
    .filter { $0.key != "dependence on more than the launch" }.flatMap { $0.value.prefix(1) }

  @Test(arguments: flaws)
  func `a resumed search of an app with a flaw finds the same`(_ flaw: Flaw) throws {
    try FlawedApp.$flaw.withValue(flaw) {
      let difference = try AppModel<FlawedApp>().differenceWhenResumed(
        checking: FlawedApp.properties, upTo: 100)
      #expect(difference == nil)
    }
  }

  @Test func `a resumed search knows the effects that others are compared with`() throws {
    // In the first state alone. The first effect leads back to it, so that its step is not taken again.
    let question = Question("empty full a b c") { button, state, _ in
      guard state == ProbeState() else {
        state.pressed.insert(button)
        return .none
      }
      let action: ProbeAction = button == "full" ? .note("full") : .nothing
      return .run(name: "load", input: 1) { _, send in await send(action) }
    }
    try question.asked { model in
      let properties: [AppProperty<ProbeState>] = [.always("few notes") { $0.noted.count < 2 }]
      let whole = try model.explore(checking: properties)
      #expect(whole.refuted == ["no runtime issue"], "\(whole)")
      #expect(try model.differenceWhenResumed(checking: properties) == nil)
    }
  }
}
