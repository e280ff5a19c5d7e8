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
    let run = try folder.run(.counter, words)
    let file = words.last ?? ""
    #expect(run.errors.hasPrefix("\(prefix)\(file): is larger than \(size) MiB, the maximum\n"))
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
    let window = try Window.prompt(.counter, in: folder)
    try window.type("\u{1B}[A\u{1B}[A\r")
    try window.wait(for: "the count") { $0.text.contains("  Count: 1\n") && $0.text.hasSuffix(">") }
    try window.type("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A", shows: "\n> increment")
    // From here on the file is small.
    #expect(folder.text("cairn/counter.history") == "increment\n:stack\nincrement\n")
  }
}
