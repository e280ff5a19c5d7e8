import TestSupport
import Testing

/// The program that gives random inputs to the code that reads bytes from outside.
@Suite(.gate) struct FuzzTests {
  private let folder: Folder
  private static let targets = [
    "trail", "duration", "journal", "session", "line", "keys", "json",
  ]

  init() throws { folder = try Folder() }

  @Test(arguments: targets)
  func `the corpus and random inputs break no rule`(target: String) throws {
    let run = try folder.run(.fuzz, target, "500", "1")
    #expect(run.errors == "" && run.status == 0)
    let line = /[a-z]+: \d+ \+ 500 inputs, \d+ random bytes, no finding\n/
    #expect(run.output.wholeMatch(of: line) != nil)
  }

  @Test func `the help lists the targets`() throws {
    let run = try folder.run(.fuzz, "--help")
    let names = run.output.matches(of: #/(?m)^  ([a-z]+) /#).map { String($0.output.1) }
    #expect(names == Self.targets)
    #expect(run.status == 0)
  }

  @Test func `the corpus is written into files, for libFuzzer`() throws {
    let run = try folder.run(.fuzz, "trail", "--corpus", "corpus")
    #expect(run.errors == "" && run.status == 0)
    #expect(folder.text("corpus/trail-0")?.hasPrefix("% app form\n") == true)
  }

  @Test func `a wrong usage is explained`() throws {
    for words in [[], ["trail"], ["trail", "x", "1"], ["unknown", "1", "1"]] {
      let run = try folder.run(.fuzz, words)
      #expect(run.errors.contains("usage: fuzz TARGET COUNT SEED") && run.status == 2, "\(words)")
    }
  }
}
