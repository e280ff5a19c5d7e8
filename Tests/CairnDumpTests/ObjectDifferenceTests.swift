import CairnDump
import Testing

@Test func `objects are compared by their contents`() {
  let old = Node("a", next: Node("b"))
  let new = Node("a", next: Node("c"))
  #expect(
    difference(from: old, to: new) == """
      - next.name: "b"
      + next.name: "c"
        (unchanged: 1 at the root, 1 in next)
      """)
}

@Test func `objects in cycles are compared once`() {
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
}

@Test func `objects that all refer to each other are compared once`() {
  let (old, new) = (Person.friends(12), Person.friends(12))
  #expect(difference(from: old, to: new) == nil)
  new[3].name = "ada"
  let lines = (difference(from: old, to: new) ?? "").split(separator: "\n")
  #expect(lines.count == 3)
  #expect(lines.first?.hasSuffix(#".friends[2].name: "3""#) == true)
  for person in old + new { person.friends = [] }
}

@Test func `an object that is in both values is unchanged`() {
  let node = Node("a")
  #expect(
    difference(from: [node, Node("b")], to: [node, Node("c")]) == """
      - [1].name: "b"
      + [1].name: "c"
        (unchanged: 1 at the root, 1 in [1])
      """)
}
