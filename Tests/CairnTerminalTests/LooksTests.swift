import CairnApp
import Testing

@testable import CairnTerminal

/// Colors and animation, and the settings for them.
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
      OptionValues(words, among: ProgramOption.names), environment: environment,
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
