import TestSupport
import Testing

@testable import CairnStorage

struct EnvelopeTests {
  @Test func `the checksum has the known check value`() {
    #expect(checksum("123456789".utf8) == 0x995d_c9bb_df19_39fa)
    #expect(checksum("".utf8) == 0)
    #expect(checksum("6789".utf8, continuing: checksum("12345".utf8)) == 0x995d_c9bb_df19_39fa)
  }

  @Test func `a file is JSON with the versions and the checksum in its first line`() throws {
    let bytes = try FileFormat<Note>(version: 3).encode(.old)
    let expected = """
      {"storage":1,"version":3,"checksum":"SUM","value":
      {
        "lines" : [
          "one",
          "two"
        ],
        "title" : "old"
      }
      }

      """
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.replacing(/"checksum":"[0-9a-f]{16}"/) { _ in "\"checksum\":\"SUM\"" } == expected)
  }

  @Test(.gate) func `every change of one byte is detected`() throws {
    let format = FileFormat<Note>(migrations: [0: Migration(data: { $0 })], app: "notes")
    let bytes = try format.encode(.old)
    for index in bytes.indices {
      for byte in UInt8.min...UInt8.max where byte != bytes[index] {
        var changed = bytes
        changed[index] = byte
        expectDamage(format, changed)
      }
    }
  }

  @Test func `every loss, repetition and exchange of a byte is detected`() throws {
    let format = FileFormat<Note>(migrations: [0: Migration(data: { $0 })], app: "notes")
    let bytes = try format.encode(.old)
    for index in bytes.indices {
      // Without the end of the first line there is no envelope, and the rest decides.
      expectDamage(format, Array(bytes[..<index]))
      expectDamage(format, Array(bytes[..<index]) + Array(bytes[(index + 1)...]))
      expectDamage(format, Array(bytes[...index]) + Array(bytes[index...]))
      if index > 0, bytes[index] != bytes[index - 1] {
        var changed = bytes
        changed.swapAt(index, index - 1)
        expectDamage(format, changed)
      }
    }
    expectDamage(format, bytes + bytes)
  }

  private func expectDamage(_ format: FileFormat<Note>, _ bytes: [UInt8]) {
    guard case .damaged = format.decode(bytes) else {
      Issue.record("not detected: \(String(decoding: bytes, as: UTF8.self))")
      return
    }
  }

  @Test func `a newer layout and a newer version are recognized`() throws {
    let text = #"{"storage":7,"version":1,"checksum":"0000000000000000","value":"#
    #expect(Envelope.parse(Array("\(text)\n?\n}\n".utf8)) == .newerFormat(7))
    let bytes = try FileFormat<Note>(version: 4).encode(.old)
    guard case .newer(found: 4, supported: 2) = FileFormat<Note>(version: 2).decode(bytes) else {
      Issue.record("the version is not recognized")
      return
    }
  }

  @Test(arguments: [
    "", "{", damage, #"{"storage":"#, #"{"storages":1,"ver"#, #"{"storage":12,,"#,
    #"{"storage":99999999999999999999,"version":1,"checksum":"0123456789abcdef","value":"# + "\n",
  ])
  func `a beginning of a file, give or take one byte, is damage`(text: String) {
    expectDamage(FileFormat<Note>(), Array(text.utf8))
  }

  @Test(arguments: [
    " ", "null", "[]", "42", "{}", "{\n", #"{"title": 1}"#, "\u{0}\u{0}", "# README\n",
    #"{"storage":"local","version":1}"#, #"{"name":"x","checksum":"0123456789abcdef","value":1}"#,
    #"{"storage":1,"version":1,"checksum":"","value":"# + "\n",
    #"{"storages":1,"versions":1,"checksum":"0123456789abcdef","value":"# + "\n",
    String(repeating: "[", count: 100_000),
  ])
  func `another text is not a file of this storage`(text: String) {
    for format in [FileFormat<Note>(), FileFormat(migrations: [0: Migration(data: { $0 })])] {
      guard case .foreign(app: nil) = format.decode(Array(text.utf8)) else {
        Issue.record("not refused")
        return
      }
    }
  }

  @Test func `a file names its app, and is of no other`() throws {
    let bytes = try FileFormat<Note>(version: 2, app: "notes").encode(.old)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix(#"{"storage":2,"version":2,"checksum":""#))
    #expect(text.contains("\n{\"app\":\"notes\",\"value\":\n{\n") && text.hasSuffix("\n}\n}\n}\n"))
    for (app, version) in [("notes", 2), (nil, 2)] {
      let format = FileFormat<Note>(version: version, app: app)
      #expect(format.decode(bytes).value == .old)
    }
    // Its version has a meaning for its own app alone.
    for version in [1, 2] {
      guard
        case .foreign(app: "notes") = FileFormat<Note>(version: version, app: "other").decode(bytes)
      else {
        Issue.record("not refused")
        return
      }
    }
    guard case .foreign(app: nil) = FileFormat<Int>(version: 2).decode(bytes) else {
      Issue.record("another value")
      return
    }
    let older = try FileFormat<Note>().encode(.old)
    #expect(FileFormat<Note>(app: "notes").decode(older).value == .old)
  }

  @Test func `random changes of several bytes never lead to another value`() throws {
    let format = FileFormat<Note>(migrations: [0: Migration(data: { $0 })])
    let original = try format.encode(.old)
    for seed in UInt64(1)...500 {
      var bytes = original
      var state = seed
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 25)
      }
      if case .value(let value) = format.decode(bytes) {
        #expect(value == .old, "seed \(seed)")
      }
    }
  }
}
