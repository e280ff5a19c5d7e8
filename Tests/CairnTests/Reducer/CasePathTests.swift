import Cairn
import CairnTesting
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

  @Test func `the case paths of a type are checked all at once`() {
    #expect(
      CaseLaw.violations(
        Shape.circle.law(for: 3), Shape.square.law(for: 3), Shape.names.law(for: ["a"])) == [])
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
    #expect(
      CaseLaw.violations(Shape.square.law(for: 1), greedy.law(for: 2)).map {
        $0.hasPrefix("square")
      }
        == [true])
  }

  @Test func `another case is not extracted and not changed`() {
    var shape = Shape.square(side: 2)
    #expect(shape[case: Shape.circle] == nil)
    #expect(shape.modify(Shape.circle) { $0 += 1 } == nil)
    #expect(shape == .square(side: 2))
  }

  @Test func `a payload is changed in place without copying what it holds`() {
    final class Witness {}
    struct Payload { var witnesses: [Witness] }
    enum Root {
      case full(Payload)
      case empty
    }
    let path = CasePath<Root, Payload>(Root.full) { if case .full(let x) = $0 { x } else { nil } }

    var root = Root.full(Payload(witnesses: [Witness(), Witness()]))
    func address(_ payload: Payload) -> UnsafeRawPointer? {
      payload.witnesses.withUnsafeBytes { $0.baseAddress }
    }
    let before = path.extract(root).flatMap(address)
    let after = path.modify(&root) { payload in
      payload.witnesses.swapAt(0, 1)
      return address(payload)
    }
    #expect(before == after)
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
    #expect(shape == .names(["a", "b"]))
    shape?[case: Shape.circle] = 3
    #expect(shape == .names(["a", "b"]))
    shape?[case: Shape.names] = nil
    #expect(shape == .names(["a", "b"]))

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
    let before = shape[keyPath: path]?.withUnsafeBufferPointer { $0.baseAddress }
    var names = shape[keyPath: path].take()
    names?.swapAt(0, 1)
    let after = names?.withUnsafeBufferPointer { $0.baseAddress }
    shape[keyPath: path] = names
    #expect(before == after)
    #expect(shape == .names(["b", "a"]))
  }

  @Test func `a child behind a case of an optional enum ends with that case`() async {
    let store = TestStore(Folio.State()) { Folio() }
    store.send(.open) { $0.page = .draft(.init()) }
    store.send(.page(.draft(.wait)))
    store.send(.page(.draft(.close))) { $0.page = nil }
    store.send(.open) { $0.page = .draft(.init()) }
    store.send(.page(.draft(.wait)))
    store.send(.turn) { $0.page = .empty }
    store.finish()
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

/// A parent whose child is the payload of a case of an optional enum, without a reducer for the enum.
private struct Folio: Reducer {
  struct State: Equatable { var page: Content? }
  enum Content: Equatable, CasePathable {
    case draft(FolioDraft.State)
    case empty
  }
  enum Action: Equatable {
    case open, turn
    case page(PageAction)
  }
  enum PageAction: Equatable { case draft(FolioDraft.Action) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open: state.page = .draft(.init())
      case .turn: state.page = .empty
      case .page: break
      }
      return .none
    }
    .ifLet(\.page[case: .draft], .nested(.page, .draft)) { FolioDraft() }
  }
}

private struct FolioDraft: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case wait, close }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .wait: .run { _ in try await Task.sleep(for: .seconds(3600)) }
    case .close: .dismiss
    }
  }
}

extension CasePath<Folio.Content, FolioDraft.State> {
  fileprivate static var draft: Self {
    Self(Root.draft) { if case .draft(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Folio.Action, Folio.PageAction> {
  fileprivate static var page: Self {
    Self(Root.page) { if case .page(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Folio.PageAction, FolioDraft.Action> {
  fileprivate static var draft: Self {
    Self(Root.draft) { if case .draft(let x) = $0 { x } else { nil } }
  }
}
