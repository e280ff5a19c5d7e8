import CairnSimulation
import Testing

@testable import CairnTerminal

@Suite struct KeyDecoderTests {
  private func keys(_ texts: String...) -> [Key] {
    var decoder = KeyDecoder()
    return texts.flatMap { decoder.keys(of: Array($0.utf8)) }
  }

  @Test func `consecutive characters are one text, and control characters are keys`() {
    #expect(
      keys("ab é日\r\n\t\u{7F}\u{8}\u{1}\u{1A}\u{1C}")
        == [
          .text("ab é日"), .enter, .enter, .tab, .backspace, .backspace, .control("a"),
          .control("z"),
        ])
  }

  @Test(
    arguments: [
      ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
      ("\u{1B}[H", .home), ("\u{1B}OF", .end), ("\u{1B}[1~", .home), ("\u{1B}[8~", .end),
      ("\u{1B}[3~", .delete), ("\u{1B}[1;5C", .wordRight), ("\u{1B}b", .wordLeft),
      ("\u{1B}f", .wordRight), ("\u{1B}d", .deleteWordRight), ("\u{1B}\u{7F}", .deleteWordLeft),
    ] as [(String, Key)])
  func `the sequences of cursor keys are keys`(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
  }

  @Test(arguments: ["\u{1B}[99~", "\u{1B}[1;2R", "\u{1B}q", "\u{1B}OP", "\u{1C}"])
  func `an unknown sequence is skipped as a whole`(bytes: String) {
    #expect(keys(bytes + "x") == [.text("x")])
  }

  @Test func `bytes can arrive one by one`() {
    let typed = "é👩‍👧\u{1B}[1;5D\u{1B}[200~a\u{1B}[Ab\u{1B}[201~z"
    var decoder = KeyDecoder()
    let keys = typed.utf8.flatMap { decoder.keys(of: [$0]) }
    #expect(
      keys == [
        .text("é"), .text("👩"), .text("\u{200D}"), .text("👧"), .wordLeft, .paste("a\u{1B}[Ab"),
        .text("z"),
      ])
  }

  @Test func `bytes that are not UTF-8 are visible`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(of: [0x61, 0xFF, 0x62, 0x0D]) == [.text("a\u{FFFD}b"), .enter])
    #expect(decoder.keys(of: [0xC3]) == [])
    #expect(decoder.keys(of: [0x0D]) == [.text("\u{FFFD}"), .enter])
  }

  @Test func `pasted text contains no keys, not even line breaks`() {
    #expect(
      keys("\u{1B}[200~a\rb\n\t\u{3}", "c\u{1B}[201~\r") == [.paste("a\rb\n\t\u{3}c"), .enter])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `any bytes are decoded, in any portions`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet: [UInt8] = [
      0x1B, 0x5B, 0x4F, 0x41, 0x7E, 0x31, 0x3B, 0x35, 0x61, 0xC3, 0xA9, 0xFF, 9,
    ]
    let bytes = (0..<40).map { _ in alphabet.randomElement(using: &random) ?? 0 } + [0x0D]
    var whole = KeyDecoder()
    var byByte = KeyDecoder()
    let expected = whole.keys(of: bytes)
    #expect(joined(bytes.flatMap { byByte.keys(of: [$0]) }) == joined(expected))
  }

  /// The keys, with consecutive texts joined.
  private func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { result, key in
      if case .text(let last)? = result.last, case .text(let text) = key {
        result[result.count - 1] = .text(last + text)
      } else {
        result.append(key)
      }
    }
  }
}
