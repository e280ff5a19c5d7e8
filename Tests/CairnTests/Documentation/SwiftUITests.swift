import Foundation
import TestSupport
import Testing

// Where the system has SwiftUI, the module itself is a part of the build.
#if !canImport(SwiftUI)
  /// Compiles `CairnSwiftUI`, and the page "SwiftUI", against a stub of SwiftUI.
  @Suite(.blocking, .gate, .timeLimit(.minutes(10))) struct SwiftUITests {
    private let stub = Article.url("Tests/SwiftUIStub")
    private let examples = [
      Article.url("Tests/CairnTests/Documentation/Contacts.swift"),
      Article.url("Tests/CairnTests/Documentation/Delivery.swift"),
      Article.url("Tests/CairnAppTests/Documentation/Tally.swift"),
    ]

    @Test func `the module and its bindings work with a stub of SwiftUI`() throws {
      try withModules { folder in
        let program = folder.appending(path: "checks")
        let objects = try files(in: products.appending(path: "Cairn.build"), "o")
        #expect(objects.count > 10)
        var inputs = [stub.appending(path: "Checks.swift")] + examples
        inputs += try casePaths(of: "Contacts", "Destination", "Tally", in: folder)
        inputs += try files(in: folder, "o") + objects
        let options = [
          "-I", folder.path, "-parse-as-library", "-warnings-as-errors", "-o", program.path,
        ]
        let output = try Compiler.compile(options + Compiler.linking + inputs.map(\.path))
        #expect(output == "")
        let result = try Compiler.run([program.path])
        #expect(result == "done\n")
      }
    }

    @Test func `the views of the page and of the README compile with a stub of SwiftUI`() throws {
      let blocks = try Article("SwiftUI").blocks(in: "swift-ui")
      try #require(blocks.count == 4)
      let readme = try Article("README")
      let feature = try #require(readme.blocks.first?.components(separatedBy: "@Test").first)
      let view = try #require(readme.blocks(in: "swift-ui").first)
      let imports = ["Cairn", "CairnSwiftUI", "SwiftUI"].map { "import \($0)\n" }.joined()
      try withModules { folder in
        let views = try write(["Views": blocks[0], "Preview": blocks[3]], to: folder)
        let paths = try casePaths(of: "Contacts", "Destination", in: folder)
        #expect(try diagnose(views + examples.dropLast() + paths, in: folder) == "")
        let comments = try DocComments(of: "CairnSwiftUI").program(.swiftUI)
        #expect(try diagnose(write(["Comments": comments], to: folder), in: folder) == "")
        let weather = try write(["Weather": imports + feature + view], to: folder)
        #expect(try diagnose(weather, in: folder) == "")
      }
    }

    @Test func `one feature compiles with screens and with views, in two targets and in one`()
      throws
    {
      let blocks = try Article("SwiftUI").blocks(in: "swift-ui")
      try #require(blocks.count == 4)
      try withModules { folder in
        let tested = try Article.file("Tests/CairnAppTests/Documentation/TallyProgram.swift")
        let withoutMain = blocks[1].replacing("@main ", with: "")
        #expect(withoutMain.replacing("import CairnTerminal\n", with: "") == tested)
        let feature = try examples.suffix(1) + casePaths(of: "Tally", in: folder)
        let program = try write(["TallyProgram": blocks[1]], to: folder)
        #expect(try diagnose(program + feature, in: folder) == "")
        let both = try write(["TallyProgram": withoutMain, "TallyApp": blocks[2]], to: folder)
        #expect(try diagnose(both + feature, in: folder) == "")
      }
    }

    @Test func `the module imports the kernel and SwiftUI alone`() throws {
      let sources = try files(in: Article.url("Sources/CairnSwiftUI"), "swift")
        .map { try String(contentsOf: $0, encoding: .utf8) }
      let imports = sources.flatMap { source in
        source.split(separator: "\n").map { $0.drop { $0 == " " } }.filter {
          $0.contains("import ")
        }
      }
      #expect(Set(imports) == ["import Cairn", "import SwiftUI"])
    }

    /// Builds the modules SwiftUI and CairnSwiftUI, which replace the empty one of the package.
    private func withModules(_ body: (URL) throws -> Void) throws {
      try withTemporaryFolder { folder in
        let module = try files(in: Article.url("Sources/CairnSwiftUI"), "swift")
        for (name, files) in [
          ("SwiftUI", [stub.appending(path: "SwiftUI.swift")]), ("CairnSwiftUI", module),
        ] {
          let output = folder[name]
          let options: [String] = [
            "-c", "-wmo", "-parse-as-library", "-warnings-as-errors", "-enable-testing",
            "-module-name", name, "-o", "\(output).o", "-I", folder.path,
            "-emit-module", "-emit-module-path", "\(output).swiftmodule",
          ]
          let diagnostics = try Compiler.compile(options + files.map(\.path))
          #expect(diagnostics == "")
        }
        try body(folder.url)
      }
    }

    private func diagnose(_ files: [URL], in folder: URL) throws -> String {
      let options: [String] = [
        "-emit-sil", "-wmo", "-o", "/dev/null", "-parse-as-library", "-warnings-as-errors",
        "-I", folder.path, "-module-name", "Example",
      ]
      return try Compiler.compile(options + files.map(\.path))
    }

    /// The case paths of some enums, which are generated with those of other tests.
    private func casePaths(of features: String..., in folder: URL) throws -> [URL] {
      var extensions: [String] = []
      for target in ["CairnTests", "CairnAppTests"] {
        let source = try Article.generated(for: "Tests/\(target)")
        for block in source.components(separatedBy: "\n\n") {
          // `CairnTests` has another feature with the name of the one of the page.
          if target == "CairnTests", block.contains("_Root == Tally.") { continue }
          let isIncluded = features.contains {
            block.hasPrefix("nonisolated extension _CasePath where _Root == \($0).")
          }
          if isIncluded { extensions.append(block) }
        }
      }
      #expect(!extensions.isEmpty)
      let source = (["import Cairn"] + extensions).joined(separator: "\n\n")
      return try write(["CasePaths": source], to: folder)
    }

    private func write(_ sources: [String: String], to folder: URL) throws -> [URL] {
      try sources.map { name, source in
        let file = folder.appending(path: "\(name).swift")
        try Data(source.utf8).write(to: file)
        return file
      }
    }

    private func files(in folder: URL, _ ending: String) throws -> [URL] {
      try FileManager.default.contentsOfDirectory(
        at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: nil
      )
      .filter { $0.pathExtension == ending }
    }
  }
#endif
