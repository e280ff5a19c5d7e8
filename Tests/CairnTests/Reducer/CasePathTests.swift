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

  @Test func `what is embedded is extracted again`() {
    #expect(Shape.circle.isLawful(for: 3))
    #expect(Shape.square.isLawful(for: 4))
    #expect(Shape.names.isLawful(for: ["a"]))
  }

  @Test func `a case path that mixes up two cases is not lawful`() {
    let mixed = CasePath<Shape, Int>(Shape.circle(radius:)) {
      if case .square(let x) = $0 { x } else { nil }
    }
    #expect(!mixed.isLawful(for: 3))
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
