import Foundation
import Testing

@testable import Cairn
@testable import CairnCasePaths

@Suite struct CasePathsFileTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  @Test func `difficult declarations give the file that is compiled into these tests`() throws {
    let nasty = try String(contentsOf: Self.tests.appending(path: "Nasty.swift"), encoding: .utf8)
    let expected = try String(
      contentsOf: Self.tests.appending(path: CasePathsFile.name), encoding: .utf8)
    #expect(CasePathsFile(sources: ["Nasty.swift": nasty]).text == expected)
  }

  @Test func `the paths of difficult declarations are lawful`() {
    let name: CasePath<Outer.Action, (String, [String: (Int, String)])> = .name
    #expect(name.extract(name.embed(("a", ["b": (1, "c")])))?.1["b"]?.1 == "c")
    let pair: CasePath<Outer.Action, (first: Int, second: Outer.Form.Action?)> = .pair
    #expect(pair.extract(.pair(first: 1, second: .b))?.second == .b)
    #expect(
      CaseLaw.violations(
        CasePath<Outer.Action, _>.form.law(for: .b), CasePath<Outer.Action, Int>.circle.law(for: 1),
        CasePath<Outer.Action, Int>.default.law(for: 1),
        CasePath<Outer.Action, _>.range.law(for: 0..<2),
        CasePath<Outer.Action, Int>.hand.law(for: 1)) == [])
    #expect(CasePath<Last, _>.ok.extract(.ok(1, .a))?.1 == .a)
    #expect(Set([CasePath<Outer.Action, Int>.circle, .default, .hand]).count == 3)
  }

  @Test func `every declaration without a path is named with the reason`() throws {
    let nasty = try String(contentsOf: Self.tests.appending(path: "Nasty.swift"), encoding: .utf8)
    let notes = CasePathsFile(sources: ["Nasty.swift": nasty]).notes.map(\.text)
    #expect(
      notes == [
        "Later gets no case paths: it conforms to CasePathable in an extension",
        "Outer.Action.debug gets no case path: it is declared within #if",
        "Outer.Action.old gets no case path: it has an @available attribute",
        "Outer.Action.same gets no case path: two cases have its name",
        "Outer.Action.same gets no case path: two cases have its name",
        "Outer.Box.Action gets no case paths: Outer.Box is generic",
        "Outer.Hidden gets no case paths: it is private to its file",
        "Local gets no case paths: it is declared in a function",
        "Generic gets no case paths: it is generic",
        "Conditional gets no case paths: it is declared within #if",
      ])
  }

  @Test func `a type is looked up where the enum is declared, not around an extended type`() {
    let source = """
      struct A { struct X {}; struct B { struct Y {} } }
      extension A.B { enum E: CasePathable { case x(X), y(Y), z([Y: Y]) } }
      struct X {}
      """
    let text = CasePathsFile(sources: ["a.swift": source]).text
    #expect(text.contains("CasePath<A.B.E, X>"))
    #expect(text.contains("CasePath<A.B.E, A.B.Y>"))
    #expect(text.contains("CasePath<A.B.E, [A.B.Y: A.B.Y]>"))
  }

  @Test func `a file that the command did not write stays as it is`() throws {
    try inFolder(["A.swift": "enum A: CasePathable { case x(Int) }", "CasePaths.swift": "// mine"])
    {
      folder in
      try #expect(!run(folder, isCheck: false))
      try #expect(read("CasePaths.swift", in: folder) == "// mine")
    }
  }

  @Test func `a check writes nothing, and a second run changes nothing`() throws {
    try inFolder(["A.swift": "enum A: CasePathable { case x(Int) }"]) { folder in
      try #expect(!run(folder, isCheck: true))
      #expect(!exists(in: folder))
      try #expect(run(folder, isCheck: false))
      try #expect(run(folder, isCheck: true))
      try Data("enum A: CasePathable { case y(Int) }".utf8)
        .write(to: folder.appending(path: "A.swift"))
      try #expect(!run(folder, isCheck: true))
    }
  }

  @Test func `a target without such an enum gets no file`() throws {
    try inFolder(["A.swift": "enum A { case x(Int) }"]) { folder in
      try #expect(run(folder, isCheck: false))
      #expect(!exists(in: folder))
    }
  }

  @Test func `without such an enum in any target the command says what to declare`() throws {
    func reports(_ source: String) throws -> [String] {
      var lines: [String] = []
      try inFolder(["A.swift": source]) { folder in
        let target = Command.Target(folder: folder, files: [folder.appending(path: "A.swift")])
        let empty = Command.Target(folder: folder)
        let command = Command(isCheck: false) { lines.append($0) }
        try #expect(command.run([empty, target]))
      }
      return lines
    }
    let warning = """
      warning: nothing is written, because no enum that is CasePathable has a case with a payload.
      Suggestion: declare the conformance with the enum, as in `enum Action: CasePathable`.
      """
    try #expect(reports("enum A { case x(Int) }") == [warning])
    try #expect(reports("enum A: CasePathable { case x }") == [warning])
    let other = try reports("enum A<T>: CasePathable { case x(T) }")
    #expect(other.count == 1 && other[0].hasSuffix("A gets no case paths: it is generic"))
    let written = try reports("enum A: CasePathable { case x(Int) }")
    #expect(written.count == 1 && written[0].hasSuffix("CasePaths.swift is written."))
  }

  @Test(arguments: [
    "", "enum", "enum A", "enum A: CasePathable", "enum A: CasePathable {", "case", "\"", "/*",
    "#\"",
    "enum A: CasePathable { case", "enum A: CasePathable { case x(", "}}}", "extension", "#if", "@",
    "import", "`", "#", "/", "\"\\(", "static var", ".", "enum A: CasePathable { case x(Int), }",
  ])
  func `incomplete source is no error`(source: String) {
    _ = CasePathsFile(sources: ["a.swift": source])
  }

  @Test func `the case paths of this package are up to date`() throws {
    let package = Self.tests.appending(path: "../..").standardizedFileURL
    let files = FileManager.default.enumerator(at: package, includingPropertiesForKeys: nil)
    var folders: [URL] = []
    while let file = files?.nextObject() as? URL {
      if file.lastPathComponent == ".build" { files?.skipDescendants() }
      if file.lastPathComponent == CasePathsFile.name {
        folders.append(file.deletingLastPathComponent())
      }
    }
    #expect(folders.count > 1)
    for folder in folders { try #expect(run(folder, isCheck: true)) }
  }

  private func run(_ folder: URL, isCheck: Bool) throws -> Bool {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var sources: [URL] = []
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { sources.append(file) }
    }
    return try Command(isCheck: isCheck) { _ in }.run([
      Command.Target(folder: folder, files: sources)
    ])
  }

  private func exists(in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: CasePathsFile.name).path)
  }

  private func read(_ file: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  private func inFolder(_ files: [String: String], _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    try body(folder)
  }
}
