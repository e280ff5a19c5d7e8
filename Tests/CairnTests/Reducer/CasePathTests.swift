import Cairn
import TestSupport
import Testing

@Suite struct CasePathTests {
  fileprivate enum Shape: Equatable, Sendable, CasePathable {
    case circle(radius: Int)
    case square(side: Int)
    case names([String])

    static let circle = CasePath(Shape.circle(radius:)) {
      if case .circle(let x) = $0 { x } else { nil }
    }
    static let square = CasePath(Shape.square(side:)) {
      if case .square(let x) = $0 { x } else { nil }
    }
    static let names = CasePath(Shape.names) { if case .names(let x) = $0 { x } else { nil } }
  }

  @Test func `a case path that takes another case is told by name`() {
    let greedy = CasePath<Shape, Int>(Shape.circle(radius:), fileID: "Shapes.swift", line: 7) {
      switch $0 {
      case .circle(let x), .square(let x): x
      case .names: nil
      }
    }
    let broken = CasePath<Shape, [String]>(Shape.names, fileID: "Shapes.swift", line: 9) { _ in [] }
    #expect(
      CaseLaw.violations(greedy.law(for: 3), broken.law(for: ["a"])) == [
        "circle (Shapes.swift:7): also extracted by names (Shapes.swift:9)",
        "names (Shapes.swift:9): the extracted value differs from the embedded value",
      ])
  }

  @Test func `another case is not extracted and not changed`() {
    var shape = Shape.square(side: 2)
    #expect(shape[case: Shape.circle] == nil)
    #expect(shape.modify(Shape.circle) { $0 += 1 } == nil)
    #expect(shape == .square(side: 2))
  }

  @Test func `a payload is changed in place without copying what it holds`() {
    var shape = Shape.names(["a", "b"])
    let before = Shape.names.extract(shape).flatMap(address)
    let after = Shape.names.modify(&shape) { names in
      names.swapAt(0, 1)
      return address(names)
    }
    #expect(before != nil && before == after)
  }

  // MARK: Composition

  @Test func `composed paths are lawful`() {
    #expect(
      CaseLaw.violations(
        Gallery.shape.appending(path: Shape.circle).law(for: 3),
        Gallery.shape.appending(path: Shape.square).law(for: 3),
        Gallery.old.appending(path: Shape.circle).law(for: 3),
        Gallery.rows.element(id: 0).law(for: .circle(radius: 3)),
        Gallery.rows.element(id: 1).law(for: .circle(radius: 3)),
        Gallery.rows.element(id: 2).appending(path: Shape.names).law(for: ["a"])) == [])
    #expect(
      CaseLaw.violations(
        CasePath<Shape?, Int>.nested(.some, Shape.circle).law(for: 3),
        CasePath<Shape?, Int>.nested(.some, Shape.square).law(for: 3)) == [])
  }

  @Test func `composed paths have identities of their own`() {
    let paths = [
      Gallery.shape.appending(path: Shape.circle), Gallery.shape.appending(path: Shape.square),
      Gallery.old.appending(path: Shape.circle),
      Gallery.rows.element(id: 0).appending(path: Shape.circle),
      Gallery.rows.element(id: 1).appending(path: Shape.circle),
    ]
    #expect(Set(paths).count == paths.count)
    #expect(paths[0] == .nested(Gallery.shape, Shape.circle))
  }

  @Test func `the order in which paths are composed does not matter`() {
    let outer = CasePath<Gallery?, Gallery>.some
    let left = outer.appending(path: Gallery.shape).appending(path: Shape.circle)
    let right = outer.appending(path: Gallery.shape.appending(path: Shape.circle))
    #expect(left == right)
    #expect(left.embed(3) == right.embed(3))
    #expect(left.extract(.shape(.circle(radius: 3))) == 3)
    #expect(left.extract(.old(.circle(radius: 3))) == nil)
    #expect(left.extract(nil) == nil)
  }

  @Test func `the payload of a case is written through an optional`() {
    var shape: Shape? = .names(["a"])
    shape?[case: Shape.names]?.append("b")
    shape?[case: Shape.circle] = 3
    shape?[case: Shape.names] = nil
    shape[case: Shape.circle] = nil
    #expect(shape == .names(["a", "b"]))
    shape[case: Shape.circle] = 3
    #expect(shape == .circle(radius: 3))
    shape[case: Shape.circle] = nil
    #expect(shape == nil)
  }

  @Test func `a payload is written through an optional without copying what it holds`() {
    var shape: Shape? = .names(["a", "b"])
    let path = \Shape?.[case: Shape.names]
    let before = address(shape[keyPath: path])
    var names = shape[keyPath: path].take()
    names?.swapAt(0, 1)
    shape[keyPath: path] = names.take()
    #expect(address(shape[keyPath: path]) == before)
    #expect(shape == .names(["b", "a"]))
  }
}

private enum Gallery: Equatable, CasePathable {
  case shape(CasePathTests.Shape)
  case old(CasePathTests.Shape)
  case rows(ElementAction<Int, CasePathTests.Shape>)

  typealias Shape = CasePathTests.Shape

  static var shape: CasePath<Gallery, Shape> {
    .init(Gallery.shape) { if case .shape(let x) = $0 { x } else { nil } }
  }
  static var old: CasePath<Gallery, Shape> {
    .init(Gallery.old) { if case .old(let x) = $0 { x } else { nil } }
  }
  static var rows: CasePath<Gallery, ElementAction<Int, Shape>> {
    .init(Gallery.rows) { if case .rows(let x) = $0 { x } else { nil } }
  }
}

/// Compiles generated code in a target whose default isolation is the main actor, as that of a new app of Xcode 26.
@Suite(.blocking, .gate) struct DefaultIsolationTests {
  private static let source = """
    import Cairn

    nonisolated struct Toy: Reducer {
      struct State: Hashable { var taps = 0 }
      enum Action: Equatable, CasePathable { case left(Int), pair(Int, x: String), tapped }

      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }

    nonisolated struct Shelf: Reducer {
      struct State: Hashable { var toy = Toy.State() }
      enum Action: Equatable, CasePathable { case toy(Toy.Action) }

      var body: some Reducer<State, Action> { Scope(\\.toy, .toy) { Toy() } }
    }

    nonisolated struct Path: FeatureEnum { let toy = Toy(), shelf = Shelf() }

    struct Isolated: Reducer {
      struct State: Hashable {}
      enum Action: Equatable, CasePathable { case left(Int) }

      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }

    struct IsolatedPath: FeatureEnum { let first = Isolated() }
    """

  @Test(arguments: [
    ["-default-isolation", "MainActor"],
    [
      "-default-isolation", "MainActor", "-enable-upcoming-feature",
      "NonisolatedNonsendingByDefault",
    ],
    ["-default-isolation", "nonisolated"],
    ["-swift-version", "5"],
  ])
  func `generated code compiles with every default isolation`(options: [String]) throws {
    let generated = try CasePathsTool(["Toy.swift": Self.source]).text
    let check = ["-typecheck", "-parse-as-library", "-warnings-as-errors"]
    let sources = ["Toy.swift": Self.source, "Paths.swift": generated]
    #expect(try Compiler.compile(sources, check + options) == "")
  }
}
