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

  @Test func `every change of one byte is detected`() throws {
    let format = FileFormat<Note>(migrations: [0: Migration(data: { $0 })])
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
    let format = FileFormat<Note>(migrations: [0: Migration(data: { $0 })])
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
    "", " ", "null", "[]", "42", "{}", "{\"title\": 1}", "\u{0}\u{0}", "{\"storage\":",
    "{\"storage\":1,\"version\":1,\"checksum\":\"\",\"value\":\n",
    "{\"storage\":99999999999999999999,\"version\":1,\"checksum\":\"0\",\"value\":\n\n}\n",
    String(repeating: "[", count: 100_000),
  ])
  func `other texts are damage`(text: String) {
    expectDamage(FileFormat<Note>(), Array(text.utf8))
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
