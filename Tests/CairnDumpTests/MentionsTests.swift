import Cairn
import CairnDump
import Testing

@Suite struct MentionsTests {
  private struct Note {
    var text = ""
    var pin: Secret = ""
    var file: [UInt8]?
    var drawer: [String: Secret] = [:]
  }

  @Test func `a text is found in strings, secrets, bytes, keys and values at any depth`() {
    #expect(mentions(Note(text: "my PIN is 4711"), anyOf: ["0815", "4711"]))
    #expect(mentions(Note(pin: "4711"), anyOf: ["0815", "4711"]))
    #expect(mentions(Note(file: Array("{pin: 4711}".utf8)), anyOf: ["0815", "4711"]))
    #expect(mentions(Note(drawer: ["4711": ""]), anyOf: ["0815", "4711"]))
    #expect(mentions([[Note(drawer: ["pin": "4711"])]], anyOf: ["0815", "4711"]))
  }

  @Test func `an absent text and the name of a property are not found`() {
    #expect(
      !mentions(Note(text: "my PIN", pin: "1234", file: [4, 7, 1, 1]), anyOf: ["0815", "4711"]))
    #expect(!mentions(Note(), anyOf: ["drawer"]))
  }
}
