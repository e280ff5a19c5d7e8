import CairnApp
import CairnTrail
import Testing

@testable import CairnTerminal

/// The tests that `cover --swift` writes, beyond those that are compiled beside the examples.
@Suite struct CoverTestTests {
  @Test(arguments: ["read", "two words"])
  func `the type of an app inside of others and the name of a start are whole`(name: String)
    throws
  {
    let trail = try Trail.parse(
      "% app inbox\n% start \(name)\n> read\n? screen inbox\n", file: "a.trail")
    let text = CoverTest.text(of: trail, named: name, for: EventTests.Inbox.self)
    #expect(text.contains("Launch(.simulated(start: \"\(name)\")"))
    #expect(text.contains("\n@testable import CairnTerminalTests\n"))
    #expect(text.contains("\n  let app = try EventTests.Inbox(launch)\n"))
    #expect(text.contains("@Test func `inbox: \(name)`()"))
  }

  /// As a `Double`, 1.15 seconds are less than 1,150 milliseconds.
  @Test func `times are written as in the trail, and read exactly`() throws {
    let trail = try Trail.parse(
      "% app inbox\n% choices \"load: a\\u{AD}b\" 2/3 1/2\n% latency 0s ... 1.15s\n% delays 1.15s\n"
        + "@ 1.15s\n? screen inbox\n", file: "a.trail")
    let text = CoverTest.text(of: trail, named: "times", for: EventTests.Inbox.self)
    for part in [
      #"choices: ["load: a\u{AD}b", "2/3"],"#, #"delays: ["1.15s"])"#, #"("@ 1.15s", "inbox"),"#,
      #"answerTime = try DurationSyntax.parse("0s")...DurationSyntax.parse("1.15s")"#,
      "store.advance(by: try DurationSyntax.parse(text))", "var delays: ArraySlice<String>",
    ] { #expect(text.contains(part), "\(part)") }
  }
}
