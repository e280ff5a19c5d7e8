import Foundation
import Testing

/// Hostile text in files, options and input: no command of a built program prints a control character
/// of it, or another scalar that could control or confuse a terminal.
@Suite struct HostileTextTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Control sequences, C1 controls, separators, bidirectional controls, fillers, private use, and more
  /// marks than a character may have.
  private static let hostile =
    "\u{1B}]0;x\u{7}\u{1B}[2J\u{9B}31m\u{85}\u{2028}\u{202E}\u{2066}\u{7F}\u{E000}\u{3164}\u{200B}\u{FEFF}q"
    + String(repeating: "\u{30A}", count: 50)

  private func expectSafe(_ run: Run, sourceLocation: SourceLocation = #_sourceLocation) {
    let forbidden = (run.output + run.errors).filter { character in
      character.unicodeScalars.count > 12
        || character.unicodeScalars.contains { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
            scalar != "\n"
          default: scalar == "\u{3164}"
          }
        }
    }
    #expect(forbidden.isEmpty, "\(run)", sourceLocation: sourceLocation)
  }

  @Test func `journals`() throws {
    _ = try folder.run(
      .onboarding, "--ephemeral", "--journal", "a.journal",
      lines: ["next", "accept", "next", "email \"\(Self.hostile)\""])
    let text = try #require(folder.text("a.journal"))
    // The journal itself can be printed.
    expectSafe(Run(output: text, errors: "", status: 0))
    let json = String(decoding: try JSONEncoder().encode(Self.hostile), as: UTF8.self)
    let replaced = json.dropFirst().dropLast()
    for (key, pattern) in [
      ("time", #/"time":"[^"]*"/#), ("from", #/"from":"[^"]*"/#), ("state", #/"state":"[^"]*"/#),
      ("version", #/"version":"[^"]*"/#), ("app", #/"app":"[^"]*"/#),
      ("start", #/"options":\[\]/#),
    ] {
      let value = "\"\(key)\":\"\(replaced)\"" + (key == "start" ? #","options":[]"# : "")
      let name = "\(key).journal"
      try folder.write(text.replacing(pattern) { _ in value }, to: name)
      expectSafe(try folder.run(.onboarding, "journal", name))
    }
    try folder.write(text + replaced + "\n", to: "line.journal")
    expectSafe(try folder.run(.onboarding, "journal", "line.journal"))
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
    for options in [[], ["--json"]] {
      expectSafe(try folder.run(.onboarding, ["replay", "."] + options))
    }
    for index in [9, 11] {
      let steps = Array("\n\n\n\n\n\n\n\n".utf8)
      expectSafe(try folder.run(.onboarding, ["replay", "--step", "\(index).trail"], input: steps))
    }
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
      expectSafe(try folder.run(.onboarding, arguments))
    }
  }

  @Test(arguments: [[], ["--json"], ["--plain"]])
  func `a session from a pipe`(options: [String]) throws {
    let hostile = Self.hostile
    let lines = [
      "next", "accept", "next", "email \(hostile)", "email \"\(hostile)\"", ":state", ":diff",
      ":history", ":actions", ":undo", ":redo", hostile, ":\(hostile)", ":load \(hostile)",
      ":goto \(hostile)", ":advance \(hostile)", ":help \(hostile)", ":save no/\(hostile)",
      "\u{85}password \(hostile)", "\u{2028}password \(hostile)", "password \(hostile)",
    ]
    for command in [["run", "--ephemeral"], ["record", "new.trail"]] {
      expectSafe(try folder.run(.onboarding, command + ["--keep-going"] + options, lines: lines))
    }
    let trail = try #require(folder.text("new.trail"))
    expectSafe(Run(output: trail, errors: "", status: 0))
    expectSafe(try folder.run(.onboarding, "replay", "new.trail"))
  }
}
