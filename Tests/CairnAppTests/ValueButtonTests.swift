import CairnApp
import Foundation
import Testing

/// Value buttons: their line, their typed values and their refusals.
struct ValueButtonTests {
  private func screen(lock: String? = nil) -> Screen<Int> {
    Screen("video", "Video") {
      Button("play", 0)
      ValueButton("seek", takes: "a number", disabledBecause: lock) { Int($0) }
    }
  }

  @Test func `the accepted values stand beside the name, among the buttons`() {
    #expect(screen().lines() == ["Video", "", "  play", "  seek  a number"])
    #expect(
      screen(lock: "saving").lines()
        == ["Video", "", "  play", "  seek  a number  disabled: saving"])
  }

  @Test func `a typed value gives its action, and no field keeps the value`() {
    #expect(screen().parse("seek 40").action == 40)
    #expect(screen().parse(#"seek "40""#).action == 40)
    #expect(screen().map { [$0] }.parse("seek -7").action == [-7])
    #expect(screen().input(named: "seek")?.value == nil)
  }

  @Test(arguments: [
    ("seek", "seek needs a value: a number"),
    ("seek far", "seek does not take this value; it takes: a number"),
    (#"seek """#, "seek does not take this value; it takes: a number"),
    (#"seek "4"#, #"seek has a malformed value: it begins with " and does not end with one"#),
  ])
  func `another value is refused with the accepted ones`(line: String, message: String) {
    #expect(screen().parse(line).refusal?.message == message)
  }

  @Test func `a disabled one is refused with its reason and its action`() {
    #expect(screen(lock: "saving").parse("seek 40").refusal?.message == "seek is disabled: saving")
    #expect(screen(lock: "saving").parse("seek 40").refusal?.wouldSend == 40)
    #expect(screen(lock: "saving").parse("seek far").refusal?.wouldSend == nil)
  }

  @Test func `speech and JSON name the accepted values`() throws {
    #expect(screen().plainLines == ["Video", "play, button", "seek, button with a value: a number"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      try String(decoding: encoder.encode(screen(lock: "saving")), as: UTF8.self)
        == #"{"elements":[{"kind":"button","name":"play"},{"disabled":"saving","#
        + #""kind":"value-button","name":"seek","takes":"a number"}],"id":"video","#
        + #""title":"Video"}"#)
  }
}
