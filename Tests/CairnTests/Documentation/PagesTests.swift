import Foundation
import Testing

/// Compares the pages of the documentation with the package.
@Suite struct PagesTests {
  @Test(arguments: Article.all)
  func `the code of a page compiles`(name: String) throws {
    let page = try Article(name)
    guard !page.blocks.isEmpty else { return }
    #expect(try Compiler.diagnose(program: page.blocks.joined(separator: "\n")) == "")
  }

  /// Pages whose code is part of these files, which are compiled and tested.
  static let tested: [(page: String, files: [String])] = [
    ("Forms", ["CairnTests/Documentation/Delivery", "CairnTests/Documentation/FormsTests"]),
    (
      "Destinations",
      [
        "CairnTests/Documentation/Contacts", "CairnTests/Documentation/Folder",
        "CairnTests/Documentation/DestinationsTests", "CairnTests/CasePaths",
      ]
    ),
    (
      "ComingFromTCA",
      [
        "CairnTests/Documentation/Recipes", "CairnTests/Documentation/RecipesTests",
        "CairnTests/CasePaths",
      ]
    ),
    (
      "SharedValues",
      [
        "CairnTests/Documentation/Inbox", "CairnTests/Documentation/SharedValuesTests",
        "CairnTests/CasePaths",
      ]
    ),
    ("SwiftUI", ["CairnAppTests/Documentation/Tally", "CairnAppTests/CasePaths"]),
    (
      "WritingAnApp",
      ["StarterApp", "Home", "Entry", "EntryClient"].map { "NewApp/Template/Sources/starter/\($0)" }
    ),
    ("KeepingASearchSmall", ["Onboarding/OnboardingApp+Properties"]),
    (
      "CairnTesting",
      ["CairnTestingTests/Documentation/Draft", "CairnTestingTests/Documentation/DraftTests"]
    ),
  ]

  @Test(arguments: tested)
  func `the example of a page is tested code`(page: String, files: [String]) throws {
    let sources = try files.map { file in
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

  @Test func `every rule names its tests, and every test that is named exists`() throws {
    let rules = try rulesTable()
    #expect(rules.map(\.number) == Array(1...13))
    let sources = try Article.sources(in: "Tests").values
    for rule in rules {
      #expect(!rule.tests.isEmpty, "rule \(rule.number) names no test")
      for test in rule.tests {
        let exists = sources.contains {
          $0.contains("struct \(test.suite) {") && $0.contains("func `\(test.name)`(")
        }
        #expect(exists, "rule \(rule.number): there is no test \(test.suite)/\(test.name)")
      }
    }
  }

  @Test(arguments: [
    ("Effects", 8), ("CairnSimulation", 8), ("CairnTesting", 8), ("SharedValues", 1),
    ("CairnStorage", 8), ("Promises", 20),
  ])
  func `the tests that a page names exist`(page: String, atLeast count: Int) throws {
    let tests = try named(in: Article(page).text)
    let sources = try Article.sources(in: "Tests").values
    #expect(tests.count > count)
    for test in tests {
      let exists = sources.contains {
        $0.contains("struct \(test.suite) {") && $0.contains("func `\(test.name)`(")
      }
      #expect(exists, "there is no test \(test.suite)/\(test.name)")
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

  private typealias Rule = (number: Int, tests: [(suite: String, name: String)])

  /// The rows of the table in section "Guarantees": `| 1 | … | `Suite/test name` … |`.
  private func rulesTable() throws -> [Rule] {
    try Article("Cairn").text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      guard cells.count == 3, let number = Int(cells[0].filter { $0 != " " }) else { return nil }
      return (number, named(in: String(cells[2])))
    }
  }

  /// The tests that a text names as `Suite/test name`, in back quotes.
  private func named(in text: String) -> [(suite: String, name: String)] {
    text.split(separator: "`").compactMap { word in
      let parts = word.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0].hasSuffix("Tests"), parts[0].allSatisfy(\.isLetter) else {
        return nil
      }
      return (parts[0], parts[1])
    }
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }
}
