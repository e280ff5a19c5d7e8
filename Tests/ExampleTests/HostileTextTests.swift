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
    try window.type(":quit\r", untilLast: "status 0")
  }
}

/// Files that are too large, that have no end, or that are no files.
@Suite(.blocking, .timeLimit(.minutes(10))) struct LargeFileTests {
  private let folder = Folder()

  /// Makes a file of NUL characters that takes no room on the disk, and text at its end.
  private func makeSparse(_ name: String, size: Int, end: String = "") throws {
    try folder.write("", to: name)
    let file = try FileHandle(forWritingTo: URL(filePath: folder[name]))
    try file.truncate(atOffset: UInt64(size))
    try file.seekToEnd()
    try file.write(contentsOf: Data(end.utf8))
    try file.close()
  }

  @Test(arguments: [
    (["replay", "/dev/zero"], "", "16"), (["replay", "large"], "", "16"),
    (["journal", "large"], "", "256"),
    (["replay", "a.trail", "--secrets", "large"], "counter: --secrets: ", "1"),
  ])
  func `a file that is too large or has no end is refused`(
    words: [String], prefix: String, size: String
  ) throws {
    try folder.write("", to: "a.trail")
    try makeSparse("large", size: 300 << 20)
    // In a process of its own, whose memory ends with it.
    let run = try folder.run(Program.counter.path, words)
    let file = words.last ?? ""
    #expect(run.errors.hasPrefix("\(prefix)\(file): is larger than \(size) MiB, the maximum\n"))
    #expect(run.status == 2)
  }

  @Test func `of many errors the first are listed, and the others are counted`() throws {
    try folder.write(String(repeating: "? scren x\n", count: 2_100), to: "bad.trail")
    let run = try folder.run(.counter, "replay", "bad.trail")
    #expect(run.errors.hasSuffix("    ^\nbad.trail: and 2,000 more\n") && run.status == 2)
    let json = try folder.run(.counter, "replay", "--json", "bad.trail")
    #expect(json.output.contains(#""omittedErrors":2000"#))
  }

  @Test func `of a large history only the end is read`() throws {
    try folder.makeFolder("cairn")
    try makeSparse("cairn/counter.history", size: 100 << 20, end: "\nincrement\n:stack\n")
    let window = try Window.prompt(.counter, in: folder)
    try window.type("\u{1B}[A\u{1B}[A\r")
    try window.wait(for: "the count") { $0.text.contains("  Count: 1\n") && $0.text.hasSuffix(">") }
    try window.type("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A", shows: "\n> increment")
    // From here on the file is small.
    #expect(folder.text("cairn/counter.history") == "increment\n:stack\nincrement\n")
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct HistoryTests {
  private let folder = Folder()
  private let file = "cairn/onboarding.history"

  private func run(_ keys: String) throws {
    let window = try Window.prompt(.onboarding, "--ephemeral", in: folder)
    try window.type(keys + "\u{15}\u{4}", untilLast: "status 0")
  }

  @Test func `the history has names and colon commands for the next run, and no value of a field`()
    throws
  {
    try run("next\raccept\r \rnext\remail ada\remail bob\r pasword x\r:help  goto\r:frob x\r")
    try run("next\r")
    #expect(folder.text(file) == "next\naccept\nnext\nemail\nemail\n:help goto\nnext\n")
    #expect(folder.permissions(file) == 0o600)
    let window = try Window.prompt(.onboarding, "--ephemeral", in: folder)
    try window.type("\u{1B}[A\u{1B}[A", untilLast: "> :help goto")
    // The same run recalls whole lines.
    try window.type("\u{15}next\raccept\rnext\remail ada\r", until: "  email     ada\n")
    try window.type("\u{1B}[A", untilLast: "> email ada")
  }

  @Test func `a long file is reduced to its last lines`() throws {
    try folder.makeFolder("cairn")
    let lines = (1...1000).map { "line-\($0)\n" }
    try folder.write(lines.joined(), to: file)
    try run("next\r")
    let kept: String = lines.suffix(500).joined() + "next\n"
    #expect(folder.text(file) == kept && folder.names == ["cairn"])
  }

  @Test(arguments: [false, true])
  func `a history that is a FIFO or cannot be saved is reported once`(isFIFO: Bool) throws {
    if isFIFO {
      try folder.makeFolder("cairn")
      #expect(mkfifo(folder["cairn/counter.history"], 0o600) == 0)
    } else {
      try folder.write("", to: "cairn")
    }
    let window = try Window.prompt(.counter, in: folder)
    try window.type("increment\rincrement\r")
    try window.wait(for: "2") { $0.text.contains("  Count: 2\n") && $0.text.hasSuffix("\n>") }
    // Where the line is wrapped depends on the length of the path.
    let complaints = window.emulator.transcript.filter { !$0.isWhitespace }.ranges(
      of: "/cairn/counter.history:thehistoryofthissessionisnotsaved")
    #expect(complaints.count == 1)
  }
}
