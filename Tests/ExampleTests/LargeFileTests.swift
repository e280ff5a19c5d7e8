import Foundation
import Testing

/// Files that are too large, that have no end, or that are no files.
@Suite(.timeLimit(.minutes(10))) struct LargeFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Makes a file of NUL characters that takes no room on the disk, and text at its end.
  private func makeSparse(_ name: String, size: Int, end: String = "") throws {
    try folder.write("", to: name)
    let file = try FileHandle(forWritingTo: URL(filePath: folder[name]))
    try file.truncate(atOffset: UInt64(size))
    try file.seekToEnd()
    try file.write(contentsOf: Data(end.utf8))
    try file.close()
  }

  @Test func `a trail without end is refused`() throws {
    try folder.run(.counter, "replay", "/dev/zero").expect(
      "0 passed, 0 failed, 1 not played\n",
      errors: "/dev/zero: is larger than 16 MiB, the maximum\n", status: 2)
  }

  @Test(arguments: [
    (["replay"], "", "16"), (["journal"], "", "256"),
    (["replay", "a.trail", "--secrets"], "counter: --secrets: ", "1"),
  ])
  func `a file that is too large is refused`(words: [String], prefix: String, size: String) throws {
    try folder.write("", to: "a.trail")
    try makeSparse("large", size: 300 << 20)
    let run = try folder.run(.counter, words + ["large"], input: [])
    #expect(run.errors.hasPrefix("\(prefix)large: is larger than \(size) MiB, the maximum\n"))
    #expect(run.status == 2)
  }

  @Test func `of many errors the first are listed, and the others are counted`() throws {
    try folder.write(String(repeating: "? scren x\n", count: 2_100), to: "bad.trail")
    let run = try folder.run(.counter, "replay", "bad.trail")
    #expect(
      run.errors.hasSuffix(
        """
        bad.trail:100:3: unknown check "scren"; did you mean "screen"?
          ? scren x
            ^
        bad.trail: and 2,000 more

        """))
    #expect(run.status == 2)
    let json = try folder.run(.counter, "replay", "--json", "bad.trail")
    #expect(json.output.contains(#""omittedErrors":2000"#))
  }

  @Test func `of a large history only the end is read`() throws {
    try folder.makeFolder("cairn")
    try makeSparse("cairn/counter.history", size: 100 << 20, end: "\nincrement\n:stack\n")
    let window = try Window(.counter, in: folder)
    try window.wait(forLast: ">")
    try window.type("\u{1B}[A\u{1B}[A\r")
    try window.wait(for: "the count") { $0.text.contains("  Count: 1\n") && $0.text.hasSuffix(">") }
    try window.type("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A")
    try window.wait(for: "the first line") { $0.text.hasSuffix("\n> increment") }
    // From here on the file is small.
    #expect(folder.text("cairn/counter.history") == "increment\n:stack\nincrement\n")
  }

  @Test func `a FIFO as history is not read, and the program says so`() throws {
    try folder.makeFolder("cairn")
    #expect(mkfifo(folder["cairn/counter.history"], 0o600) == 0)
    let window = try Window(.counter, in: folder)
    try window.wait(forLast: ">")
    try window.type("increment\r")
    try window.wait(for: "the remark") {
      $0.text.contains("the history of this session is not saved: ")
        && $0.text.contains("  Count: 1\n")
    }
  }
}
