import Foundation
import TestSupport
import Testing

@testable import CairnTerminal

/// Hostile text in files, options and input: no command prints a control character of it, or another scalar
/// that could control or confuse a terminal. Nothing rings.
@Suite(.blocking, .timeLimit(.minutes(10))) struct HostileTextTests {
  private let folder = Folder()

  /// Control sequences, C1 controls, separators, bidirectional controls, fillers, private use, and more
  /// marks than a character may have.
  private static let hostile =
    "\u{1B}]0;x\u{7}\u{1B}[2J\u{9B}31m\u{85}\u{2028}\u{202E}\u{2066}\u{7F}\u{E000}\u{3164}\u{200B}\u{FEFF}q"
    + String(repeating: "\u{30A}", count: 50)

  private func expectSafe(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let forbidden = text.filter { character in
      character.unicodeScalars.count > 12
        || character.unicodeScalars.contains { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
            scalar != "\n"
          default: scalar == "\u{3164}"
          }
        }
    }
    #expect(forbidden.isEmpty, "\(text)", sourceLocation: sourceLocation)
  }

  private func expectSafe(
    _ words: String..., lines: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try folder.run(.onboarding, words, lines: lines)
    expectSafe(run.output + run.errors, sourceLocation: sourceLocation)
  }

  @Test func `journals`() throws {
    _ = try folder.run(
      .onboarding, "--ephemeral", "--journal", "a.journal",
      lines: ["next", "accept", "next", "email \"\(Self.hostile)\""])
    let text = try #require(folder.text("a.journal"))
    // The journal itself can be printed.
    expectSafe(text)
    let json = String(decoding: try JSONEncoder().encode(Self.hostile), as: UTF8.self)
    let replaced = json.dropFirst().dropLast()
    for (key, pattern) in [
      ("time", #/"time":"[^"]*"/#), ("from", #/"from":"[^"]*"/#), ("state", #/"state":"[^"]*"/#),
      ("version", #/"version":"[^"]*"/#), ("app", #/"app":"[^"]*"/#),
      ("start", #/"options":\[\]/#),
    ] {
      let value = "\"\(key)\":\"\(replaced)\"" + (key == "start" ? #","options":[]"# : "")
      try folder.write(text.replacing(pattern) { _ in value }, to: "\(key).journal")
      try expectSafe("journal", "\(key).journal")
    }
    try folder.write(text + replaced + "\n", to: "line.journal")
    try expectSafe("journal", "line.journal")
  }

  @Test func `trails, with --json and without`() throws {
    let hostile = Self.hostile
    let trails = [
      hostile, "% app \(hostile)", "% \(hostile)", "> \(hostile)", "! \(hostile)",
      "? text \(hostile)", "? \(hostile)", "? screen \(hostile)", "@ \(hostile)", "| \(hostile)",
      "# \(hostile)\n? screen x", "> next\n> accept\n> next\n> email \(hostile)\n? screen x",
      "% options --\(hostile)", "> next\n> accept\n> next\n> password \(hostile)\n> x",
    ]
    for (index, trail) in trails.enumerated() {
      try folder.write(trail + "\n", to: "\(index).trail")
    }
    try expectSafe("replay", ".")
    try expectSafe("replay", ".", "--json")
    let steps = Array(repeating: "", count: 8)
    for index in [9, 11] { try expectSafe("replay", "--step", "\(index).trail", lines: steps) }
  }

  @Test func `options, files and commands`() throws {
    let hostile = Self.hostile
    for arguments in [
      [hostile], ["--\(hostile)"], ["--color", hostile], ["run", hostile], ["replay", hostile],
      ["journal", hostile], ["record", "no/\(hostile)"], ["explore", "--start", hostile],
      ["explore", "--seconds", hostile], ["explore", "--trails", "no/\(hostile)"],
      ["graph", "--format", hostile], ["--state", "no/\(hostile)", "--ephemeral"],
      ["--latency", hostile], ["replay", "--secrets", hostile, "x"],
      ["--journal", "no/\(hostile)"],
    ] {
      let run = try folder.run(.onboarding, arguments)
      expectSafe(run.output + run.errors)
    }
  }

  @Test(arguments: ["--no-animation", "--json", "--plain"])
  func `a session from a pipe`(option: String) throws {
    let hostile = Self.hostile
    let lines = [
      "next", "accept", "next", "email \(hostile)", "email \"\(hostile)\"", ":state", ":diff",
      ":history", ":actions", ":undo", ":redo", hostile, ":\(hostile)", ":load \(hostile)",
      ":goto \(hostile)", ":advance \(hostile)", ":help \(hostile)", ":save no/\(hostile)",
      "\u{85}password \(hostile)", "\u{2028}password \(hostile)", "password \(hostile)",
    ]
    try expectSafe("run", "--ephemeral", "--keep-going", option, lines: lines)
    try expectSafe("record", "new.trail", "--keep-going", option, lines: lines)
    expectSafe(try #require(folder.text("new.trail")))
    try expectSafe("replay", "new.trail")
  }

  @Test func `no key and no colon command rings at a terminal`() throws {
    // The emulator stops the test at a bell.
    let window = try Window.prompt(
      .counter, in: folder, columns: 40, rows: 40, variables: ["FORCE_HYPERLINK": "1"])
    let pasted = "\u{1B}[200~a\u{7}\u{1B}]0;title\u{7}\u{1B}[201~\r"
    // The counter has infinitely many states to search.
    let commands = ColonCommand.allCases.map(\.rawValue)
      .filter { ![":explore", ":graph", ":quit"].contains($0) }.map { "\($0)\r" }
    for key in [
      "\t", "x\t\t", "\u{1B}[A", "\u{1B}[B", "\u{7F}", "\u{12}zz\u{12}\u{12}\r", "\u{7}",
      "\u{1B}[D\u{1B}[C", "\u{15}\u{15}", "\u{17}", "\u{19}", "\u{1B}[3~", "\u{1}\u{5}\u{B}",
      pasted, "increment\r", "what\r", ":nothing\r",
    ] + commands + [":save some.trail\r"] { try window.type(key) }
    try window.wait(for: "the file") { $0.links.map(\.text) == ["some.trail"] }
    let path = try #require(window.emulator.links.first?.address)
    #expect(path == Hyperlink(file: folder["some.trail"])?.address)
    try window.type(":quit\r")
    try window.wait(forLast: "status 0")
  }
}
