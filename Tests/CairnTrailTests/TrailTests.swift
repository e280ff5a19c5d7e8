import CairnTrail
import Testing

struct TrailTests {
  @Test func `a trail has its settings and its lines in order`() throws {
    let text = """
      % app onboarding
      # Happy path, with a refusal on the way.
      % start signed-out
      % seed 18446744073709551615
      % width 60

      > next
      ! next
      | Credentials                3/7
      | ...
      ? email is "ada@example.com"
      @ 1.5s
      @ idle
      @ restart

      """
    let trail = try Trail.parse(text, file: "a.trail")
    #expect(trail.file == "a.trail")
    #expect(trail.settings.app == "onboarding")
    #expect(trail.settings.start == "signed-out")
    #expect(trail.settings.seed == .max)
    #expect(trail.settings.width == 60)
    #expect(
      trail.lines.map(\.step) == [
        .comment("Happy path, with a refusal on the way."),
        .input("next"),
        .refusedInput("next"),
        .screen(ScreenPattern([.exactly("Credentials                3/7"), .anyLines])),
        .check(.field("email", equals: "ada@example.com")),
        .time(.milliseconds(1500)),
        .idle,
        .restart,
      ])
    #expect(trail.lines.map(\.number) == [2, 7, 8, 9, 11, 12, 13, 14])
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF}", "# nothing\n"])
  func `a trail without settings has the defaults`(text: String) throws {
    let settings = try Trail.parse(text, file: "a.trail").settings
    #expect(settings == TrailSettings())
    #expect(settings.width == 80)
    #expect(settings.options == [])
  }

  @Test func `options are split at white space and their lines add up`() throws {
    let trail = try Trail.parse("% options --strict  -v\n% options\u{20}x=1 \n", file: "a.trail")
    #expect(trail.settings.options == ["--strict", "-v", "x=1"])
  }

  @Test(arguments: ["% width 20", "% width 1000", "% seed 0", "% seed 007"])
  func `a number at its bound is accepted`(text: String) throws {
    #expect(try Trail.parse(text, file: "a.trail").lines.isEmpty)
  }

  @Test func `an input is kept exactly as typed`() throws {
    let trail = try Trail.parse(">   email  \"a\\n\"\t \n> say: x\n", file: "a.trail")
    #expect(trail.lines.map(\.step) == [.input("  email  \"a\\n\"\t "), .input("say: x")])
    #expect(trail.lines.map(\.column) == [5, 3])
  }

  @Test func `a line has its location and its text`() throws {
    let trail = try Trail.parse("\n#\r\n# x\n|   a\n|\n#   \n", file: "a.trail")
    #expect(trail.lines.map(\.number) == [2, 3, 4, 6])
    #expect(trail.lines.map(\.column) == [3, 3, 5, 3])
    #expect(trail.lines.map(\.text) == ["#", "# x", "|   a\n|", "#   "])
  }

  @Test(arguments: ["\n", "\r\n", "# between\n", "> next\n"])
  func `anything but a screen line ends a run of them`(between: String) throws {
    let text = "| a\n| b\n\(between)| c\n"
    let screens = try Trail.parse(text, file: "a.trail").lines.compactMap { line in
      if case .screen(let pattern) = line.step { pattern } else { nil }
    }
    #expect(
      screens == [ScreenPattern([.exactly("a"), .exactly("b")]), ScreenPattern([.exactly("c")])])
  }

  @Test(
    arguments: [
      ("|", .exactly("")), ("| ", .exactly("")), ("|   ", .exactly("")), ("|  a ", .exactly(" a")),
      ("| ...", .anyLines), ("| ...  ", .anyLines), ("|  ...", .exactly(" ...")),
      ("| ....", .exactly("....")), ("| \u{301}", .exactly("\u{301}")),
    ] as [(String, ScreenLine)])
  func `a screen line keeps its spaces but those at the end`(
    text: String, line: ScreenLine
  ) throws {
    let trail = try Trail.parse(text, file: "a.trail")
    #expect(trail.lines.map(\.step) == [.screen(ScreenPattern([line]))])
  }

  @Test func `line ends, a byte order mark and a missing last line end do not matter`() throws {
    let plain = try Trail.parse("% seed 7\n> next\n| a\n| b\n@ idle\n", file: "a.trail")
    let odd = try Trail.parse(
      "\u{FEFF}% seed 7\r\n> next\r\n| a\r\n| b\n@ idle", file: "a.trail")
    #expect(odd.settings == plain.settings)
    #expect(odd.lines == plain.lines)
  }

  @Test func `a line may be of any length`() throws {
    let long = String(repeating: "x", count: 3_000_000)
    #expect(
      try Trail.parse("> entry \(long)", file: "a.trail").lines[0].step == .input("entry \(long)"))
  }

  @Test func `tabs are white space, and kept in inputs and on screens`() throws {
    let trail = try Trail.parse("> a\tb\n?\u{20}depth\t3\n|\u{20}a\tb", file: "a.trail")
    #expect(
      trail.lines.map(\.step)
        == [.input("a\tb"), .check(.depth(3)), .screen(ScreenPattern([.exactly("a\tb")]))])
  }
}
