import CairnSimulation
import CairnTrail
import Foundation
import TestSupport
import Testing

struct TrailTests {
  @Test func `a trail has its settings and its lines in order`() throws {
    let text = """
      % app onboarding
      # Happy path, with a refusal on the way.
      % start signed-out
      % seed 18446744073709551615
      % width 20

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
    let settings = trail.settings
    #expect([settings.app, settings.start] == ["onboarding", "signed-out"])
    #expect(settings.seed == .max && settings.width == 20)
    #expect(
      trail.lines.map(\.step) == [
        .comment("Happy path, with a refusal on the way."),
        .app(.input("next")),
        .refusedInput("next"),
        .screen(ScreenPattern([.exactly("Credentials                3/7"), .anyLines])),
        .check(.field("email", equals: "ada@example.com")),
        .app(.time(.milliseconds(1500))),
        .app(.idle),
        .app(.restart),
      ])
    #expect(trail.lines.map(\.number) == [2, 7, 8, 9, 11, 12, 13, 14])
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF}", "# nothing\n", "% seed 007", "% width 1000"])
  func `a setting that is not given has its default`(text: String) throws {
    let settings = try Trail.parse(text, file: "a.trail").settings
    #expect(settings.width == (text.contains("width") ? 1000 : 80))
    #expect(settings.seed == (text.contains("seed") ? 7 : nil))
    #expect(settings.options == [])
  }

  @Test func `options are split at white space and their lines add up`() throws {
    let trail = try Trail.parse("% options --strict  -v\n% options\u{20}x=1 \n", file: "a.trail")
    #expect(trail.settings.options == ["--strict", "-v", "x=1"])
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

  @Test func `a line may be of any length, and tabs are white space`() throws {
    let long = String(repeating: "x", count: 3_000_000)
    let trail = try Trail.parse("> entry \(long)\n?\u{20}depth\t3\n|\u{20}a\tb", file: "a.trail")
    #expect(
      trail.lines.map(\.step) == [
        .app(.input("entry \(long)")), .check(.depth(3)),
        .screen(ScreenPattern([.exactly("a\tb")])),
      ])
  }
}

struct TrailRoundTripTests {
  @Test(arguments: seeds(300))
  func `a trail is parsed as it was written, and prints the same bytes`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let written = WrittenTrail(using: &generator)
    let bytes = Array(written.text.utf8)
    let trail = try Trail.parse(bytes: bytes, file: "random.trail")
    #expect(Array(trail.text.utf8) == bytes)
    #expect(Array(trail.description.utf8) == bytes)
    #expect(try Trail.parse(trail.text, file: "random.trail") == trail)
    #expect(trail.lines.map(\.step) == written.steps)
    #expect(trail.lines.map(\.number) == written.numbers)
    #expect(trail.lines.map(\.text) == written.lineTexts)
  }

  @Test(arguments: seeds(300))
  func `a damaged trail is parsed or refused at a location in it`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var bytes = Array(WrittenTrail(using: &generator).text.utf8)
    for _ in 0..<5 {
      bytes.insert(
        .random(in: 0...255, using: &generator), at: .random(in: 0...bytes.count, using: &generator)
      )
    }
    do throws(TrailSyntaxErrors) {
      let trail = try Trail.parse(bytes: bytes, file: "random.trail")
      #expect(Array(trail.text.utf8) == bytes)
    } catch {
      let lineCount = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      #expect(error.errors.allSatisfy { (1...lineCount).contains($0.line) })
      #expect(error.errors.allSatisfy { (1...$0.source.count + 1).contains($0.column) })
      #expect(error.errors.map(\.line) == Set(error.errors.map(\.line)).sorted())
    }
  }
}

private struct WrittenTrail {
  private(set) var text = ""
  private(set) var steps: [TrailStep] = []
  private(set) var numbers: [Int] = []
  private(set) var lineTexts: [String] = []
  private var lineCount = 0

  init(using generator: inout SplitMix64) {
    if Bool.random(using: &generator) { text = "\u{FEFF}" }
    if Bool.random(using: &generator) { write(["% width 60"], using: &generator) }
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let word = String((0...4).compactMap { _ in "aé😀 \t\"\\|>".randomElement(using: &generator) })
      let count = Int.random(in: 1...999, using: &generator)
      switch Int.random(in: 0...6, using: &generator) {
      case 0: write(["# \(word)"], as: .comment(word), using: &generator)
      case 1: write(["> x\(word)"], as: .app(.input("x\(word)")), using: &generator)
      case 2: write(["! x\(word)"], as: .refusedInput("x\(word)"), using: &generator)
      case 3: write(["? depth \(count)"], as: .check(.depth(count)), using: &generator)
      case 4: write(["@ \(count)ms"], as: .app(.time(.milliseconds(count))), using: &generator)
      case 5: write(["@ idle"], as: .app(.idle), using: &generator)
      default:
        let pattern = ScreenPattern([.exactly("x\(word)x"), .anyLines, .exactly("")])
        write(["| x\(word)x", "| ...", "|"], as: .screen(pattern), using: &generator)
        write([""], using: &generator)
      }
      if Bool.random(using: &generator) { write([""], using: &generator) }
    }
    if Bool.random(using: &generator), text.last?.isNewline == true { text.removeLast() }
  }

  private mutating func write(
    _ lines: [String], as step: TrailStep? = nil, using generator: inout SplitMix64
  ) {
    if let step {
      steps.append(step)
      numbers.append(lineCount + 1)
      lineTexts.append(lines.joined(separator: "\n"))
    }
    lineCount += lines.count
    for line in lines {
      text += line + (Bool.random(using: &generator) ? "\n" : "\r\n")
    }
  }
}

/// The examples and errors on the page about the format are those of the parser.
struct FormatPageTests {
  private let page: String

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    page = try String(
      contentsOf: root.appending(path: "Sources/CairnTrail/CairnTrail.docc/TrailFormat.md"),
      encoding: .utf8)
  }

  private func blocks(_ kind: String) -> [String] {
    page.components(separatedBy: "```\(kind)\n").dropFirst().map {
      String($0.components(separatedBy: "\n```")[0])
    }
  }

  @Test func `every example parses`() throws {
    let examples = blocks("trail")
    #expect(examples.count == 8)
    for example in examples {
      let trail = try Trail.parse(example, file: "a.trail")
      #expect(trail.text == example)
    }
  }

  @Test func `every error is the parser's error for its line`() {
    let errors = blocks("text")
    #expect(errors.count >= 15)
    for error in errors {
      let shown = error.split(separator: "\n")[1].dropFirst(2)
      let line = String(shown.replacing("\\u{7}", with: "\u{7}"))
      let thrown = #expect(throws: TrailSyntaxErrors.self) {
        try Trail.parse(line, file: "a.trail")
      }
      #expect(thrown?.description == error)
    }
  }
}
