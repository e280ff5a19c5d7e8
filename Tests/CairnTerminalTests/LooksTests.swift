import CairnApp
import Foundation
import TerminalEmulator
import Testing

@testable import CairnTerminal

@Suite struct LooksTests {
  private let screen = Screen<Int>("terms", "Terms", step: 2, of: 7) {
    Text("Read them")
    Note(.warning, "all")
    Button("next", disabledBecause: "later", 1)
  }

  private func options(
    _ words: String..., environment: [String: String] = ["TERM": "xterm"], isTerminal: Bool = true
  ) throws -> RunOptions {
    try RunOptions(
      OptionValues(words, among: ProgramOption.all.map(\.option)), environment: environment,
      outputIsTerminal: isTerminal)
  }

  @Test func `colors surround the parts of a line and change no column`() {
    func lines(_ theme: Theme) -> [String] {
      Presentation.lines(theme).lines(of: screen, width: 24).map(\.text)
    }
    let colored = lines(.dark)
    #expect(
      colored == [
        "\u{1B}[1mTerms                \u{1B}[0m\u{1B}[2m2/7\u{1B}[0m", "", "  Read them",
        "  \u{1B}[33m! all\u{1B}[0m", "",
        "  \u{1B}[36mnext  \u{1B}[0m\u{1B}[2mdisabled: later\u{1B}[0m",
      ])
    #expect(lines(.none) == screen.lines(width: 24))
    #expect(lines(.light) != colored)
  }

  @Test func `color needs a capable terminal or an option`() throws {
    #expect(try options().presentation == .lines(.dark))
    #expect(try options(isTerminal: false).presentation == .lines(.none))
    for variables in [[:], ["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "1"]] {
      #expect(try options(environment: variables).presentation == .lines(.none))
      #expect(
        try options("--color=always", environment: variables, isTerminal: false).presentation
          == .lines(.dark))
    }
    #expect(try options("--color", "never").presentation == .lines(.none))
    #expect(
      try options(environment: ["TERM": "xterm", "NO_COLOR": ""]).presentation == .lines(.dark))
  }

  @Test(arguments: [("15;0", false), ("0;15", true), ("0;default;7", true), ("", false)])
  func `a light background gets legible colors`(colors: String, isLight: Bool) throws {
    let presentation = try options(environment: ["TERM": "xterm", "COLORFGBG": colors]).presentation
    #expect(presentation == .lines(isLight ? .light : .dark))
  }

  @Test func `reduced motion and --no-animation disable the animation`() throws {
    #expect(try options().isAnimated)
    #expect(try !options("--no-animation").isAnimated)
    #expect(try !options(environment: ["REDUCE_MOTION": "1"]).isAnimated)
    #expect(try options(environment: ["REDUCE_MOTION": ""]).isAnimated)
  }

  @Test
  func
    `a screen enters from the right, or going back from the left, and the last frame is the screen`()
  {
    let lines = screen.styledLines(width: 24)
    let forwards = Transition(to: lines, .forwards, width: 24).frames
    let backwards = Transition(to: lines, .backwards, width: 24).frames
    #expect(forwards.last == lines && backwards.last == lines)
    #expect(forwards[2].map(\.text)[2] == "        Read them")
    #expect(backwards[2].map(\.text)[2] == " them")
    #expect(
      forwards.allSatisfy { $0.count == lines.count && $0.allSatisfy { $0.text.columns <= 24 } })
    #expect(Transition.pause * (forwards.count - 1) < .milliseconds(150))
  }

  @Test func `deeper and later screens are forwards, and the same screen has no direction`() {
    func direction(_ old: (String, Int, Int?), _ new: (String, Int, Int?)) -> Transition.Direction?
    {
      Transition.direction(
        from: (id: old.0, depth: old.1, step: old.2), to: (id: new.0, depth: new.1, step: new.2))
    }
    #expect(
      [
        direction(("a", 1, 1), ("a", 1, 1)), direction(("a", 1, 1), ("b", 2, nil)),
        direction(("b", 2, 1), ("a", 1, 2)), direction(("a", 1, 7), ("b", 1, 1)),
        direction(("a", 1, nil), ("b", 1, 7)),
      ] == [nil, .forwards, .backwards, .backwards, .forwards])
  }
}

/// Hyperlinks (OSC 8): the terminals that get them, and their bytes. `GridTests` has the addresses that are
/// no links because they could end the sequence.
@Suite struct HyperlinkTests {
  private let page = "https://www.example.com/photos/1"

  private func hasHyperlinks(
    _ environment: [String: String], isTerminal: Bool = true, options: [String] = []
  ) throws -> Bool {
    let run = try RunOptions(
      OptionValues(options, among: ProgramOption.all.map(\.option)), environment: environment,
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
