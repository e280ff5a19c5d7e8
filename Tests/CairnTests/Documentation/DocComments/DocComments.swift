import Foundation
import TestSupport
import Testing

/// Compiles every code block of the doc comments, as `PagesTests` those of the pages.
@Suite(.longBlocking, .gate, .timeLimit(.minutes(10))) struct DocCommentsTests {
  static let fixtures: [DocFixture] = [
    .cairn, .testing, .simulation, .model, .dump, .storage, .trail, .explorer,
    .terminal, .app,
  ]

  @Test(arguments: fixtures.map(\.module))
  func `the code of the doc comments of a module compiles`(module: String) throws {
    let fixture = try #require(Self.fixtures.first { $0.module == module })
    let comments = try DocComments(of: module)
    #expect(comments.blocks.count > 1)
    let diagnostics = try Compiler.compile(
      ["Comments.swift": comments.program(fixture)],
      ["-typecheck", "-parse-as-library", "-diagnostic-style", "llvm"])
    // An unused result is right in an example.
    let wrong = diagnostics.split(separator: "\n").filter {
      $0.contains("error: ") || $0.contains("within 'await'") || $0.contains("within 'try'")
    }
    #expect(wrong == [])
  }

  /// The blocks of `CairnSwiftUI` are compiled by `SwiftUITests`.
  @Test func `every module with code in its doc comments is compiled`() throws {
    let sources = try FileManager.default.contentsOfDirectory(
      atPath: Article.url("Sources").path)
    let modules = try sources.filter { try !DocComments(of: $0).blocks.isEmpty }
    #expect(Set(modules) == Set(Self.fixtures.map(\.module) + ["CairnSwiftUI"]))
  }
}

/// The code blocks in the doc comments of a module: indented by four columns, as DocC takes for Swift. Other
/// text stands in a fence.
struct DocComments {
  struct Block {
    let file: String
    let line: Int
    var code: String
  }

  let blocks: [Block]

  /// - Parameter sources: the texts of the files of the module, by path in it.
  init(_ sources: [String: String]) {
    blocks = sources.sorted { $0.key < $1.key }.flatMap(Self.blocks)
  }

  init(of module: String) throws {
    let sources = try Article.sources(in: "Sources/\(module)")
    self.init(
      Dictionary(
        uniqueKeysWithValues: sources.map { path, text in
          (path.components(separatedBy: "/Sources/\(module)/").last ?? path, text)
        }))
  }

  private static func blocks(in file: String, _ source: String) -> [Block] {
    var blocks: [Block] = []
    var block: Block?
    var mayBegin = false
    var isFenced = false
    for (index, line) in source.components(separatedBy: "\n").enumerated() {
      let line = line.drop { $0 == " " }
      guard line.hasPrefix("///") else {
        if let block { blocks.append(block) }
        (block, mayBegin, isFenced) = (nil, false, false)
        continue
      }
      let text = line.dropFirst(3)
      if text.contains("```") { isFenced.toggle() }
      let isBlank = text.allSatisfy { $0 == " " }
      if !isFenced, text.hasPrefix("     "), block != nil || mayBegin {
        if block == nil { block = Block(file: file, line: index + 1, code: "") }
        block?.code += text.dropFirst(5) + "\n"
      } else if isBlank, block != nil {
        block?.code += "\n"
      } else if let found = block {
        blocks.append(found)
        block = nil
      }
      mayBegin = isBlank
    }
    return blocks
  }

  /// A program of the blocks, each in a context of the fixture: the members of the context, and the
  /// text around the block where it is a part of a statement.
  func program(_ fixture: DocFixture) -> String {
    var program = fixture.declarations + "\n" + DocFixture.plain
    for path in fixture.casePaths.split(separator: "\n") {
      let words = path.split(separator: " ")
      program +=
        "extension _CasePath where _Root == \(words[0]) {"
        + " static var \(words[1]): CasePath<_Root, \(words[2])> { fatalError() } }\n"
    }
    for (number, block) in blocks.enumerated() {
      let context = fixture.context(of: block)
      var code = block.code
      for (text, replacement) in [
        ("Reduce { … }", "Reduce { _, _ in .none }"), ("in … }", "in fatalError() }"),
        (".run { … }", ".run { _ in }"), ("…\n", "\n"), ("{ … }", "{ fatalError() }"),
      ] {
        code = code.replacingOccurrences(of: text, with: replacement)
      }
      code = context.start + code + (context.end.isEmpty ? "" : context.end + "\n")
      let (place, end) = (
        "\n#sourceLocation(file: \"\(block.file)\", line: ", "\n#sourceLocation()\n"
      )
      let isReducer = Self.reducers.contains(where: code.hasPrefix)
      if ["extension ", "@main "].contains(where: code.hasPrefix) {
        program += "\(place)\(block.line))\n\(code)\(end)"
      } else if isReducer || code.hasPrefix("var body") {
        program += """
          extension \(context.name) { struct In\(number): Reducer {
          typealias State = \(context.name).State; typealias Action = \(context.name).Action
          \(isReducer ? "var body: some Reducer<State, Action> {" : "")\(place)\(block.line))
          \(code)\(end)\(isReducer ? "}" : "") } }

          """
      } else if code.hasPrefix("init(") {
        program += "extension \(context.name) {\(place)\(block.line))\n\(code)\(end)}\n"
      } else if Self.declarations.contains(where: code.hasPrefix) {
        program +=
          "extension \(context.name) { struct In\(number) {"
          + "\(place)\(block.line))\n\(code)\(end)} }\n"
      } else {
        let result =
          ["return ", "case "].contains(where: code.hasPrefix) || code.contains("\nreturn ")
          ? " -> Effect<Action>" : ""
        if code.hasPrefix("case ") { code = "switch action {\n\(code)default: fatalError() }\n" }
        let line = code.hasPrefix("switch ") ? block.line - 1 : block.line
        program +=
          "extension \(context.name) { static func block\(number)()\(code.contains("await ") ? " async" : "") throws\(result) {"
          + "\(place)\(line))\n\(code)\(end)} }\n"
      }
    }
    return program
  }

  private static let declarations = [
    "struct ", "enum ", "indirect ", "@Test ", "static ", "@ScreenBuilder", "func ",
  ]
  private static let reducers = ["Reduce ", "Scope(", "Form()"]
}

/// Declarations that the blocks of a module use.
struct DocFixture {
  struct Context {
    let name: String
    var start = ""
    var end = ""
  }

  /// A feature with the state and the actions of an example.
  fileprivate static let plain = """
    protocol Plain: Reducer {}
    extension Plain {
      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }

    """

  let module: String
  let declarations: String
  /// Lines of a root, a case and its value.
  var casePaths = ""
  /// The contexts of blocks, by file and beginning of the block; the first that applies.
  var contexts: [(file: String, begin: String, Context)] = []

  func context(of block: DocComments.Block) -> Context {
    contexts.first { block.file.hasSuffix($0.file) && block.code.hasPrefix($0.begin) }?.2
      ?? Context(name: "Examples")
  }
}
