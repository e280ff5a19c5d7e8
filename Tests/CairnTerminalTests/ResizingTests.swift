import Cairn
import CairnApp
import CairnSimulation
import TerminalEmulator
import TestSupport
import Testing

@testable import CairnTerminal

@Suite struct ResizingTests {
  private typealias Window = EmulatedSession<Desk>

  @Test(arguments: [(30, 24), (60, 24), (40, 18), (40, 40), (24, 30)])
  func `another size of the window loses no line above the screen`(columns: Int, rows: Int) throws {
    let window = try Window()
    window.type("name \(String(repeating: "日本e\u{301}", count: 30))⏎seal⏎unlock⏎:undo")
    window.resize(columns: columns, rows: rows)
    let lines = window.session.screen.lines(width: columns)
    #expect(window.terminal.text.hasSuffix(lines.joined(separator: "\n") + "\n\n> :undo"))
    let text = window.terminal.transcript
    #expect(text.components(separatedBy: "\nDesk\n").count == 3 && text.contains("> unlock\n"))
    window.type("\u{15}name eve⏎")
    #expect(window.terminal.text.hasSuffix("seal\n  add      a row\n\n>"))
    #expect(window.terminal.transcript.components(separatedBy: "\nDesk\n").count == 3)
  }

  @Test(arguments: [(30, 24), (60, 24), (24, 40)])
  func `another size of the window draws the screen and the message below it again`(
    columns: Int, rows: Int
  ) throws {
    for (keys, end) in [
      ("nmae⏎:un", "nmae; there is no \"nmae\" here; did you mean \"name\"?; :un"),
      ("pin⏎12", "pin; pin: ••"),
    ] {
      let window = try Window()
      window.type("name \(String(repeating: "日本", count: 12))⏎" + keys)
      for _ in 0..<2 {
        window.resize(columns: columns, rows: rows)
        let lines = window.session.screen.lines(width: columns)
        let shown = lines.joined(separator: "\n") + "\n\n> "
        #expect(window.terminal.text.components(separatedBy: shown).count == 2)
        #expect(window.terminal.transcript.components(separatedBy: "\nDesk\n").count == 2)
        let below = window.terminal.text.components(separatedBy: shown).last ?? ""
        let words = { (text: String) in text.replacing(/[\s;>]+/, with: " ") }
        #expect(words(below) == words(end))
        window.resize(columns: 40, rows: 24)
      }
    }
  }

  @Test func `a window that is narrower than every screen tears none`() throws {
    let window = try Window(columns: 12)
    window.type("name x⏎name y⏎check⏎")
    window.pass(.seconds(1))
    #expect(window.terminal.transcript.components(separatedBy: "\nDesk\n").count == 6)
    #expect(window.terminal.showsWholeDesks)
  }

  /// Each size may be the last one of several that the program has not seen.
  @Test(arguments: TerminalEmulator.Kind.allCases)
  func `after any sizes of the window it ends with the screen and the line, and no screen is torn`(
    kind: TerminalEmulator.Kind
  ) throws {
    let sizes = [(40, 20), (80, 24), (200, 50), (61, 15), (31, 12), (25, 17), (34, 40)]
    let rows = (1...4).map { "日本語 a text that some windows wrap, 日本語 \($0)" }
    for seed in seeds(30) {
      var random = SplitMix64(seed: seed)
      let first = sizes.randomElement(using: &random) ?? (80, 24)
      let window = try Window(
        Desk.State(rows: rows, place: .desk), columns: first.0, rows: first.1, kind: kind)
      var typed = 0
      for _ in 0..<12 {
        if Bool.random(using: &random) {
          let count = Int.random(in: 1...3, using: &random)
          window.resize((0..<count).map { _ in sizes.randomElement(using: &random) ?? (80, 24) })
        } else {
          let keys =
            [
              "name ada⏎", "name \(String(repeating: "日本é ", count: 9))⏎", "name x⏎", "nmae⏎",
              "check⏎", "ticking⏎", "add row⏎", "!", "!", "⏎", ":undo⏎", ":help undo⏎",
              "name 日本日本日本日本日本日", "\u{2}",
            ].randomElement(using: &random) ?? ""
          if keys == "name ada⏎", window.session.screen.id == "desk" { typed += 1 }
          switch keys {
          case "!": window.pass(.seconds(1))
          case "\u{2}": window.type(keys)
          default: window.type("\u{5}\u{15}" + keys)
          }
        }
        let context = "seed \(seed), \(window.terminal.columns) × \(window.terminal.rows):\n"
        let shown = window.repl.shown
        let (above, prompt) = (shown.lines.count + 2, window.repl.area.rows)
        if let below = shown.below, above + below.count + prompt.count <= window.terminal.rows {
          let end =
            ([""] + shown.lines.map(\.text) + [""] + below.map(\.content) + prompt)
            .map(\.withoutTrailingBlanks).joined(separator: "\n")
          #expect(
            ("\n" + window.terminal.text).hasSuffix("\n" + end),
            "\(context)\(window.terminal.transcript)")
          let isFinal = shown.lines == window.repl.linesInWindow(of: window.session.screen)
          #expect(isFinal, "\(context)")
        }
        let lines = window.terminal.transcript.split(separator: "\n")
        #expect(lines.count { $0 == "> name ada" } >= typed, "\(context)")
        #expect(window.terminal.showsWholeDesks, "\(context)\(window.terminal.transcript)")
      }
    }
  }

  @Test func `a screen that tmux has moved out of the window in part is replaced when it returns`()
    throws
  {
    let rows = (1...4).map { "a text that some windows wrap, number \($0)" }
    let window = try Window(
      Desk.State(rows: rows, place: .desk), columns: 80, rows: 50, kind: .tmux)
    for (columns, rows, count) in [(34, 40, 2), (80, 50, 1)] {
      window.resize(columns: columns, rows: rows)
      #expect(window.terminal.transcript.components(separatedBy: "\nDesk\n").count == count + 1)
      #expect(window.terminal.text.hasSuffix("  add      a row\n\n>"))
    }
  }
}

/// The output for the terminal, interpreted by an emulator.
@Suite struct PromptAreaTests {
  private func layout(_ before: String, _ after: String = "", width: Int) -> PromptLayout {
    PromptLayout(prompt: "> ", before: before, after: after, width: width)
  }

  @Test(arguments: seeds(300))
  func `after any lines and window sizes, only the last line is in the window`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var width = 40
    var terminal = TerminalEmulator(columns: width, rows: 30)
    var area = PromptArea()
    terminal.feed("above\r\n".utf8)
    for _ in 0..<12 {
      let text = (0..<Int.random(in: 0...50, using: &random))
        .map { _ in ["a", "日", "é", " b"].randomElement(using: &random) ?? "" }.joined()
      let cut = text.index(
        text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &random))
      let layout = layout(String(text[..<cut]), String(text[cut...]), width: width)
      terminal.feed(area.draw(layout, status: [], theme: .none, width: width).text.utf8)
      #expect(terminal.cursor.column == layout.cursor.column)
      #expect(terminal.cursor.row == layout.cursor.row + 1)
      #expect(terminal.text == (["above"] + layout.rows).joined(separator: "\n").trimmedEnds)
      if Bool.random(using: &random) {
        width = Int.random(in: 10...80, using: &random)
        terminal.resize(columns: width, rows: 30)
        terminal.feed(area.erase(width: width, cursor: terminal.cursor.column).text.utf8)
        #expect(terminal.transcript == "above")
      }
    }
    terminal.feed(area.erase(width: width).text.utf8)
    #expect(terminal.text == "above")
  }
}

extension String {
  /// Without blanks at the ends of its lines, and empty lines at its end.
  fileprivate var trimmedEnds: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.lastIndex { $0 != " " }.map { line[...$0] } ?? ""
    }
    return lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1).joined(separator: "\n")
  }
}
