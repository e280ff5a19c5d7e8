import Foundation
import Testing

/// The history between runs.
@Suite(.timeLimit(.minutes(10))) struct HistoryTests {
  private let folder: Folder
  private let file = "cairn/onboarding.history"

  init() throws { folder = try Folder() }

  private func run(_ keys: String) throws {
    let window = try Window.prompt(.onboarding, "--ephemeral", in: folder)
    try window.type(keys + "\u{15}\u{4}")
    try window.wait(forLast: "status 0")
  }

  @Test func `the history has names and colon commands for the next run, and no value of a field`()
    throws
  {
    try run("next\raccept\r \rnext\remail ada\remail bob\r pasword x\r:help  goto\r:frob x\r")
    try run("next\r")
    #expect(folder.text(file) == "next\naccept\nnext\nemail\nemail\n:help goto\nnext\n")
    #expect(try folder.permissions(file) == 0o600)
    let window = try Window.prompt(.onboarding, "--ephemeral", in: folder)
    try window.type("\u{1B}[A\u{1B}[A")
    try window.wait(forLast: "> :help goto")
    // The same run recalls whole lines.
    try window.type("\u{15}next\raccept\rnext\remail ada\r")
    try window.wait(for: "the e-mail") { $0.text.contains("  email     ada\n") }
    try window.type("\u{1B}[A")
    try window.wait(forLast: "> email ada")
  }

  @Test func `a long file is reduced to its last lines`() throws {
    try folder.makeFolder("cairn")
    let lines = (1...1000).map { "line-\($0)\n" }
    try folder.write(lines.joined(), to: file)
    try run("next\r")
    let kept: String = lines.suffix(500).joined() + "next\n"
    #expect(folder.text(file) == kept)
    #expect(folder.names == ["cairn"])
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
    let complaints = window.emulator.transcript.ranges(
      of: "the history of this session is not saved")
    #expect(complaints.count == 1)
  }
}
