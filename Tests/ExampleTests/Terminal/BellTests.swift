import Foundation
import Testing

@testable import CairnTerminal

/// No output contains BEL, which rings: neither alone nor at the end of a control sequence.
/// HostileTextTests shows this of pipes.
@Suite(.timeLimit(.minutes(10))) struct BellTests {
  private static let hostile = "a\u{7}\u{1B}]0;title\u{7}"
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The colon commands, without those that search: the counter has infinitely many states.
  private static let colonCommands = ColonCommand.allCases.map(\.rawValue)
    .filter { ![":explore", ":graph", ":quit"].contains($0) }

  @Test func `no key and no colon command rings at a terminal`() throws {
    // The emulator stops the test at a bell.
    let window = try Window.prompt(
      .counter, in: folder, columns: 40, rows: 40, variables: ["FORCE_HYPERLINK": "1"])
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
