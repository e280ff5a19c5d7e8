import Foundation
import TestSupport
import Testing

@testable import Cairn

@Suite(.blocking) struct CasePathsFileTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  @Test func `the paths of difficult declarations are lawful`() {
    let name: CasePath<Outer.Action, (String, [String: (Int, String)])> = .name
    #expect(name.extract(name.embed(("a", ["b": (1, "c")])))?.1["b"]?.1 == "c")
    let pair: CasePath<Outer.Action, (first: Int, second: Outer.Form.Action?)> = .pair
    #expect(pair.extract(.pair(first: 1, second: .b))?.second == .b)
    let least: CasePath<Outer.Action, (Bool, high: Int?)> = .least
    #expect(least.extract(.least(high: 2))?.high == Outer.Action.two)
    #expect(
      CaseLaw.violations(
        CasePath<Outer.Action, Outer.Form.Action>.form.law(for: .b),
        CasePath<Outer.Action, Int>.circle.law(for: 1),
        CasePath<Outer.Action, Int>.default.law(for: 1),
        CasePath<Outer.Action, Range<Int>>.range.law(for: 0..<2),
        CasePath<Outer.Action, Int>.hand.law(for: 1)) == [])
    let words: CasePath<Outer.Action, (in: Int, `inout`: Int, self: Int)> = .words
    #expect(words.extract(words.embed((1, 2, 3)))?.2 == 3)
    let limits:
      CasePath<
        Outer.Action,
        (low: Bool, Result<Int, any Error>, high: @Sendable (Int) -> Bool, last: [Int: Int])
      > = .limits
    #expect(limits.extract(.limits(.success(1)))?.high(4) == true)
    let ok: CasePath<Last, (Int, Form.Action)> = .ok
    #expect(ok.extract(.ok(1, .a))?.1 == .a)
    let answer: CasePath<Outer.Action, Outer.Name> = .form.appending(path: .at)
    #expect(answer.extract(.form(.at("x"))) == "x" && answer.extract(.form(.b)) == nil)
    let none: CasePath<Outer.Action, Void> = .none
    #expect(none.matches(none.embed(())) && !none.matches(.form(.b)))
    #expect(Set([CasePath<Outer.Action, Int>.circle, .default, .hand]).count == 3)
    let (never, gone): (CasePath<Deserted, Never>, CasePath<Deserted, Empty>) = (.never, .gone)
    #expect(!never.matches(.here(1)) && !gone.matches(.here(1)))
    #expect(CaseLaw.violations(CasePath<Deserted, Int>.here.law(for: 1)) == [])
  }

  @Test func `every declaration without a path is named with the reason`() throws {
    let nasty = try String(contentsOf: Self.tests.appending(path: "Nasty.swift"), encoding: .utf8)
    let notes = try CasePathsTool(["Nasty.swift": nasty]).notes.compactMap {
      $0.split(separator: ": note: ").last.map(String.init)
    }
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

  @Test func `a type is looked up where the enum is declared, not around an extended type`() throws
  {
    let source = """
      struct A { struct X {}; struct B { struct Y {} } }
      extension A.B { enum E: CasePathable { case x(X), y(Y), z([Y: Y]) } }
      struct X {}
      """
    let text = try CasePathsTool(["a.swift": source]).text
    #expect(text.contains("static var x: CasePath<_Root, X>"))
    #expect(text.contains("static var y: CasePath<_Root, A.B.Y>"))
    #expect(text.contains("static var z: CasePath<_Root, [A.B.Y: A.B.Y]>"))
  }

  @Test(arguments: [
    ("nonisolated struct Path: FeatureEnum { let a = A() }", "Path"),
    ("nonisolated struct Outer { struct Path: FeatureEnum { let a = A() } }", "Outer.Path"),
    ("nonisolated extension Outer { struct Path: FeatureEnum { let a = A() } }", "Outer.Path"),
  ])
  func `the parts of a nonisolated struct of features are nonisolated`(source: String, name: String)
    throws
  {
    let text = try CasePathsTool(["a.swift": "import CairnApp\n\(source)"]).text
    for part in ["\(name) {", "_StateReading where State == \(name).State", "\(name).State {"] {
      #expect(text.contains("\nnonisolated extension \(part)"), "\(text)")
    }
    // Its reducers are on the main actor if that is the default isolation, and so is the body.
    let isolated = source.replacing("nonisolated ", with: "")
    let other = try CasePathsTool(["a.swift": "import CairnApp\n\(isolated)"]).text
    #expect(other.contains("\nextension \(name) {"), "\(other)")
    #expect(other.contains("\nnonisolated extension _CasePath where _Root == \(name).State {"))
  }

  @Test func `every property of a struct of features is one, or named with the reason`() throws {
    let run = try CasePathsTool([
      "a.swift": """
      @_spi(Testing) import Cairn
      struct Path: FeatureEnum {
        let a = A(), b = B { 1 > 2 },
          c = C(1 < 2)
        let d: D<
          Int
        > = .init()
        var e: E
          = E()
        #if DEBUG
          let f: F
        #endif
        private unowned let g = G()
        var h: Int {
          1
        }
      }
      private struct Hidden: FeatureEnum { let a: A }
      struct Generic<T>: FeatureEnum { let a: A }
      struct Late { let a: A }
      extension Late: FeatureEnum {}
      """
    ])
    #expect(run.text.hasPrefix("@_spi(Testing) import Cairn\n\nextension Path {\n"))
    #expect(
      run.text.contains(
        """
          enum State: Hashable, CasePathable {
            case a(A.State)
            case b(B.State)
            case c(C.State)
            case d(D< Int >.State)
            case e(E.State)
          }
        """))
    #expect(!run.text.contains("Hidden") && !run.text.contains("Generic"))
    #expect(
      run.notes.compactMap { $0.split(separator: ": note: ").last } == [
        "Path.f is no feature: it is declared within #if",
        "Path.g is no feature: it is private",
        "Late gets no state and no action: it conforms to FeatureEnum in an extension",
        "Hidden gets no state and no action: it is private to its file",
        "Generic gets no state and no action: it is generic",
      ])
  }

  @Test(
    arguments: [
      ("let x: Terms = .init(1), y = Terms.init(1)", ["x": "Terms", "y": "Terms"]),
      ("let x = Box<(Int)>(1), y: Box<(Int)>", ["x": "Box<(Int)>", "y": "Box<(Int)>"]),
      ("let x = Box<(Int) -> [Int: Int]>.Inner { 1 }", ["x": "Box<(Int) -> [Int: Int]>.Inner"]),
      (
        "let x = Terms(1<2), y: Box = 1<2 ? a : b, z = Box()",
        ["x": "Terms", "y": "Box", "z": "Box"]
      ),
      ("private(set) var x = Terms(); public private(set) var y: Box", ["x": "Terms", "y": "Box"]),
      ("var x = Terms() { didSet { f() } }", ["x": "Terms"]),
      ("var x: Terms { willSet { f() } }", ["x": "Terms"]),
      ("var x: Terms = .live\n {\n didSet { f() } }; var y: Box { Box() }", ["x": "Terms"]),
      (
        "static let y = if case let z? = a { z } else if let w = b { w } else { c }; let x = Terms()",
        ["x": "Terms"]
      ),
      ("static let y = Store.case\n let x: Terms", ["x": "Terms"]),
      ("unowned let x: Terms", ["x": "Terms"]),
      ("let x = Terms.live", ["x": nil]),
      ("let x = Terms.make(1), y = make()", ["x": nil, "y": nil]),
      ("let x = try! Terms(), y = (Terms())", ["x": nil, "y": nil]),
      ("let x, y: Terms", ["x": nil, "y": "Terms"]),
      ("let x: some Reducer<A, B> = Terms()", ["x": nil]),
    ] as [(String, [String: String?])])
  func `a feature has the type that is written or called`(line: String, types: [String: String?])
    throws
  {
    let run = try CasePathsTool(["a.swift": "struct Path: FeatureEnum {\n\(line)\n}"])
    for (name, type) in types {
      let isCase = type.map { run.text.contains("    case \(name)(\($0).State)\n") } ?? false
      let note = "Path.\(name) is no feature: its type is not written"
      #expect(isCase != run.notes.contains { $0.hasSuffix(note) }, "\(run.text) \(run.notes)")
      #expect(isCase == (type != nil), "\(run.text)")
    }
    let count = run.text.matches(of: /_Root == Path.State/).count
    #expect(count == types.values.count { $0 != nil } && run.notes.count == types.count - count)
  }

  @Test(arguments: [
    #"let half = [4].reduce(8, /)  // "half" / {"#,
    #"let half = [4].reduce(8, /); let text = "a/b \" {""#,
    #"let both = f(/, "(") / 2; let text = "/{""#,
    #"func /(l: A, r: A) -> A { l/r }; let text = "/{""#,
    #"let regex = [/a"{/, /\("{/, /[[a])"{]/, /"{\ /, #/a"{/#]"#,
    "let regex = Regex {\n One(.digit)\n /\"{/\n}",
    "let text = \"\"\"\n \\(a  // comment ) \"\n + b) {\n \"\"\"",
    #"let text = "\(a.filter { $0 == "}" } /* ) */) { \("a/b")""#,
    ##"let text = #"\(1) \#("a" + #"""#) { "#"##,
    #"let half = f(a!/2, "x/y {")"#,
    #"let not = a && !/x"/.matches(b)"#,
    #"func f(a: A) -> Bool { a =~ /^\{/ }"#,
    #"let b = a =~ /"{/"#,
    #"func +/(a: A, b: A) -> A { a }; let text = "/{""#,
  ])
  func `the source before an enum hides no case`(source: String) throws {
    let run = try CasePathsTool(["a.swift": "\(source)\nenum E: CasePathable { case x(Int) }"])
    #expect(run.text.contains("  static var x: CasePath<_Root, Int> {"), "\(run.text)")
    #expect(run.notes == [])
  }

  @Test(arguments: [
    ("case x(low: Bool = 1<2, high: Int)", "(low: Bool, high: Int)"),
    ("case x(Range<Int> = 0..<2, last: Set<Int>)", "(Range<Int>, last: Set<Int>)"),
    ("case x(Int = 1<<2, Int = 8>>1)", "(Int, Int)"),
    ("case x(Bool = 1 < 2, b: Bool = 3 > 2)", "(Bool, b: Bool)"),
    ("case x(Bool = Int.max<Int.min, [Set<Int>])", "(Bool, [Set<Int>])"),
    ("case x(Dictionary <Int, Int>, Int)", "(Dictionary <Int, Int>, Int)"),
    ("case x(Int!, b: [Int]! = nil)", "(Int?, b: [Int]?)"),
    (
      "case x(Swift::Int, b: [Swift::Int: Swift::Set<Int>])",
      "(Swift::Int, b: [Swift::Int: Swift::Set<Int>])"
    ),
    ("case x((@autoclosure () -> Int) -> Void)", "(@autoclosure () -> Int) -> Void"),
    ("static let a = if case let y? = b { y } else { 0 }; case x(Int)", "Int"),
    ("static let a = if b, case is Int = c { 1 } else { 0 }; case x(Int)", "Int"),
    ("static let a = E.if\n case x(Int)", "Int"),
    ("static let a = 0...\n case x(Int)", "Int"),
    ("static let a = Range.all.case\n case x(Int)", "Int"),
    ("static let a = 1 < 2\n case x(Set<Int>, Int)", "(Set<Int>, Int)"),
    ("static func < (l: E, r: E) -> Bool { l>r }; case x(Int)", "Int"),
  ])
  func `a case has the payload that is declared`(declaration: String, payload: String) throws {
    let run = try CasePathsTool(["a.swift": "enum E: CasePathable { \(declaration) }"])
    #expect(run.text.contains("  static var x: CasePath<_Root, \(payload)> {"), "\(run.text)")
    #expect(run.text.matches(of: /static var/).count == 1 && run.notes == [])
  }

  @Test func `the case behind a raw value on a line of its own has a path`() throws {
    let text = try CasePathsTool([
      "a.swift": "enum E: Double, CasePathable { case a =\n -1.5, b = 2 }"
    ]).text
    #expect(text.contains("static var a: CasePath<_Root, Void>"))
    #expect(text.contains("static var b: CasePath<_Root, Void>"))
  }

  @Test(arguments: [
    (
      "enum E: CasePathable { case x(@autoclosure () -> Int) }",
      "E.x gets no case path: it has an autoclosure"
    ),
    (
      "enum E: CasePathable { case x(a: Int, b: @Sendable @autoclosure () -> Int) }",
      "E.x gets no case path: it has an autoclosure"
    ),
    (
      "extension Array { enum E: CasePathable { case x(Int) } }",
      "Array.E gets no case paths: Array is generic"
    ),
    (
      "extension Box<Int> { enum E: CasePathable { case x(Int) } }",
      "Box.E gets no case paths: Box is generic"
    ),
    (
      "extension Box where T == Int { enum E: CasePathable { case x(Int) } }",
      "Box.E gets no case paths: Box is generic"
    ),
    (
      "extension Int? { enum E: CasePathable { case x(Int) } }",
      "Optional.E gets no case paths: Optional is generic"
    ),
    (
      "extension [Box<Int>: Int] { enum E: CasePathable { case x(Int) } }",
      "Dictionary.E gets no case paths: Dictionary is generic"
    ),
    (
      "extension [[Int: Int]]: P { enum E: CasePathable { case x(Int) } }",
      "Array.E gets no case paths: Array is generic"
    ),
    (
      "extension StackState { enum E: CasePathable { case x(Int) } }",
      "StackState.E gets no case paths: StackState is generic"
    ),
    (
      "typealias A<T> = Box<T>; extension A { enum E: CasePathable { case x(Int) } }",
      "A.E gets no case paths: A is generic"
    ),
    ("enum E <T: Hashable>: CasePathable { case x(Int) }", "E gets no case paths: it is generic"),
    ("struct Array {}; extension Array { enum E: CasePathable { case x(Int) } }", nil),
    ("struct Send {}; extension Send { enum E: CasePathable { case x(Int) } }", nil),
    ("enum G <T: CasePathable> { case x(T) }; enum E: CasePathable { case x(Int) }", nil),
    ("func f() { struct E<T> {} }; enum E: CasePathable { case x(Int) }", nil),
    ("struct Host {\n let range = 0...\n enum E: CasePathable { case x(Int) } }", nil),
  ])
  func `a declaration gets a path, or is named with the reason`(source: String, note: String?)
    throws
  {
    let run = try CasePathsTool(["a.swift": source])
    #expect(run.notes == (note.map { ["a.swift:1: note: \($0)"] } ?? []))
    #expect(run.text.contains("static var x") == (note == nil))
  }

  @Test(arguments: [
    ("internal import Cairn", "internal import Cairn"),
    ("package import Cairn", "internal import Cairn"),
    ("private import Cairn", "internal import Cairn"),
    ("fileprivate import Cairn", "internal import Cairn"),
    ("@preconcurrency public import Cairn", "@preconcurrency internal import Cairn"),
    ("import struct Cairn.Store", "import Cairn\nimport struct Cairn.Store"),
    ("import CairnApp", "import Cairn\nimport CairnApp"),
    ("internal import CairnApp", "import Cairn\ninternal import CairnApp"),
    ("#if a\n#else\n@b import B\n#endif", "#if a\n#else\n@b import B\n#endif\nimport Cairn"),
    ("", "import Cairn"),
  ])
  func `an import has the access and conditions it needs`(line: String, imports: String) throws {
    let text = try CasePathsTool([
      "a.swift": "\(line)\nstruct Path: FeatureEnum {\n let a = A() }",
      "b.swift": "extension Path.State { static let screens = 0 }",
    ]).text
    #expect(text.hasPrefix("\(imports)\n\nextension Path {\n"), "\(text)")
    #expect(text.contains("var screen: Screen<Path.Action>") == line.contains("CairnApp"))
  }

  @Test(arguments: [
    "var screen: Screen<Path.Action> { .a }", "var screens: [Screen<Path.Action>] { [] }", "",
  ])
  func `a screen that is written by hand, or without an app, is not generated`(property: String)
    throws
  {
    let app = property.isEmpty ? "" : "import CairnApp\n"
    let text = try CasePathsTool([
      "Path.swift": "\(app)struct Path: FeatureEnum {\n let a = A() }",
      "Screens.swift": "extension Path.State {\n  \(property)\n}",
    ]).text
    #expect(text.contains("  enum State: Hashable, CasePathable {\n    case a(A.State)\n"))
    #expect(!text.contains("Screen<") && !text.contains("screen"))
  }

  /// The compiler warns that the body of a closure never runs.
  @Test func `the constructor for a type without values is no closure`() throws {
    let text = try CasePathsTool([
      "a.swift": """
      import CairnApp
      struct About { enum Action: Sendable { /* none */ } }
      struct Path: FeatureEnum { let about = About(), terms = Terms() }
      """
    ]).text
    #expect(text.contains("    .init(_Root.about(_:)) { if case .about(let x) ="), "\(text)")
    #expect(text.contains("    .init({ .terms($0) }) { if case .terms(let x) ="), "\(text)")
    #expect(text.contains("(let state): state.screen.map(Path.Action.about(_:))\n"), "\(text)")
    #expect(text.contains("(let state): state.screen.map({ .terms($0) })\n"), "\(text)")
  }

  @Test func `a file is written only if its text changed`() throws {
    let folder = TemporaryFolder()
    let file = folder["out.swift"]
    func generate(_ text: String) throws -> String {
      try folder.write(text, to: "a.swift")
      let run = try CasePathsTool.run(["--output", file, "App", folder["a.swift"]])
      #expect(run.output == "" && run.status == 0)
      return try #require(folder.text("out.swift"))
    }
    let paths = try generate("enum A: CasePathable { case x(Int) }")
    let old = Date(timeIntervalSince1970: 1e9)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file)
    try #expect(generate("enum A: CasePathable { case x(Int); struct Y {} }") == paths)
    try #expect(
      FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date == old)
    try #expect(generate("") == "// No case paths.\n")
  }

  @Test(arguments: [[], ["--output", "a"], ["--check"], ["--print", "A", "/none"]] as [[String]])
  func `other arguments and unreadable files are refused`(arguments: [String]) throws {
    let run = try CasePathsTool.run(arguments)
    let isKnown = arguments.first == "--print"
    #expect(run.status == (isKnown ? 1 : 2))
    #expect(run.output.hasPrefix(isKnown ? "error: " : "usage: CairnCasePaths "))
  }

  @Test func `incomplete source is no error`() throws {
    let sources = [
      "", "enum", "enum A", "enum A: CasePathable", "enum A: CasePathable {", "case", "\"", "/*",
      "#\"", "enum A: CasePathable { case", "enum A: CasePathable { case x(", "}}}", "extension",
      "#if", "@", "struct P: FeatureEnum {", "struct P: FeatureEnum { let",
      "struct P: FeatureEnum { let a", "struct P: FeatureEnum { let a =",
      "struct P: FeatureEnum { let a:", "struct P: FeatureEnum { typealias ActionTraits =",
      "import",
      "`", "#", "/", "\"\\(", "static var", ".", "enum A: CasePathable { case x(Int), }",
    ]
    let files = sources.enumerated().map { ("\($0).swift", $1) }
    _ = try CasePathsTool(Dictionary(uniqueKeysWithValues: files))
  }
}
