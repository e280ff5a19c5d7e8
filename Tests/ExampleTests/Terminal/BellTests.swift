import Foundation
import Testing

@testable import CairnTerminal

/// No output contains BEL, which rings: neither alone nor at the end of a control sequence.
@Suite(.timeLimit(.minutes(10))) struct BellTests {
  private static let hostile = "a\u{7}\u{1B}]0;title\u{7}"
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The colon commands, without those that search: the counter has infinitely many states.
  private static let colonCommands = ColonCommand.allCases.map(\.rawValue)
    .filter { ![":explore", ":graph", ":quit"].contains($0) }

  /// The arguments of every command, and some that are wrong.
  private static let commands: [[String]] =
    [
      ["--keep-going"], ["record", "new.trail", "--keep-going"], ["replay", "old.trail"],
      ["explore", "--depth", "2"], ["graph", "--depth", "2"], ["journal", "day.journal"],
      ["--json", "--keep-going"], ["--plain", "--keep-going"], ["--color=always", "--keep-going"],
      ["replay", hostile], ["--" + hostile], [hostile], ["--version"],
    ] + Command.Verb.allCases.map { [$0.rawValue, "--help"] }

  @Test func `no command prints BEL to a pipe`() throws {
    try folder.write("% app counter\n> increment\n> \(Self.hostile)\n", to: "old.trail")
    let lines = ["increment", Self.hostile, "next"] + Self.colonCommands
    _ = try folder.run(.counter, "--journal", "day.journal", "--keep-going", lines: ["increment"])
    for arguments in Self.commands {
      let run = try folder.run(
        .counter, arguments, input: Array(lines.map { $0 + "\n" }.joined().utf8))
      #expect(!run.output.contains("\u{7}") && !run.errors.contains("\u{7}"), "\(arguments)")
      #expect(!(run.output + run.errors).isEmpty)
    }
  }

  @Test func `no key and no colon command rings at a terminal`() throws {
    // The emulator stops the test at a bell.
    let window = try Window(
      .counter, in: folder, columns: 40, rows: 40, variables: ["FORCE_HYPERLINK": "1"])
    try window.wait(forLast: ">")
    let keys = [
      "\t", "x\t\t", "\u{1B}[A", "\u{1B}[B", "\u{7F}", "\u{12}zz\u{12}\u{12}\r", "\u{7}",
      "\u{1B}[D\u{1B}[C", "\u{15}\u{15}", "\u{17}", "\u{19}", "\u{1B}[3~", "\u{1}\u{5}\u{B}",
      "\u{1B}[200~\(Self.hostile)\u{1B}[201~\r", "increment\r", "what\r", ":nothing\r",
    ]
    for key in keys { try window.type(key) }
    for command in Self.colonCommands { try window.type("\(command)\r") }
    try window.type(":save some.trail\r")
    try window.wait(for: "the file") { $0.links.map(\.text) == ["some.trail"] }
    let path = try #require(window.emulator.links.first?.address)
    #expect(path == Hyperlink(file: folder["some.trail"])?.address)
    try window.type(":quit\r")
    try window.wait(forLast: "status 0")
  }
}
