import Foundation
import TestSupport
import Testing

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

/// The history between runs.
@Suite(.blocking, .timeLimit(.minutes(10))) struct HistoryTests {
  private let folder = Folder()
  private let file = "cairn/onboarding.history"

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
    #expect(folder.permissions(file) == 0o600)
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
