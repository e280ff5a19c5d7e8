import CairnApp
import Testing

@testable import CairnTerminal

/// The editor as a value: the events and the rows that follow from keys.
@Suite struct LineEditorTests {
  private let context = LineContext(secretNames: ["password"], among: ["next", "nearly", "email "])

  private func events(_ keys: Key..., in editor: inout LineEditor) -> [LineEditor.Event] {
    keys.compactMap { editor.handle($0, in: context) }
  }

  private func drawn(_ editor: LineEditor, width: Int = 20) -> [String] {
    editor.layout(width: width, in: context).rows
  }

  @Test(
    arguments: [
      ("abc\u{1B}[D\u{1B}[DX", "aXbc", 2),
      ("abc\u{1B}OD\u{1B}[D\u{1B}[C\u{1B}[3~", "ab", 2),
      ("abc\u{1B}[HX\u{1B}[FY", "XabcY", 5),
      ("abc\u{1B}[1~X\u{1B}[4~Y", "XabcY", 5),
      ("abc\u{1B}OHX\u{1B}[8~Y", "XabcY", 5),
      ("abc\u{1B}[1~X\u{1B}OFY", "XabcY", 5),
      ("abc\u{1}X\u{5}Y", "XabcY", 5),
      ("abc\u{2}\u{2}X\u{6}Y", "aXbYc", 4),
      ("one two\u{1B}b\u{1B}bX", "Xone two", 1),
      ("one two\u{1}\u{1B}fX", "oneX two", 4),
      ("one two\u{1B}[1;5DX", "one Xtwo", 5),
      ("one two\u{1}\u{1B}[1;5C\u{1B}[1;5CX", "one twoX", 8),
      ("abc\u{7F}\u{8}", "a", 1),
      ("abc\u{1}\u{4}", "bc", 0),
      ("one two\u{1}\u{6}\u{B}", "o", 1),
      ("one two\u{2}\u{15}", "o", 0),
      ("one t-w\u{17}X", "one X", 5),
      ("one t-w\u{1B}\u{7F}X", "one t-X", 7),
      ("one two\u{1}\u{1B}d", " two", 0),
      ("one two\u{17}\u{1}\u{19}", "twoone ", 3),
      ("de\u{301}\u{1B}[D\u{7F}", "é", 0),
      ("日本\u{1B}[D\u{1B}[Dx", "x日本", 1),
      ("👩‍👩‍👧x\u{2}\u{7F}", "x", 0),
      ("a\u{1B}[99~b\u{1B}qc", "abc", 3),
    ] as [(String, String, Int)])
  func `keys edit the line and move the cursor`(keys: String, line: String, place: Int) {
    var (decoder, editor) = (KeyDecoder(), LineEditor())
    for key in decoder.keys(of: Array(keys.utf8)) { _ = editor.handle(key, in: context) }
    let layout = editor.layout(width: 20, in: context)
    #expect(layout.rows == ["> " + line])
    #expect(layout.cursor == (0, 2 + place))
  }

  @Test func `a line is accepted whole, and Ctrl-D ends an empty one and deletes in another`() {
    var editor = LineEditor()
    #expect(events(.text("next"), .home, .enter, in: &editor) == [.line("next")])
    #expect(editor.buffer.isEmpty)
    #expect(events(.text("ab"), .home, .control("d"), in: &editor) == [])
    #expect(editor.buffer.text == "b")
    #expect(events(.control("d"), .control("d"), in: &editor) == [.end])
  }

  @Test func `completion inserts the common prefix, and then lists the candidates`() {
    var editor = LineEditor()
    #expect(events(.text("n"), .tab, .tab, in: &editor) == [.candidates(["next", "nearly"])])
    #expect(editor.buffer.text == "ne")
    #expect(events(.text("x"), .tab, .tab, in: &editor) == [])
    #expect(editor.buffer.text == "next")
    #expect(events(.control("u"), .text("e"), .tab, in: &editor) == [])
    #expect(editor.buffer.text == "email ")
  }

  @Test func `the value of a secure field is bullets, and the cursor stands among them`() {
    var editor = LineEditor()
    _ = events(.text(" password a b"), .left, in: &editor)
    let layout = editor.layout(width: 20, in: context)
    #expect(layout.rows == [">  password •••"])
    #expect(layout.cursor == (0, 14))
    _ = events(.home, .text("x"), .paste("\u{1B}[2J\u{202E}"), in: &editor)
    #expect(drawn(editor, width: 80) == [#"> x\u{1B}[2J\u{202E} password a b"#])
  }

  @Test func `a secret that is asked for has no history, completion or search`() {
    var editor = LineEditor()
    editor.history.add("next")
    editor.askSecret("pin")
    #expect(events(.up, .tab, .control("r"), in: &editor) == [])
    #expect(events(.text("12"), in: &editor) == [])
    #expect(drawn(editor) == ["pin: ••"])
    #expect(events(.enter, .enter, in: &editor) == [.secret("12"), .line("")])
  }

  @Test func `a question for a secret ends a search`() {
    var editor = LineEditor()
    editor.history.add("next")
    _ = events(.control("r"), .text("n"), in: &editor)
    editor.askSecret("pin")
    #expect(editor.search == nil && drawn(editor) == ["pin: "])
    #expect(events(.text("12"), .enter, in: &editor) == [.secret("12")])
  }

  @Test func `a row ends before a character that does not fit, and after a full row`() {
    var editor = LineEditor()
    _ = events(.text("1234567日"), in: &editor)
    #expect(drawn(editor, width: 10) == ["> 1234567", "日"])
    _ = events(.backspace, .text("8"), in: &editor)
    let layout = editor.layout(width: 10, in: context)
    #expect(layout.rows == ["> 12345678", ""])
    #expect(layout.cursor == (1, 0))
  }

  @Test func `a history that is replaced ends a search in it and forgets the cut text`() {
    var editor = LineEditor()
    for line in ["one", "two", "three"] { editor.history.add(line) }
    _ = events(.text("cut"), .control("u"), .text("draft"), in: &editor)
    _ = events(.control("r"), .text("t"), in: &editor)
    editor.replaceHistory(with: LineHistory())
    #expect(drawn(editor) == ["> draft"])
    #expect(events(.up, in: &editor) == [])
    _ = events(.control("y"), in: &editor)
    #expect(drawn(editor) == ["> draft"])
  }

  @Test func `a cancelled search restores the line`() {
    var editor = LineEditor()
    for line in ["accept", "next", "next", "back"] { editor.history.add(line) }
    #expect(editor.history.lines == ["accept", "next", "back"])
    _ = events(.text("dr"), .control("r"), .text("e"), .control("r"), in: &editor)
    #expect(drawn(editor) == ["(search: e) accept"])
    #expect(events(.control("r"), in: &editor) == [])
    #expect(drawn(editor) == ["(no match: e) accept", ""])
    _ = events(.interrupt, in: &editor)
    #expect(editor.buffer.text == "dr")
    _ = events(.control("r"), .text("b"), .left, .text("X"), in: &editor)
    #expect(editor.buffer.text == "bacXk")
  }

  @Test func `a search survives a history that forgets its first lines`() {
    var editor = LineEditor()
    for number in 1...11_000 { editor.history.add("line \(number)") }
    _ = events(.control("r"), .text("11000"), in: &editor)
    editor.history.add("the last")
    #expect(editor.history.lines.count == 10_000)
    #expect(drawn(editor) == ["(search: 11000) "])
    _ = events(.text("x"), .control("r"), .enter, in: &editor)
    #expect(editor.search == nil)
  }
}

extension LineContext {
  /// Of an app with these secure fields. Every other word is the name of a button.
  init(secretNames: Set<String>, among words: [String]) {
    self.init(
      meaning: { word, _ in secretNames.contains(word) ? .secret : .other },
      isNameOfSecret: secretNames.contains,
      complete: { line in Completion(of: line[...], in: line, among: words) })
  }
}

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
