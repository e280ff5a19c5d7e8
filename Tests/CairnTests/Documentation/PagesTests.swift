import Foundation
import TestSupport
import Testing

/// Compares the pages of the documentation with the package.
@Suite(.longBlocking, .gate) struct PagesTests {
  @Test(arguments: Article.all)
  func `the code of a page compiles`(name: String) throws {
    let page = try Article(name)
    guard !page.blocks.isEmpty else { return }
    #expect(try Compiler.diagnose(program: page.blocks.joined(separator: "\n")) == "")
  }

  /// Pages whose code is part of these files, which are compiled and tested.
  static let tested: [(page: String, files: [String])] = [
    ("README", ["CairnTests/Documentation/Weather"]),
    ("Forms", ["CairnTests/Documentation/Delivery", "CairnTests/Documentation/FormsTests"]),
    (
      "Destinations",
      [
        "CairnTests/Documentation/Contacts", "CairnTests/Documentation/DestinationsTests",
        "CairnTests/CasePaths",
      ]
    ),
    ("ComingFromTCA", ["CairnTests/Documentation/Recipes", "CairnTests/CasePaths"]),
    ("SharedValues", ["CairnTests/Documentation/Inbox", "CairnTests/CasePaths"]),
    ("SwiftUI", ["CairnAppTests/Documentation/Tally", "CairnAppTests/CasePaths"]),
    (
      "WritingAnApp",
      ["StarterApp", "Home", "Entry", "EntryClient"].map { "NewApp/Template/Sources/starter/\($0)" }
        + ["Timeline/TimelineApp"]
    ),
    (
      "ClaimsAboutTime",
      ["Onboarding/OnboardingApp+Properties", "CairnExplorerTests/Properties/MomentTests"]
    ),
    ("CairnTesting", ["CairnTestingTests/Documentation/DraftTests"]),
  ]

  @Test(arguments: tested)
  func `the example of a page is tested code`(page: String, files: [String]) throws {
    let sources = try files.map { file in
      if file.hasSuffix("/CasePaths") {
        return unindented(try Article.generated(for: "Tests/\(file.split(separator: "/")[0])"))
      }
      let path = ["Tests", "Sources", "Examples"].map { "\($0)/\(file).swift" }
        .first(where: Article.exists)
      return unindented(try Article.file(path ?? file))
    }
    let paragraphs = try Article(page).blocks
      .flatMap { $0.components(separatedBy: "\n\n") }
      .map { $0.split(separator: "\n").filter { !$0.hasPrefix("import ") } }
      .map { $0.joined(separator: "\n") }
    for paragraph in paragraphs where !paragraph.isEmpty {
      let isTested = sources.contains { $0.contains(unindented(paragraph)) }
      #expect(isTested, "not in \(files):\n\(paragraph)")
    }
  }

  @Test func `the rules of the kernel are numbered, and each has a suite in the table of promises`()
    throws
  {
    let rules = try Article("Cairn").text.matches(of: #/(?m)^(\d+)\. /#).compactMap {
      Int($0.output.1)
    }
    #expect(rules == Array(1...13))
    let rows = try Article("Promises").text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let tested = rows.flatMap { row in
      row.matches(of: /rules? \[?(\d+)(?: and (\d+))?/).flatMap { match in
        [match.output.1, match.output.2].compactMap { $0.flatMap { Int($0) } }
      }
    }
    #expect(tested == rules)
  }

  @Test func `every suite that the table of promises names exists`() throws {
    let page = try Article("Promises").text
    let suites = Set(page.matches(of: /`(\w+Tests)`/).map(\.output.1))
    let sources = try Article.sources(in: "Tests").values
    #expect(suites.count > 30)
    for suite in suites {
      #expect(sources.contains { $0.contains("struct \(suite) {") }, "there is no \(suite)")
    }
  }

  @Test func `the page on promises names the files with unsafe constructs, and no others`() throws {
    let mark = try Regex(#"\bunsafe [A-Za-z.$!(\[]|@safe\b|@unsafe\b"#)
    let marked = try ["Sources", "Examples"].flatMap { folder in
      let code = try Article.sources(in: folder).mapValues { text in
        text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      }
      return code.filter { $0.value.contains { $0.contains(mark) } }.map(\.key)
    }
    let listed = try Article("Promises").text.split(separator: "`").map(String.init)
      .filter { $0.hasSuffix(".swift") && $0.contains("/") }
    #expect(listed.count > 20 && Set(listed).count == listed.count)
    for file in marked {
      #expect(listed.contains { file.hasSuffix("/Sources/\($0)") }, "\(file) is not listed")
    }
    for name in listed {
      #expect(marked.contains { $0.hasSuffix("/Sources/\(name)") }, "\(name) has no mark")
    }
  }

  @Test func `the files and folders that the page on contributing names exist`() throws {
    let words = try Article("Contributing").text.split(separator: "`").map(String.init)
    let paths = words.filter { word in
      word.contains("/") && !word.contains(" ")
        && ["Sources", "Tests", ".ci"].contains { word.hasPrefix($0) }
    }
    #expect(paths.count > 15)
    for path in paths { #expect(Article.exists(path), "there is no \(path)") }
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }
}
