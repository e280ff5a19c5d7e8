import TestSupport
import Testing

/// Legal source that is easily mistaken for other source.
@Suite(.blocking) struct UnusualSourceTests {
  @Test(arguments: [
    ("extension Outer { private struct Row {} }", "Row"),
    ("extension Outer { fileprivate typealias Row = Int }", "Row"),
    ("private extension Outer { struct Row {} }", "Row"),
    ("extension Outer { struct Row {} }", "Outer.Row"),
    ("extension Outer { typealias Row = Int }", "Outer.Row"),
  ])
  func `a private type of another file is no payload`(source: String, payload: String) throws {
    let text = try CasePathsTool([
      "a.swift": "struct Row {}; struct Outer { enum E: CasePathable { case x(Row) } }",
      "b.swift": source,
    ]).text
    #expect(text.contains("static var x: CasePath<_Root, \(payload)>"), "\(text)")
  }

  @Test func `the traits of a nested struct of features have their full names`() throws {
    let text = try CasePathsTool([
      "a.swift": """
      struct Home {
        typealias Traits = Codable & Equatable
        enum Names { typealias Traits = Hashable }
        struct Path: FeatureEnum {
          typealias StateTraits = Names.Traits & Codable
          typealias ActionTraits = Traits
          let terms = Terms()
        }
      }
      """
    ]).text
    for part in [
      "enum State: Home.Names.Traits, Codable, CasePathable {",
      "enum Action: Home.Traits, CasePathable {",
    ] { #expect(text.contains("  \(part)\n    case terms("), "\(text)") }
  }

  @Test(arguments: [
    ("enum Scope { case read }", "    Cairn.Scope(.a, .a) { a }"),
    ("typealias Scope = Int", "    Cairn.Scope(.a, .a) { a }"),
    ("extension Path { struct Scope {} }", "    Cairn.Scope(.a, .a) { a }"),
    ("extension Other { struct Scope {} }", "    Scope(.a, .a) { a }"),
    ("struct ChildStore<T> {}", "    case a(Cairn.ChildStore<A.State, A.Action>)"),
    ("struct Screen {}", "  var screen: CairnApp.Screen<Path.Action> {"),
    ("protocol Reducer {}", "var body: some Cairn.Reducer<State, Action> {"),
    ("struct ReducerBuilder {}", "@Cairn.ReducerBuilder<State, Action> var body: some Reducer<"),
  ])
  func `a type of the target may have the name of a type in the generated code`(
    source: String, line: String
  ) throws {
    let text = try CasePathsTool([
      "a.swift": "import CairnApp\nstruct Path: FeatureEnum { let a = A() }", "b.swift": source,
    ]).text
    #expect(text.contains(line), "\(text)")
  }

  @Test func `an extension may name the module of its type`() throws {
    let text = try CasePathsTool([
      "a.swift": "extension App::Outer { struct Row {}; enum E: CasePathable { case x(Row) } }"
    ]).text
    #expect(text.contains("extension _CasePath where _Root == Outer.E {"), "\(text)")
    #expect(text.contains("static var x: CasePath<_Root, Outer.Row>"), "\(text)")
  }

  @Test(arguments: [
    ("struct Outer { struct Row {} }", "App.Outer", "Outer"),
    ("struct Outer { struct Row {} }", "App::Outer", "Outer"),
    ("struct Outer {}; extension App.Outer { struct Row {} }", "Outer", "Outer"),
    ("struct Inner { struct Row {} }; typealias Outer = Inner", "App.Outer", "Inner"),
    ("struct Outer {}; extension Kit.Outer { struct Row {} }", "Kit.Outer", "Kit.Outer"),
    ("struct Outer {}; enum App { struct Outer { struct Row {} } }", "App.Outer", "App.Outer"),
  ])
  func `the module before the name of an extended type leads to that type`(
    source: String, extended: String, type: String
  ) throws {
    let text = try CasePathsTool([
      "a.swift": source,
      "b.swift": "import Kit\nextension \(extended) { enum E: CasePathable { case x(Row) } }",
    ]).text
    #expect(text.contains("extension _CasePath where _Root == \(type).E {"), "\(text)")
    #expect(text.contains("static var x: CasePath<_Root, \(type).Row>"), "\(text)")
  }

  @Test func `an extension may name its type by an alias`() throws {
    let text = try CasePathsTool([
      "a.swift": """
      struct Outer {
        struct Row {}
        struct Inner { struct Cell {} }
        typealias Part = Inner
      }
      typealias Other = Outer
      """,
      "b.swift": """
      extension Other { enum E: CasePathable { case x(Row), y(Part) } }
      extension Other.Part { enum F: CasePathable { case z(Cell) } }
      typealias Boxed = Box<Int>
      extension Boxed { enum G: CasePathable { case w(Cell) }; struct Cell {} }
      """,
    ]).text
    #expect(text.contains("static var x: CasePath<_Root, Outer.Row>"), "\(text)")
    #expect(text.contains("static var y: CasePath<_Root, Outer.Part>"), "\(text)")
    #expect(text.contains("static var z: CasePath<_Root, Outer.Inner.Cell>"), "\(text)")
    #expect(text.contains("extension _CasePath where _Root == Outer.Inner.F {"), "\(text)")
    #expect(text.contains("static var w: CasePath<_Root, Boxed.Cell>"), "\(text)")
  }

  /// Only the file of the alias imports that module.
  @Test func `an alias of a type of another module stays`() throws {
    let text = try CasePathsTool([
      "a.swift": "import Kit\ntypealias Model = KitModel",
      "b.swift": "extension Model { struct Row {}; enum E: CasePathable { case x(Row) } }",
    ]).text
    #expect(text.contains("extension _CasePath where _Root == Model.E {"), "\(text)")
    #expect(text.contains("static var x: CasePath<_Root, Model.Row>"), "\(text)")
  }

  @Test(arguments: [
    "struct Cart {}\nprivate typealias Model = Cart", "private struct Model {}",
    "struct Cart {}\nextension Order { fileprivate typealias Part = Cart }", "",
  ])
  func `a private alias is known in its file only`(other: String) throws {
    let text = try CasePathsTool([
      "a.swift": other,
      "b.swift": """
      typealias Sale = Order
      struct Order {
        struct Row {}
        struct Line { struct Cell {} }
        fileprivate typealias Part = Line
      }
      private typealias Model = Sale
      extension Model { enum E: CasePathable { case x(Row) } }
      extension Order.Part { enum F: CasePathable { case y(Cell) } }
      """,
    ]).text
    #expect(text.contains("extension _CasePath where _Root == Order.E {"), "\(text)")
    #expect(text.contains("static var x: CasePath<_Root, Order.Row>"), "\(text)")
    #expect(text.contains("extension _CasePath where _Root == Order.Line.F {"), "\(text)")
    #expect(text.contains("static var y: CasePath<_Root, Order.Line.Cell>"), "\(text)")
  }

  @Test(arguments: [
    ("private typealias Model = Order", "App.Model"),
    ("private typealias Model = App.Order", "App.Model"),
    ("private typealias Model = App.Order", "Model"), ("typealias Model = App.Order", "Model"),
  ])
  func `the module may stand before a private alias, and before the type of an alias`(
    alias: String, extended: String
  ) throws {
    let text = try CasePathsTool([
      "a.swift": """
      struct Order { struct Row {} }
      \(alias)
      extension \(extended) { enum E: CasePathable { case x(Row) } }
      """
    ]).text
    #expect(text.contains("extension _CasePath where _Root == Order.E {"), "\(text)")
    #expect(text.contains("static var x: CasePath<_Root, Order.Row>"), "\(text)")
  }

  @Test func `an alias within #if stays, because its type depends on the condition`() throws {
    let text = try CasePathsTool([
      "a.swift": """
      struct Mac {}; struct Phone {}
      #if os(macOS)
        typealias Platform = Mac
      #else
        typealias Platform = Phone
      #endif
      extension Platform { enum E: CasePathable { case x(Int) } }
      """
    ]).text
    #expect(text.contains("extension _CasePath where _Root == Platform.E {"), "\(text)")
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `a line ends as in Swift`(end: String) throws {
    let lines = [
      "let text = 0  // {", "let more = \"\"\"", "{", "\"\"\"",
      "enum E: CasePathable { case x(Int) }", "",
      "enum G<T>: CasePathable { case y(T) }",
    ]
    let run = try CasePathsTool(["a.swift": lines.joined(separator: end)])
    #expect(run.text.contains("static var x: CasePath<_Root, Int>"), "\(run.text)")
    #expect(run.notes == ["a.swift:7: note: G gets no case paths: it is generic"])
  }

  @Test(arguments: [
    ("@_spi(Testing) public enum E: CasePathable { case x(Int) }", "E"),
    ("@_spi(Testing) public struct A { public enum E: CasePathable { case x(Int) } }", "A.E"),
    ("@_spi(Testing) public extension A { enum E: CasePathable { case x(Int) } }", "A.E"),
  ])
  func `the paths of a system programming interface belong to it`(source: String, name: String)
    throws
  {
    let text = try CasePathsTool(["a.swift": source]).text
    #expect(
      text.contains(
        "\n@_spi(Testing)\nnonisolated extension _CasePath where _Root == \(name) {\n  public"),
      "\(text)")
  }

  @Test(arguments: [
    ["internal import A", "import A", "internal", "internal import A"],
    ["private import A", "import A", "internal", "internal import A"],
    ["internal import A", "internal import A", "public", "internal import A"],
    ["internal import A", "package import A", "package", "package import A"],
    ["public import A", "public import A", "package", "package import A"],
    ["internal import A", "public import A", "public", "public import A"],
    ["public import A", "import A", "public", "public import A"],
    ["public import A", "import A", "internal", "internal import A"],
    ["@b public import A", "@b public import A", "internal", "@b internal import A"],
    ["import A", "import A", "internal", "import A"],
    ["@_exported public import A", "import A", "internal", "internal import A"],
  ])
  func `a module that two files import is imported once`(texts: [String]) throws {
    let text = try CasePathsTool([
      "a.swift": "\(texts[0])\n\(texts[2]) enum E: CasePathable { case x(Int) }",
      "b.swift": "\(texts[1])\nenum F: CasePathable { case x(Int) }",
    ]).text
    let imports = ["import Cairn", texts[3]].sorted().joined(separator: "\n")
    #expect(text.hasPrefix("\(imports)\n\nnonisolated extension "), "\(text)")
  }

  /// A time in proportion to the square of the length would exceed the limit.
  @Test(.timeLimit(.minutes(10))) func `a long line of strings is read in linear time`() throws {
    let list = String(repeating: #""a string", "#, count: 80_000)
    let source = "let list = [\(list)]\nenum E: CasePathable { case x(Int) }"
    #expect(try CasePathsTool(["a.swift": source]).text.contains("static var x"))
  }
}
