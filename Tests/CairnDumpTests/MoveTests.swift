import Cairn
import CairnDump
import CairnSimulation
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

/// In quadratic time it takes minutes.
@Test func `many elements that moved between many others take no long time`() {
  let count = 20_000
  let old = Array(0..<2 * count)
  let new = old.map { $0.isMultiple(of: 2) ? $0 : 2 * count - $0 }
  let text = difference(from: old, to: new)
  #expect(text?.hasPrefix("~ [1] moved to [\(2 * count - 1)]: 1\n") == true)
}

/// An element that differs from others only four levels down.
private struct Deep: Equatable {
  struct Inner: Equatable {
    struct Innermost: Equatable { var value: [Int] }
    var innermost: Innermost
  }
  var inner: Inner

  init(_ value: Int) { inner = Inner(innermost: Inner.Innermost(value: [value])) }
}

/// The time limit tells linear from quadratic. It also counts the wait for other tests.
@Test(.timeLimit(.minutes(20)))
func `many elements that differ deep inside take no long time`() {
  let count = 15_000
  let old = (0..<count).map { Deep($0) }
  let text = difference(from: old, to: old.reversed())
  #expect(text?.hasPrefix("~ [0] moved to [\(count - 1)]: Deep(") == true)
}

@Test(.timeLimit(.minutes(20)))
func `many elements that differ at the end of a long list take no long time`() {
  struct Line { let numbers: [Int] }
  let count = 4_000
  let old = (0..<count).map { Line(numbers: Array(repeating: 0, count: 70) + [$0]) }
  let text = difference(from: old, to: old.reversed())
  #expect(text?.hasPrefix("~ [0] moved to [\(count - 1)]: Line(") == true)
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
  var random = SplitMix64(seed: 7)
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

private func x(_ count: Int) -> String { String(repeating: "x", count: count) }

@Test func `a text of 2,000 characters is whole, and a longer one is truncated or begins late`() {
  #expect(
    difference(from: ["a"], to: [x(3232)]) == """
      - [0]: "a"
      + [0]: "\(x(1999))… 1,234 more characters
      """)
  #expect(difference(from: "", to: x(1998)) == "- \"\"\n+ \"\(x(1998))\"")
  #expect(difference(from: "", to: x(1999)) == "- \"\"\n+ \"\(x(1999))… 1 more character")
  #expect(
    difference(from: x(12_345) + "a", to: x(12_345) + "b") == """
      - 12,306 characters alike …\(x(40))a"
      + 12,306 characters alike …\(x(40))b"
      """)
}

@Test func `many changes and long values are truncated, too`() {
  let text = difference(from: Array(1...1_300), to: (1...1_300).map { -$0 }) ?? ""
  #expect(text.split(separator: "\n").count == 201)
  #expect(text.hasSuffix("+ [99]: -100\n… 1,200 more changes"))
  let value = difference(
    from: Onboarding.State?.none,
    to: Onboarding.State(path: StackState(Array(repeating: .welcome, count: 1000))))
  let lines = value?.split(separator: "\n") ?? []
  #expect(
    lines.prefix(4) == [
      "- nil", "+ Onboarding.State(",
      #"+   draft: Onboarding.Draft(email: "ada@example.com", password: ••••),"#, "+   path: [",
    ])
  #expect(lines.allSatisfy { $0.hasPrefix("+ ") || $0 == "- nil" })
  #expect(lines.last?.hasSuffix(" more characters") == true)
  #expect(value?.count ?? 0 < 2500)
}
