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

  @Test func `every suite that the tables of promises and of assumptions name exists`() throws {
    let page = try ["Promises", "CairnExplorer"].map { try Article($0).text }.joined()
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

/// The links and the code of all pages. Pages are read as DocC and as plain Markdown.
@Suite struct LinksTests {
  private struct Page {
    let path: String
    /// The page without code blocks.
    let prose: String
    let hasCode: Bool
  }

  private let pages: [Page]

  init() throws {
    pages = try Article.pages.map { path in
      let parts = try Article.file(path).components(separatedBy: "```")
      let prose = parts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      return Page(
        path: path, prose: prose.joined(),
        hasCode: parts.enumerated().contains {
          $0.offset % 2 == 1 && $0.element.hasPrefix("swift\n")
        })
    }
  }

  @Test func `every link leads to a file, and to a heading of it`() throws {
    var count = 0
    for page in pages {
      let folder = URL(filePath: "/" + page.path).deletingLastPathComponent()
      for link in page.prose.matches(of: /\]\(([^)\s]+)\)/).map({ String($0.output.1) })
      where !link.contains("://") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target =
          parts[0].isEmpty
          ? page.path : String(folder.appending(path: parts[0]).standardized.path.dropFirst())
        #expect(Article.exists(target), "\(page.path): there is no \(link)")
        if parts.count > 1, Article.exists(target) {
          let anchors = try self.anchors(of: target)
          let anchor = parts[1].lowercased()
          #expect(anchors.contains(anchor), "\(page.path): there is no heading \(link)")
        }
        count += 1
      }
    }
    #expect(count > 60)
  }

  @Test func `a reference to a page names a file beside it, and stands in a list of topics`() {
    for page in pages {
      let folder = URL(filePath: page.path).deletingLastPathComponent().relativePath
      for line in page.prose.split(separator: "\n") where line.contains("<doc:") {
        let name = line.wholeMatch(of: /- <doc:(\w+)>/)?.output.1
        #expect(
          name.map { Article.exists("\(folder)/\($0).md") } ?? false, "\(page.path): \(line)")
      }
    }
  }

  @Test func `every page with code is compiled or compared with tested code`() {
    // Fragments: the whole code of these pages is compiled by other tests, or is none of a whole file.
    let others: Set = [
      "Mistakes", "Meetings", "ScreenElements", "CairnDump", "CairnExplorer",
    ]
    for page in pages where page.hasCode {
      let name = URL(filePath: page.path).deletingPathExtension().lastPathComponent
      #expect(
        Article.all.contains(name) || PagesTests.tested.map(\.page).contains(name)
          || others.contains(name), "the code of \(page.path) is not tested")
    }
  }

  @Test func `the chart of the modules is that of the package`() throws {
    let chart = try #require(
      Article("Architecture").blocks(in: "mermaid").first { $0.contains("flowchart BT") })
    let drawn = chart.matches(of: /(\w+) --> (\w+)/).map { "\($0.output.1) \($0.output.2)" }
    let libraries = try Article.file("Package.swift").matches(of: /[ ]library\(("Cairn.*)\)/)
    let declared = libraries.flatMap { library -> [String] in
      let names = library.output.1.matches(of: /"(\w+)"/).map(\.output.1)
      return names.dropFirst().filter { $0.hasPrefix("Cairn") }.map { "\(names[0]) \($0)" }
    }
    #expect(Set(drawn).count == drawn.count && drawn.count > 15)
    #expect(Set(drawn) == Set(declared))
  }

  /// The anchors of the headings of a page, as code hosts make them.
  private func anchors(of path: String) throws -> Set<String> {
    let headings = try Article.file(path).split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        heading.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
          .replacing(" ", with: "-")
      })
  }
}
