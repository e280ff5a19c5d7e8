import CairnDump
import Testing

@Test func `values with the same text have no difference`() {
  #expect(difference(from: Onboarding.State(), to: Onboarding.State()) == nil)
  #expect(difference(from: Double.nan, to: .nan) == nil)
  #expect(difference(from: { 1 }, to: { 2 }) == nil)
  let node = Node("a")
  #expect(difference(from: node, to: node) == nil)
}

@Test func `equal values are unchanged, regardless of their text`() {
  struct Cached: Equatable {
    let id: Int
    var hits = 0
    static func == (left: Cached, right: Cached) -> Bool { left.id == right.id }
  }
  #expect(difference(from: Cached(id: 1), to: Cached(id: 1, hits: 2)) == nil)
  #expect(
    difference(from: [Cached(id: 1)], to: [Cached(id: 1, hits: 2), Cached(id: 2)]) == """
      + [1]: Cached(id: 2, hits: 0)
        (1 unchanged)
      """)
}

@Test func `unchanged parts are counted at each place, or as a sum`() {
  let old = (0..<5).map { Onboarding.Draft(email: "\($0)") }
  #expect(
    difference(from: old + old, to: old.map { Onboarding.Draft(email: $0.email + "x") } + old)
      == """
      - [0].email: "0"
      + [0].email: "0x"
      - [1].email: "1"
      + [1].email: "1x"
      - [2].email: "2"
      + [2].email: "2x"
      - [3].email: "3"
      + [3].email: "3x"
      - [4].email: "4"
      + [4].email: "4x"
        (10 unchanged in 6 places)
      """)
  let numbers = Array(0..<10_000)
  #expect(
    difference(from: numbers, to: numbers.dropLast() + [0])
      == "- [9999]: 9999\n+ [9999]: 0\n  (9,999 unchanged)")
}
