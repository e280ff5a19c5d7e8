import Cairn
import Testing

@Suite struct CasePathTests {
  private enum Shape: Equatable, EnumState {
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
}
