import CairnApp
import Testing

@testable import CairnTerminal

/// The tests that `cover --swift` writes, beyond those that are compiled beside the examples.
@Suite struct CoverTestTests {
  @Test(arguments: ["read", "two words"])
  func `the type of an app inside of others and the name of a start are whole`(name: String) {
    let text = CoverTest.text(
      of: "% app inbox\n% start \(name)\n> read\n? screen inbox\n", named: name,
      for: EventTests.Inbox.self)
    #expect(text.contains("Launch(.simulated(start: \"\(name)\")"))
    #expect(text.contains("\n@testable import CairnTerminalTests\n"))
    #expect(text.contains("\n  let app = try EventTests.Inbox(launch)\n"))
    #expect(text.contains("@Test func `inbox: \(name)`()"))
  }
}
