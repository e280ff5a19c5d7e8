import Foundation
import TestSupport
import Testing

/// The option `--html` of the programs.
@Suite(.blocking) struct PageOptionTests {
  private let folder = Folder()

  @Test func `a page is written beside the report, and the status stays`() throws {
    try folder.write("% app counter\n> increment\n? text Count: 7\n", to: "fails.trail")
    try folder.write("% app counter\n> increment\n", to: "passes.trail")
    #expect(
      try folder.run(.counter, "replay", "passes.trail", "--journal", "day.journal").status == 0)
    let runs: [(words: [String], status: Int32, text: String)] = [
      (["explore", "--depth", "2"], 3, #""kind":"search""#),
      (["replay", "fails.trail"], 1, #""fails":true"#),
      (["replay", "passes.trail", "fails.trail"], 1, #""text":"passes.trail""#),
      (["replay", "day.journal"], 0, #""text":".increment""#),
      (["journal", "day.journal"], 0, #""kind":"recording""#),
    ]
    for (words, status, text) in runs {
      // The second page replaces the first.
      let run = try folder.run(.counter, words + ["--html", "page.html"])
      #expect(run.status == status && run.errors.hasSuffix("page.html: written\n"), "\(run)")
      #expect(folder.text("page.html")?.contains(text) == true, "\(words)")
      if words != ["replay", "day.journal"] {
        let other = try folder.run(.counter, words)
        #expect(other.status == status && lines(other) == lines(run))
      }
    }
  }

  @Test func `a file that cannot be written ends the program before a search`() throws {
    try folder.write("mine", to: "mine.html")
    for (words, reason) in [
      (["explore", "--html", "mine.html"], "another file has this name"),
      (["explore", "--html", "none/a.html"], "none/a.html: cannot be written"),
      (["explore", "--html", "."], "--html: . is a folder; give the name of a file"),
      (["explore", "--html", "/dev/null"], "/dev/null is a device; give the name of a file"),
      (
        ["replay", "a.trail", "--html", "a.html", "--step"], "--html and --step exclude each other"
      ),
    ] {
      let run = try folder.run(.counter, words)
      #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(reason), "\(run)")
    }
    #expect(folder.text("mine.html") == "mine")
  }

  @Test func `an option that a journal does not take is refused`() throws {
    #expect(try folder.run(.counter, "--journal", "day.journal").status == 0)
    for option in ["--json", "--seed=1", "--real-time", "--journal=b.journal"] {
      let run = try folder.run(.counter, "replay", "day.journal", "--html", "a.html", option)
      let name = option.prefix { $0 != "=" }
      #expect(run.status == 2 && run.errors.contains("a journal takes no \(name); "), "\(run)")
    }
    #expect(folder.names == ["day.journal"])
  }

  @Test func `two results in the same file are refused before a search`() throws {
    try folder.write("% app counter\n> increment\n", to: "a.trail")
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"], withDestinationPath: ".")
    for (words, names) in [
      (["explore", "--html", "b", "--save", "./b"], "--save and --html"),
      (["explore", "--resume", "link/b", "--save", "b"], "--resume and --save"),
      (["explore", "--html", "b", "--trails", "b"], "--html and --trails"),
      (["explore", "--trails", "b/", "--save", "b"], "--save and --trails"),
      (["replay", "a.trail", "--html", "b", "--journal", "b"], "--journal and --html"),
      (["record", "b", "--journal", "b"], "\"record\" and --journal"),
      (["web", "--record", "b", "--journal", "b"], "--record and --journal"),
    ] {
      let run = try folder.run(.counter, words)
      #expect(run.status == 2 && run.output.isEmpty, "\(run)")
      #expect(run.errors.hasPrefix("counter: \(names) name the same file, "), "\(run)")
    }
    let run = try folder.run(.onboarding, "--state", "b", "--journal", "b")
    #expect(run.status == 2 && run.errors.contains("--journal and --state name"), "\(run)")
    #expect(folder.names == ["a.trail", "link"])
  }

  /// The output without the time that a search took.
  private func lines(_ run: Run) -> [Substring] {
    run.output.split(separator: "\n").filter { !$0.contains(" states a second, ") }
  }
}
