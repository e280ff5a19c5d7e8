import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

/// `--update`: expected screens are rewritten, and every other byte stays.
struct UpdateTests {
  private func update(_ text: String) throws -> TrailUpdate {
    try TrailPlayer<Diary>.update(Trail.parse(text, file: "diary.trail"))
  }

  private let page = ["Page", "", "  x", "", "  back"]

  @Test func `only blocks that do not match are rewritten, each as a whole`() throws {
    let update = try update(
      """
      # A page.
      > entry x
      > read

      | Page
      | ...
      |   back
      # Once more
      | Page
      | ...
      |   y
      ? screen page
      | ...
      """)
    #expect(
      update.text == """
        # A page.
        > entry x
        > read

        | Page
        | ...
        |   back
        # Once more
        | Page
        |
        |   x
        |
        |   back
        ? screen page
        | ...
        """)
    #expect(update.rewritten == [9])
    #expect(update.failure == nil)
  }

  @Test(arguments: [("\n", ""), ("\n", "\n"), ("\r\n", ""), ("\r\n", "\r\n")])
  func `a rewritten block has the line ends of its first line`(
    lineEnd: String, last: String
  ) throws {
    let before = ["\u{FEFF}> entry x", "> read", "| Old", "| older"].joined(separator: lineEnd)
    let after = (["\u{FEFF}> entry x", "> read"] + page.map { $0.isEmpty ? "|" : "| \($0)" })
      .joined(separator: lineEnd)
    let update = try update(before + last)
    #expect(Array(update.text.utf8) == Array((after + last).utf8))
    #expect(update.rewritten == [3])
  }

  @Test func `the byte order mark before a rewritten block stays`() throws {
    let update = try update("\u{FEFF}| Old\n> entry x\n")
    #expect(update.text.unicodeScalars.starts(with: "\u{FEFF}| ".unicodeScalars))
    #expect(update.text.hasSuffix("\n> entry x\n") && update.rewritten == [1])
    #expect(try played(update.text) == nil)
  }

  @Test(arguments: [
    ("| a\r\n| b", ""), ("\u{FEFF}| a", "\u{FEFF}"), ("# a\n| a\r\n| b", "# a"),
    ("# a\r\n| b", "# a"), ("| a\r\n# b\r\n", "# b\r\n"),
  ])
  func `the block of a screen without lines is removed`(before: String, after: String) throws {
    let trail = try Trail.parse(before, file: "blank.trail")
    let update = try TrailPlayer<Blank>.update(trail)
    #expect(Array(update.text.utf8) == Array(after.utf8))
  }

  @Test func `an updated screen does not tell the length of a recorded secret`() throws {
    let update = try update("> pin {secret-1}\n| Old\n")
    #expect(update.failure == nil && !update.text.contains("•"))
    #expect(update.text.contains("|   entry   (empty)\n| ...\n|   urgent  [ ] Print it first\n"))
    #expect(try played(update.text) == nil)
  }

  @Test func `a trail that fails for another reason is not rewritten`() throws {
    let text = "| Old\n? depth 2\n"
    let update = try update(text)
    #expect(update.text == text)
    #expect(update.rewritten == [])
    #expect(update.failure?.line == 2)
  }

  @Test(arguments: seeds(100))
  func `updating a passing trail changes nothing, and an updated trail passes`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let text = Self.randomTrail(using: &generator)
    let first = try update(text)
    #expect(first.failure == nil)
    #expect(try played(first.text) == nil)
    let second = try update(first.text)
    #expect(Array(second.text.utf8) == Array(first.text.utf8))
    #expect(second.rewritten == [])
    #expect(first.rewritten.isEmpty == (try played(text) == nil))
    let others = { (text: String) in
      text.split(separator: "\n", omittingEmptySubsequences: false).filter { $0.first != "|" }
    }
    #expect(others(first.text) == others(text))
  }

  private static func randomTrail(using generator: inout SplitMix64) -> String {
    var lines: [String] = []
    for _ in 0..<Int.random(in: 1...10, using: &generator) {
      let line = [
        "# A comment", "", "> entry x", "> entry \"\"", "> urgent", "> pin 12", "> tick", "@ 1.5s",
        "@ idle", "@ restart", "? depth 1", "| Diary\n| ...", "| Diary", "| ...",
        "| ...\n| x\n|\n| ...",
      ].randomElement(using: &generator)
      // A block ends at the start of another.
      if let line { lines += [line] + (line.hasPrefix("|") ? [""] : []) }
    }
    return lines.joined(separator: "\n")
  }
}

private struct Blank: App, Reducer {
  enum Action { case wait }

  static let name = "blank"
  static let summary = "Shows nothing."
  let state = ""
  var reducer: Blank { self }

  init(_ launch: Launch) {}

  func reduce(into state: inout String, action: Action) -> Effect<Action> { .none }

  func screens(of state: String) -> [Screen<Action>] { [Screen("blank", "") {}] }
}
