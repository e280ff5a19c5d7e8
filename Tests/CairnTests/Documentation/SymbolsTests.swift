import Foundation
import TestSupport
import Testing

// On Apple systems the extraction needs the SDK.
#if os(Linux)
  /// The public symbols of the libraries, as the compiler extracts them: each is documented, those that a user
  /// combines have examples, and each symbol that a text names is one of them.
  @Suite(.blocking, .gate, .timeLimit(.minutes(10))) struct SymbolsTests {
    private static let modules = [
      "Cairn", "CairnApp", "CairnDump", "CairnExplorer", "CairnModel",
      "CairnSimulation", "CairnStorage", "CairnTerminal", "CairnTesting", "CairnTrail",
    ]

    private struct Graph: Decodable {
      let symbols: [Symbol]
    }

    private struct Symbol: Decodable {
      struct Kind: Decodable { let identifier: String }
      struct Identifier: Decodable { let precise: String }
      struct Comment: Decodable {
        struct Line: Decodable { let text: String }
        let lines: [Line]
        /// The module of the text, which a witness may inherit from a requirement.
        let module: String?
      }

      let kind: Kind
      let identifier: Identifier
      let pathComponents: [String]
      let docComment: Comment?

      var name: String { pathComponents.joined(separator: ".") }
      var isSynthesized: Bool { identifier.precise.contains("::SYNTHESIZED::") }
      var hasExample: Bool { docComment?.lines.contains { $0.text.hasPrefix("    ") } == true }
      var isMember: Bool { pathComponents.count == 2 }
      var isFunctionOrProperty: Bool {
        ["swift.method", "swift.type.method", "swift.property", "swift.type.property"]
          .contains(kind.identifier)
      }
    }

    /// The symbols by the names of their graphs: `CairnApp`, and `CairnApp@Swift` for its extensions of Swift.
    private static let graphs = Result {
      try withTemporaryFolder { folder in
        for module in modules { try Compiler.extractSymbols(of: module, to: folder.url) }
        let files = try FileManager.default.contentsOfDirectory(
          at: folder.url, includingPropertiesForKeys: nil)
        return try Dictionary(
          uniqueKeysWithValues: files.map { file in
            let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
            let name = file.lastPathComponent.replacing(".symbols.json", with: "")
            return (name, graph.symbols.filter { !$0.isSynthesized })
          })
      }
    }

    private func symbols(_ graph: String) throws -> [Symbol] {
      try #require(try Self.graphs.get()[graph], "no symbols of \(graph)")
    }

    @Test func `every public symbol is documented`() throws {
      let graphs = try Self.graphs.get()
      var count = 0
      for symbols in graphs.values { count += symbols.count }
      #expect(count > 1000)
      for (name, symbols) in graphs {
        // The property wrapper `@TaskLocal` makes symbols with a dollar sign.
        for symbol in symbols where !symbol.name.contains("$") {
          #expect(symbol.docComment != nil, "\(name): \(symbol.name) has no documentation")
        }
      }
    }

    @Test func `every symbol that a page or a doc comment names is public, with its labels`()
      throws
    {
      var names: Set<String> = []
      var texts: [(place: String, text: String)] = try Article.pages.map { path in
        let parts = try Article.file(path).components(separatedBy: "```")
        return (path, parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] }.joined())
      }
      for symbol in try Self.graphs.get().values.joined() {
        let path = symbol.pathComponents
        for start in path.indices { names.insert(path[start...].joined(separator: "/")) }
        guard let comment = symbol.docComment,
          Self.modules.contains(comment.module ?? Self.modules[0])
        else { continue }
        texts.append((symbol.name, comment.lines.map(\.text).joined(separator: "\n")))
      }
      var count = 0
      for (place, text) in texts {
        for link in text.matches(of: /``([A-Za-z][^`\s]*)``/).map({ String($0.output.1) }) {
          let name = link.replacing("-swift.property", with: "").split(separator: "/")
            .drop { $0 == "Swift" || Article.exists("Sources/\($0)") }.joined(separator: "/")
          // A link to a module is empty here.
          #expect(name.isEmpty || names.contains(name), "\(place): there is no \(link)")
          count += 1
        }
      }
      #expect(count > 250)
    }

    @Test(arguments: [
      ("Cairn", "Reducer"), ("CairnStorage@Cairn", "Reducer"), ("Cairn", "Effect"),
      ("Cairn", "Send"),
      ("CairnApp", "AppProperty"), ("CairnModel", "Property"), ("CairnTesting", "ActionMatcher"),
      ("CairnTesting", "TestStore"),
    ])
    func `operators, verbs, properties and matchers have examples`(
      graph: String, type: String
    ) throws {
      // The engine uses the first, and not a user; the rest is stored in a value.
      let others: Set = [
        "_node", "name", "description", "simulation", "exhaustivity", "state",
        "actionCount",
      ]
      let members = try symbols(graph).filter { symbol in
        symbol.isMember && symbol.isFunctionOrProperty && symbol.pathComponents[0] == type
          && !others.contains(symbol.pathComponents[1])
      }
      let names = Set(members.map(\.name))
      #expect(!names.isEmpty)
      let withExample = Set(members.filter(\.hasExample).map(\.name))
      #expect(names.subtracting(withExample) == [], "without an example")
    }

    @Test func `elements and composed reducers have examples`() throws {
      let elements = [
        "Text", "Note", "Progress", "Link", "GridRow", "Grid", "ProgressBar", "Field", "Toggle",
        "Picker", "ListRow", "ValueButton", "Button", "Screen", "App",
      ]
      let reducers = [
        "Scope", "Reduce", "CombineReducers", "DismissOnAction", "EmptyReducer", "Reducer", "Store",
      ]
      for (graph, names) in [("CairnApp", elements), ("Cairn", reducers)] {
        let symbols = try symbols(graph).filter { $0.pathComponents.count == 1 }
        for name in names {
          let named = symbols.filter { $0.name == name || $0.name.hasPrefix("\(name)(") }
          #expect(
            !named.isEmpty && named.allSatisfy(\.hasExample), "\(name) has no example")
        }
      }
    }

    @Test func `the public types and functions are those of the list`() throws {
      let listed = PublicNames.all.flatMap { module, names in
        names.split { $0.isWhitespace }.map { "\(module) \($0)" }
      }
      let names = try Self.graphs.get().flatMap { graph, symbols in
        symbols.filter { $0.pathComponents.count == 1 && !graph.contains("@") }
          .map { "\(graph) \($0.name)" }
      }
      let (added, removed) = (Set(names).subtracting(listed), Set(listed).subtracting(names))
      #expect(
        added.isEmpty && removed.isEmpty,
        """
        A name that no user types is internal, `package` or begins with an underscore. Correct \
        PublicNames.swift for any other. Not in the list: \(added.sorted()); not public: \(removed.sorted())
        """)
    }
  }
#endif
