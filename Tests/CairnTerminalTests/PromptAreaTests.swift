import CairnApp
import CairnSimulation
import TerminalEmulator
import Testing

@testable import CairnTerminal

/// The output for the terminal, interpreted by an emulator.
@Suite struct PromptAreaTests {
  private func layout(_ before: String, _ after: String = "", width: Int) -> PromptLayout {
    PromptLayout(prompt: "> ", before: before, after: after, width: width)
  }

  @Test func `a line is drawn over the previous one, below the status of effects`() {
    var terminal = TerminalEmulator(columns: 20, rows: 6)
    var area = PromptArea()
    terminal.feed("above\r\n".utf8)
    for (text, status) in [("long enough for two rows", ["… save, 1 s"]), ("x", []), ("y", ["…"])] {
      let drawn = area.draw(layout(text, width: 20), status: status, theme: .none, width: 20)
      terminal.feed(drawn.text.utf8)
    }
    #expect(terminal.text == "above\n…\n> y")
    terminal.feed((area.leave().text + "below").utf8)
    #expect(terminal.text == "above\n…\n> y\nbelow")
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
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

/// The rows of a screen, interpreted by an emulator.
@Suite struct ScreenAreaTests {
  /// Also where a row was drawn again with less text: tmux wraps the erased columns, too.
  @Test func `a screen that is wrapped to a narrow window is erased as a whole`() {
    func lines(_ text: String) -> [StyledLine] {
      Screen<Int>("title", "Title") { Text(text) }.styledLines(width: 40)
    }
    var window = WindowSize(columns: 40, rows: 12)
    var terminal = TerminalEmulator(columns: 40, rows: 12, kind: .tmux)
    let long = lines(String(repeating: "long ", count: 7))
    var area = ScreenArea()
    area.show(long)
    terminal.feed(("above\r\n\r\n" + long.map(\.text).joined(separator: "\r\n") + "\r\n\r\n").utf8)
    let text = area.update(to: lines("short"), leavesOut: false, in: window, .none)
    terminal.feed((text?.text ?? "").utf8)
    #expect(terminal.text == "above\n\nTitle\n\n  short")
    window.columns = 10
    terminal.resize(columns: 10, rows: 12)
    terminal.feed((area.makeWayAfterResize(width: 10, room: terminal.cursor.row)?.text ?? "").utf8)
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
