import CairnDump
import Testing

private struct Row: Equatable {
  let id: Int
  var name = "a"
}

@Test(arguments: [
  (["a", "b"], ["b", "a"], "~ [0] moved to [1]: \"a\"\n  (1 unchanged)"),
  (["a", "b", "c", "d"], ["b", "c", "d", "a"], "~ [0] moved to [3]: \"a\"\n  (3 unchanged)"),
  (["a", "b", "c", "d"], ["d", "a", "b", "c"], "~ [3] moved to [0]: \"d\"\n  (3 unchanged)"),
  (["a", "a", "b"], ["b", "a", "a"], "~ [2] moved to [0]: \"b\"\n  (2 unchanged)"),
  (
    ["a", "b", "c", "d"], ["x", "c", "b", "d"],
    "- [0]: \"a\"\n+ [0]: \"x\"\n~ [1] moved to [2]: \"b\"\n  (2 unchanged)"
  ),
])
func `an element that moved is shown as moved`(old: [String], new: [String], expected: String) {
  #expect(difference(from: old, to: new) == expected)
}

@Test func `an element that moved keeps its path`() {
  #expect(
    difference(from: ["rows": [1, 2, 3]], to: ["rows": [3, 1, 2]]) == """
      ~ ["rows"][2] moved to [0]: 3
        (2 unchanged in ["rows"])
      """)
}

@Test func `an element with an id that moved and changed shows its move and its change`() {
  let old = [Row(id: 1), Row(id: 2), Row(id: 3)]
  #expect(
    difference(from: old, to: [Row(id: 3, name: "b"), Row(id: 1), Row(id: 2)]) == """
      ~ [2] moved to [0]
      - [2].name: "a"
      + [0].name: "b"
        (unchanged: 2 at the root, 1 in [0])
      """)
}

@Test func `an element with an id is compared with itself when others come and go`() {
  let old = [Row(id: 1), Row(id: 2), Row(id: 3)]
  #expect(
    difference(from: old, to: [Row(id: 9), Row(id: 2, name: "b"), Row(id: 8), Row(id: 3)]) == """
      - [0].id: 1
      + [0].id: 9
      - [1].name: "a"
      + [1].name: "b"
      + [2]: Row(id: 8, name: "a")
        (unchanged: 1 at the root, 1 in [0], 1 in [1])
      """)
  #expect(
    difference(from: old, to: [Row(id: 2, name: "b"), Row(id: 8), Row(id: 3)]) == """
      - [0]: Row(id: 1, name: "a")
      - [1].name: "a"
      + [0].name: "b"
      + [1]: Row(id: 8, name: "a")
        (unchanged: 1 at the root, 1 in [0])
      """)
}

@Test func `an element that is in many places is compared by position`() {
  let old = Array(repeating: false, count: 100) + Array(repeating: true, count: 100)
  var new = old
  new[0] = true
  new[150] = false
  #expect(
    difference(from: old, to: new) == """
      - [0]: false
      + [0]: true
      - [150]: true
      + [150]: false
        (198 unchanged)
      """)
}

@Test func `every move and change of a random shuffle adds up`() {
  var random = Seeded(state: 7)
  for _ in 0..<200 {
    let old = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
      Int.random(in: 0..<8, using: &random)
    }
    let new = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
      Int.random(in: 0..<8, using: &random)
    }
    let lines = difference(from: old, to: new)?.split(separator: "\n") ?? []
    let left = lines.count { $0.hasPrefix("- ") || $0.hasPrefix("~ ") }
    let arrived = lines.count { $0.hasPrefix("+ ") || $0.hasPrefix("~ ") }
    let unchanged =
      lines.last.flatMap { line in
        line.hasPrefix("  (") ? Int(line.dropFirst(3).prefix { $0.isNumber }) : nil
      } ?? (lines.isEmpty ? old.count : 0)
    #expect(left + unchanged == old.count, "\(old) \(new)")
    #expect(arrived + unchanged == new.count, "\(old) \(new)")
  }
}

private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
