import Foundation
import Testing

/// The output on the pages about the terminal and about searches is the output of the programs.
@Suite struct TerminalPageTests {
  /// An example: a comment `<!-- window 60: PROGRAM …: KEYS -->` or
  /// `<!-- pipe: PROGRAM …: LINES -->`, and the end of the output.
  struct Example: CustomTestStringConvertible {
    /// The width of the window; `nil` for a pipe.
    let columns: Int?
    let program: Program
    let arguments: [String]
    let keys: String
    let output: String

    var testDescription: String { "\(program.rawValue) \(arguments) \(keys.debugDescription)" }

    init?(_ text: Substring) {
      let parts = text.split(separator: " -->\n```\n", maxSplits: 1)
      let head = parts[0].split(separator: ": ", maxSplits: 2)
      guard parts.count == 2, head.count == 3 else { return nil }
      columns = head[0].split(separator: " ").last.flatMap { Int($0) }
      let words = head[1].split(separator: " ").map(String.init)
      guard let program = Program(rawValue: words[0]) else { return nil }
      self.program = program
      arguments = Array(words.dropFirst())
      keys = String(head[2]).replacing("⏎", with: "\r").replacing("⇥", with: "\t")
        .replacing("^R", with: "\u{12}")
      let end = parts[1].firstRange(of: "\n```")?.lowerBound ?? parts[1].endIndex
      output = String(parts[1][..<end])
    }
  }

  static let pages = ["CairnTerminal", "Searching"]
    .map { (try? packageText("Sources/CairnTerminal/CairnTerminal.docc/\($0).md")) ?? "" }.joined()

  static let examples = pages.split(separator: "<!-- ").dropFirst().compactMap(Example.init)

  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `the pages have examples, and all can be played`() {
    #expect(Self.examples.count > 9)
    #expect(Self.examples.count == Self.pages.ranges(of: "<!-- ").count)
  }

  @Test(arguments: examples) func `the pages show what is printed`(example: Example) throws {
    guard let columns = example.columns else {
      let input = Array(example.keys.replacing("\r", with: "\n").utf8)
      let run = try folder.run(example.program, example.arguments, input: input)
      #expect(run.output.hasSuffix("\n\(example.output)\n") || run.output == example.output + "\n")
      return
    }
    let window = try Window(
      path: example.program.path, arguments: example.arguments, in: folder, columns: columns,
      rows: 50)
    try window.wait(forLast: ">")
    try window.type(example.keys)
    try window.wait(for: example.output) { $0.transcript.hasSuffix("\n" + example.output) }
  }
}
