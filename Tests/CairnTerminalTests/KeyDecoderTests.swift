import Testing

@testable import CairnTerminal

/// The target `keys` of the program `fuzz` gives random bytes in any portions.
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

  @Test func `the sequences of cursor keys are keys`() {
    let sequences: [(String, Key)] = [
      ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
      ("\u{1B}[H", .home), ("\u{1B}OF", .end), ("\u{1B}[1~", .home), ("\u{1B}[8~", .end),
      ("\u{1B}[3~", .delete), ("\u{1B}[12;3R", .place(row: 11, column: 2)),
      ("\u{1B}[1;5C", .wordRight), ("\u{1B}b", .wordLeft),
      ("\u{1B}f", .wordRight), ("\u{1B}d", .deleteWordRight), ("\u{1B}\u{7F}", .deleteWordLeft),
    ]
    #expect(sequences.map { keys($0.0) } == sequences.map { [$0.1] })
  }

  @Test func `an unknown sequence is skipped as a whole`() {
    let unknown = [
      "\u{1B}[99~", "\u{1B}[1;2;3R", "\u{1B}[0;2R", "\u{1B}q", "\u{1B}OP", "\u{1C}",
      // F1 and F5 of the console of Linux, and keys of rxvt with Shift and with Ctrl.
      "\u{1B}[[A", "\u{1B}[[E", "\u{1B}[7$", "\u{1B}[3^", "\u{1B}[a", "\u{1B}Oc",
      // Late answers to a question about a mode.
      "\u{1B}[?2026;2$y", "\u{1B}[4;2$y",
    ]
    #expect(unknown.map { keys($0 + "x") } == unknown.map { _ in [.text("x")] })
  }

  @Test func `Escape belongs to the next key, unless it was forgotten in between`() {
    var decoder = KeyDecoder()
    for (bytes, isAlone) in [("\u{1B}", true), ("[", false), ("A", false)] {
      #expect(decoder.keys(of: Array(bytes.utf8)) == (bytes == "A" ? [.up] : []))
      #expect(decoder.isAfterEscape == isAlone)
    }
    _ = decoder.keys(of: [0x1B])
    decoder.forgetEscape()
    #expect(decoder.keys(of: Array("ab".utf8)) == [.text("ab")])
    // A sequence that has begun, and a paste, are not forgotten.
    for text in ["\u{1B}[", "\u{1B}[200~\u{1B}"] {
      _ = decoder.keys(of: Array(text.utf8))
      decoder.forgetEscape()
      #expect(decoder.keys(of: Array((text.count > 2 ? "x\u{1B}[201~" : "A").utf8)).count == 1)
    }
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
}
