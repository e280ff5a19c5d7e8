import CairnApp
import Foundation
import TerminalEmulator
import Testing

@testable import CairnTerminal

/// Hyperlinks (OSC 8): the terminals that get them, and their bytes. `GridTests` has the addresses that are
/// no links because they could end the sequence.
@Suite struct HyperlinkTests {
  private let page = "https://www.example.com/photos/1"

  private func hasHyperlinks(
    _ environment: [String: String], isTerminal: Bool = true, options: [String] = []
  ) throws -> Bool {
    let run = try RunOptions(
      OptionValues(options, among: ProgramOption.names), environment: environment,
      outputIsTerminal: isTerminal)
    let screen = Screen<Never>("s", "S") { Link(page) }
    return run.presentation.lines(of: screen, width: 80).contains { $0.text.contains("\u{1B}]8;") }
  }

  @Test(arguments: [
    ["TERM": "xterm-kitty"], ["TERM": "alacritty"], ["TERM": "foot"],
    ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"],
    ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"],
    ["TERM": "xterm-256color", "VTE_VERSION": "7600"],
    ["TERM": "xterm-256color", "WT_SESSION": "a-b"],
    ["TERM": "xterm-256color", "KONSOLE_VERSION": "230400"],
    ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"],
    ["TERM": "screen-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.5a"],
    ["TERM": "tmux", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "4.0"],
    ["TERM": "xterm", "FORCE_HYPERLINK": "1"],
    ["TERM": "xterm-kitty", "NO_COLOR": "1"],
  ])
  func `a known terminal has hyperlinks`(_ environment: [String: String]) throws {
    #expect(
      try [
        hasHyperlinks(environment), hasHyperlinks(environment, isTerminal: false),
        hasHyperlinks(environment, options: ["--plain"]),
        hasHyperlinks(environment, options: ["--json"]),
      ] == [true, false, false, false])
  }

  @Test(arguments: [
    [:], ["TERM": ""], ["TERM": "dumb", "VTE_VERSION": "7600"], ["TERM": "xterm-256color"],
    ["TERM": "linux"], ["TERM": "xterm-256color", "VTE_VERSION": "4800"],
    ["TERM": "screen", "VTE_VERSION": "7600"],
    [
      "TERM": "tmux", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a", "VTE_VERSION": "7600",
    ],
    ["TERM": "tmux", "TERM_PROGRAM": "tmux"],
    ["TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"],
  ])
  func `any other terminal has the same text without them`(
    _ environment: [String: String]
  ) throws {
    #expect(try !hasHyperlinks(environment))
  }

  @Test func `a hyperlink surrounds the text and changes no column`() {
    let screen = Screen<Never>("s", "S") { Link("Page", to: page) }
    func lines(_ theme: Theme) -> [String] {
      Presentation.lines(theme).lines(of: screen, width: 60).map(\.text)
    }
    let text = "Page <\(page)>"
    #expect(lines(.none.linking(true))[2] == "  \u{1B}]8;;\(page)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\")
    #expect(
      lines(.dark.linking(true))[2]
        == "  \u{1B}]8;;\(page)\u{1B}\\\u{1B}[4m\(text)\u{1B}[0m\u{1B}]8;;\u{1B}\\")
    #expect(lines(.none) == screen.lines(width: 60))
  }

  @Test func `the terminal shows the same window with and without them`() {
    let width = 40
    let cell = Grid.Cell(.text(Text("Harbour")), .link(Link(page)))
    let screen = Screen<Never>("s", "S") { Grid(columns: 2, [cell, cell, cell]) }
    func window(_ theme: Theme) -> TerminalEmulator {
      var emulator = TerminalEmulator(columns: width)
      let lines = Presentation.lines(theme).lines(of: screen, width: width)
      emulator.feed(lines.joined(by: .carriageReturn, .lineFeed).text.utf8)
      return emulator
    }
    let linked = window(.none.linking(true))
    #expect(linked.text == window(.none).text)
    #expect(linked.links.allSatisfy { $0.address == page })
    #expect(linked.links.map(\.text).joined().count == 3 * page.count)
  }

  @Test func `the name of a file is linked to its address, where the terminal has hyperlinks`() {
    let path = "/tmp/a b/é\u{2014}1%.trail"
    let address = "file://\(Descriptor.hostName)/tmp/a%20b/%C3%A9%E2%80%941%25.trail"
    let text = "2 inputs written to \(path)"
    let linked = Presentation.lines(.none.linking(true)).text(text, naming: path).text
    #expect(
      linked == "2 inputs written to \u{1B}]8;;\(address)\u{1B}\\\(path)\u{1B}]8;;\u{1B}\\")
    for presentation in [Presentation.lines(.dark), .plain, .json] {
      #expect(presentation.text(text, naming: path).text == text)
    }
    #expect(Hyperlink(file: "x.trail")?.address.hasSuffix("/x.trail") == true)
    // A name that must be escaped is not linked, and controls nothing.
    let hostile = "/tmp/\u{1B}]8;;x\u{7}.trail"
    #expect(
      Presentation.lines(.none.linking(true)).text("\(hostile): written", naming: hostile).text
        == "\(hostile.terminalSafe): written")
  }
}
