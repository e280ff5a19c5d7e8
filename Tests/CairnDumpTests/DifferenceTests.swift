import Cairn
import CairnDump
import Testing

@Test func `only changes are shown, with their full paths`() {
  let old = Onboarding.State(
    path: StackState([
      .welcome, .terms(Onboarding.Terms()), .credentials(Onboarding.Draft(email: "ada@exampl")),
    ]))
  var new = old
  new.path.elements[1] = .terms(Onboarding.Terms(accepted: true))
  new.path.elements[2] = .credentials(Onboarding.Draft(password: "12345"))
  new.path.elements.append(.main(name: "Ada", visits: 1))
  new.error = "too short"
  #expect(
    difference(from: old, to: new) == """
      - path[1].terms.accepted: false
      + path[1].terms.accepted: true
      - path[2].credentials.email: "ada@exampl"
      + path[2].credentials.email: "ada@example.com"
      - path[2].credentials.password: ••••
      + path[2].credentials.password: •••••
      + path[3]: .main(name: "Ada", visits: 1)
      - error: nil
      + error: "too short"
        (unchanged: 1 at the root, 1 in path, 1 in path[1].terms)
      """)
}

@Test func `a change of the root has no path`() {
  #expect(difference(from: 1, to: 2) == "- 1\n+ 2")
  #expect(
    difference(from: Onboarding.Screen.welcome, to: .main(name: "Ada", visits: 1)) == """
      - .welcome
      + .main(name: "Ada", visits: 1)
      """)
}

@Test func `values of another case, type or mirror are shown whole`() {
  #expect(
    difference(
      from: [Onboarding.Screen.terms(Onboarding.Terms(links: ["a"]))],
      to: [.credentials(Onboarding.Draft())]) == """
        - [0]: .terms(Onboarding.Terms(
        -   accepted: false,
        -   links: ["a"],
        - ))
        + [0]: .credentials(Onboarding.Draft(email: "ada@example.com", password: ••••))
        """)
  struct Celsius { let degrees: Int }
  struct Kelvin { let degrees: Int }
  let old: Any = Celsius(degrees: 1)
  #expect(
    difference(from: old, to: Kelvin(degrees: 1)) == """
      - Celsius(degrees: 1)
      + Kelvin(degrees: 1)
      """)
  struct Sparse: CustomReflectable {
    var name: String?
    var customMirror: Mirror {
      Mirror(self, children: name.map { ["name": $0] } ?? [:])
    }
  }
  #expect(
    difference(from: [Sparse()], to: [Sparse(name: "a")]) == """
      - [0]: Sparse()
      + [0]: Sparse(name: "a")
      """)
}

@Test func `payloads and tuples are compared by label or index`() {
  enum Action {
    case move(Int, to: Int)
    case place(x: Int)
    case place(y: Int)
  }
  #expect(
    difference(from: Action.move(1, to: 2), to: .move(3, to: 4)) == """
      - move.0: 1
      + move.0: 3
      - move.to: 2
      + move.to: 4
      """)
  #expect(
    difference(from: Action.place(x: 1), to: .place(y: 1)) == """
      - .place(x: 1)
      + .place(y: 1)
      """)
  #expect(
    difference(from: (1, name: "a"), to: (2, name: "b")) == """
      - 0: 1
      + 0: 2
      - name: "a"
      + name: "b"
      """)
}

@Test(arguments: [
  ([1, 2, 3], [1, 5, 3], "- [1]: 2\n+ [1]: 5\n  (2 unchanged)"),
  ([1, 2, 3], [1, 3], "- [1]: 2\n  (2 unchanged)"),
  ([1, 3], [1, 2, 3], "+ [1]: 2\n  (2 unchanged)"),
  ([1, 2], [0, 1, 2], "+ [0]: 0\n  (2 unchanged)"),
  ([1, 2, 3, 4], [1], "- [1]: 2\n- [2]: 3\n- [3]: 4\n  (1 unchanged)"),
  ([], [1], "+ [0]: 1"),
  ([1, 1], [1, 1, 1], "+ [2]: 1\n  (2 unchanged)"),
  ([1, 2, 9], [3, 4, 5, 9], "- [0]: 1\n+ [0]: 3\n- [1]: 2\n+ [1]: 4\n+ [2]: 5\n  (1 unchanged)"),
  ([1, 2, 3], [0, 1, 9, 3], "+ [0]: 0\n- [1]: 2\n+ [2]: 9\n  (2 unchanged)"),
])
func `elements are added, removed and changed`(old: [Int], new: [Int], expected: String) {
  #expect(difference(from: old, to: new) == expected)
}

@Test func `a changed element is compared by its fields when others are added`() {
  let old = [Onboarding.Terms(), Onboarding.Terms(links: ["a"])]
  let new = [Onboarding.Terms(), Onboarding.Terms(links: ["b"]), Onboarding.Terms()]
  #expect(
    difference(from: old, to: new) == """
      - [1].links[0]: "a"
      + [1].links[0]: "b"
      + [2]: Onboarding.Terms(accepted: false, links: [])
        (unchanged: 1 at the root, 1 in [1])
      """)
}

@Test func `dictionaries are compared by key, and sets show added and removed elements`() {
  let old = ["b": [1], "a": [2], "c": [3]]
  let new = ["d": [4], "c": [3], "a": [2, 5]]
  #expect(
    difference(from: old, to: new) == """
      + ["a"][1]: 5
      - ["b"]: [1]
      + ["d"]: [4]
        (unchanged: 1 at the root, 1 in ["a"])
      """)
  #expect(
    difference(from: ["tags": Set(["a", "b"])], to: ["tags": ["b", "c"]]) == """
      - ["tags"][]: "a"
      + ["tags"][]: "c"
        (1 unchanged in ["tags"])
      """)
  struct Key: Hashable, CustomReflectable {
    let id: Int
    var customMirror: Mirror { Mirror(self, children: []) }
  }
  #expect(
    difference(from: [Key(id: 1): 1], to: [Key(id: 1): 1, Key(id: 2): 2])
      == "+ [Key()]: 2\n  (1 unchanged)")
  #expect(
    difference(from: [Key(id: 1)] as Set, to: [Key(id: 1), Key(id: 2)])
      == "+ []: Key()\n  (1 unchanged)")
}

@Test func `values that are equal or have the same text are unchanged`() {
  #expect(difference(from: Onboarding.State(), to: Onboarding.State()) == nil)
  #expect(difference(from: Double.nan, to: .nan) == nil)
  #expect(difference(from: { 1 }, to: { 2 }) == nil)
  let node = Node("a")
  #expect(difference(from: node, to: node) == nil)
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

@Test func `objects in cycles, of all to all, and in both values are compared once`() {
  let old = Node("a", next: Node("b"))
  old.next?.next = old
  let new = Node("a", next: Node("c"))
  new.next?.next = new
  #expect(
    difference(from: old, to: new) == """
      - next.name: "b"
      + next.name: "c"
        (unchanged: 1 at the root, 1 in next)
      """)
  old.next = old
  #expect(
    difference(from: old, to: new) == """
      - next: (Node, 1 level up)
      + next: Node(name: "c", next: (Node, 2 levels up))
        (1 unchanged)
      """)
  old.next = nil
  new.next = nil
  let (people, others) = (Person.friends(12), Person.friends(12))
  #expect(difference(from: people, to: others) == nil)
  others[3].name = "ada"
  let lines = (difference(from: people, to: others) ?? "").split(separator: "\n")
  #expect(lines.count == 3 && lines.first?.hasSuffix(#".friends[2].name: "3""#) == true)
  for person in people + others { person.friends = [] }
  let node = Node("a")
  #expect(
    difference(from: [node, Node("b")], to: [node, Node("c")]) == """
      - [1].name: "b"
      + [1].name: "c"
        (unchanged: 1 at the root, 1 in [1])
      """)
}

/// An object that equals itself alone.
private final class Token: Equatable {
  let text = "token"

  static func == (one: Token, other: Token) -> Bool { one === other }
}

private struct NetworkProblem: Error, CustomStringConvertible {
  var description: String { "failed" }
}

private struct DiskProblem: Error, CustomStringConvertible {
  var description: String { "failed" }
}

@Test func `values of two types are not interchangeable, and two objects with one text are`() {
  let problems: [any Error] = [NetworkProblem(), DiskProblem()]
  #expect(areInterchangeable(problems[0], problems[0]))
  #expect(!areInterchangeable(problems[0], problems[1]))
  #expect(areInterchangeable(Token(), Token()))
  #expect(areInterchangeable(Optional(Token()), Optional(Token())))
}

/// A dictionary whose order counts.
private struct Ranking: Hashable, CustomReflectable {
  let names: [String]

  var customMirror: Mirror {
    Mirror(self, children: names.map { ($0, $0.count) }, displayStyle: .dictionary)
  }
}

@Test func `values are not interchangeable if a mirror of their own omits the difference`() {
  let (one, other) = (Ranking(names: ["a", "b"]), Ranking(names: ["b", "a"]))
  #expect(dumpedOnOneLine(one) == dumpedOnOneLine(other))
  #expect(areInterchangeable(one, one) && areInterchangeable(["a": one], ["a": one]))
  #expect(!areInterchangeable(one, other))
  #expect(!areInterchangeable(Optional(one), Optional(other)))
  #expect(!areInterchangeable(["a": one], ["a": other]))
  #expect(!areInterchangeable(AnyHashable(one), AnyHashable(other)))
}
