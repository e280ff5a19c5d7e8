import Cairn
import CairnDump
import Foundation
import Observation
import Testing

@Test func `enum cases and tuples show their payload and labels`() {
  enum Action {
    case next
    case rename(String)
    case element(id: Int, action: Int)
    case only(id: Int)
    case mixed(Int, to: Int)
    case nothing(Void)
  }
  let actions = [
    Action.next, .rename("a"), .element(id: 1, action: 2), .only(id: 1), .mixed(1, to: 2),
    .nothing(()),
  ]
  #expect(
    actions.map { dumped($0) } == [
      ".next", #".rename("a")"#, ".element(id: 1, action: 2)", ".only(id: 1)", ".mixed(1, to: 2)",
      ".nothing()",
    ])
  #expect(dumped((1, name: "a")) == #"(1, name: "a")"#)
  #expect(dumped(()) == "()")
}

@Test func `an indirect optional is dumped as its value`() {
  struct Folder: Equatable {
    var name = "a"
    @Indirect var child: Folder?
  }
  #expect(dumped(Folder()) == #"Folder(name: "a", child: nil)"#)
  let nested = Folder(child: Folder(name: "b"))
  #expect(
    dumped(nested) == """
      Folder(
        name: "a",
        child: Folder(name: "b", child: nil),
      )
      """)
  #expect(dumpedOnOneLine(Indirect(wrappedValue: 1)) == "1")
}

@Test func `collections keep their order, and dictionaries and sets are sorted by text`() {
  let numbers = Dictionary(uniqueKeysWithValues: (1...9).map { ("key\($0)", $0) })
  let text = (1...9).map { "  \"key\($0)\": \($0),\n" }.joined()
  #expect(dumped(numbers) == "[\n" + text + "]")
  #expect(dumped(Set(1...9)) == "Set([1, 2, 3, 4, 5, 6, 7, 8, 9])")
  #expect(dumped([String: Int]()) == "[:]")
  #expect(dumped(Set<Int>()) == "Set([])")
  #expect(dumped([3, 1, 2]) == "[3, 1, 2]")
  let others: [Any] = [[3, 1, 2][1...], [Int](), StackState([Onboarding.Screen.welcome])]
  #expect(others.map { dumped($0) } == ["[1, 2]", "[]", "[.welcome]"])
  let pins: [Secret: Int] = ["1111": 3, "2222": 1, "3333": 2]
  #expect(dumped(pins) == "[••••: 1, ••••: 2, ••••: 3]")
}

@Test func `existentials and custom mirrors show their values`() {
  struct Refused: Error {
    let reason: String
  }
  let error: any Error = Refused(reason: "short")
  #expect(dumped(error) == #"Refused(reason: "short")"#)
  let mixed: [Any] = [1, "a", AnyHashable("b"), Int?.none as Any]
  #expect(dumped(mixed) == #"[1, "a", "b", nil]"#)
  struct Account: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: ["balance": 5, "open": true]) }
  }
  struct Ordered: CustomReflectable {
    var customMirror: Mirror {
      Mirror(self, children: ["b": 1, "a": 2], displayStyle: .dictionary)
    }
  }
  #expect(dumped(Account()) == "Account(balance: 5, open: true)")
  #expect(dumped(Ordered()) == #"["a": 2, "b": 1]"#)
  struct Places: CustomReflectable {
    var customMirror: Mirror {
      Mirror(self, children: ["home": (x: 1, y: 2)], displayStyle: .dictionary)
    }
  }
  #expect(dumped(Places()) == "[\n  \"home\": (x: 1, y: 2),\n]")
  #expect(dumped(Date(timeIntervalSinceReferenceDate: 1.5)).hasSuffix("Date: 1.5)"))
}

@Test func `wrapped, lazy and observed properties have their declared names`() {
  struct Settings {
    @Clamped var volume = 3
    lazy var cache = 4
    let _plain = 1
    let _twice = 1
    let twice = 2
  }
  #expect(
    dumped(Settings()) == """
      Settings(
        volume: Clamped(value: 3),
        cache: nil,
        plain: 1,
        _twice: 1,
        twice: 2,
      )
      """)
  #expect(dumped(Observed()) == "Observed(count: 1)")
}

@Test func `classes and actors show inherited and stored properties`() {
  class Base { let id = 1 }
  final class Derived: Base { let name = "a" }
  final class Heir: Base {}
  actor Counter { var count = 0 }
  #expect(dumped(Derived()) == #"Derived(id: 1, name: "a")"#)
  #expect(dumped(Heir()) == "Heir(id: 1)")
  #expect(dumped(Counter()) == "Counter(count: 0)")
}

@Test func `an object is shown once, and inside itself it is a reference back`() {
  let first = Node("a")
  first.next = first
  #expect(dumped(first) == #"Node(name: "a", next: (Node, 1 level up))"#)
  first.next = Node("b", next: first)
  #expect(
    dumped([first]) == """
      [
        [0]: Node(
          name: "a",
          next: Node(name: "b", next: (Node, 2 levels up)),
        ),
      ]
      """)
  first.next = nil
  let node = Node("a")
  #expect(
    dumped([node, node]) == """
      [
        [0]: Node(name: "a", next: nil),
        [1]: (Node, shown above),
      ]
      """)
  enum Ref { case node(Node) }
  #expect(
    dumped([Ref.node(node), Ref.node(node)]) == """
      [
        [0]: .node(Node(name: "a", next: nil)),
        [1]: .node((Node, shown above)),
      ]
      """)
  let people = Person.friends(12)
  let text = dumped(people)
  #expect(text.split(separator: "\n").count { $0.contains("name:") } == 12)
  #expect(text.contains("(Person, 4 levels up)") && text.contains("(Person, shown above)"))
  for person in people { person.friends = [] }
}

@Test func `nesting ends at 64 levels`() {
  struct Endless: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: ["inner": Endless()]) }
  }
  let text = dumped(Endless())
  #expect(text.split(separator: "\n").count == 129)
  #expect(text.contains(" inner: …,\n"))
}

@propertyWrapper private struct Clamped {
  private var value: Int
  var wrappedValue: Int { value }

  init(wrappedValue: Int) {
    value = wrappedValue
  }
}

@Observable private final class Observed {
  var count = 1
}

@Test func `a line with its label, indentation, parentheses and comma ends within 80 columns`() {
  struct Text {
    var a: String
    var b = 1
  }
  // `Text(a: "…", b: 1)` is 17 columns and the text.
  let fits = Text(a: String(repeating: "x", count: 63))
  #expect(dumped(fits) == #"Text(a: "\#(fits.a)", b: 1)"#)
  let exceeds = Text(a: fits.a + "x")
  #expect(dumped(exceeds) == "Text(\n  a: \"\(exceeds.a)\",\n  b: 1,\n)")
  struct Outer {
    var label: [Onboarding.Screen]
  }
  // `    [0]: .main(name: "…", visits: 1),` is 36 columns and the name.
  let name = String(repeating: "x", count: 44)
  #expect(
    dumped(Outer(label: [.main(name: name, visits: 1)])) == """
      Outer(
        label: [
          [0]: .main(name: "\(name)", visits: 1),
        ],
      )
      """)
  #expect(
    dumped(Outer(label: [.main(name: name + "x", visits: 1)])) == """
      Outer(
        label: [
          [0]: .main(
            name: "\(name)x",
            visits: 1,
          ),
        ],
      )
      """)
}

@Test func `a case with one payload counts as the payload, and a key stays on one line`() {
  enum Action {
    case credentials(Credentials)
    case element(id: Int, action: Credentials)
    enum Credentials { case emailChanged(String) }
  }
  let actions = [
    Action.credentials(.emailChanged("a")), .element(id: 1, action: .emailChanged("a")),
  ]
  #expect(
    actions.map { dumped($0) } == [
      #".credentials(.emailChanged("a"))"#, #".element(id: 1, action: .emailChanged("a"))"#,
    ])
  struct Point: Hashable {
    var x: Int
    var y: Int
  }
  #expect(
    dumped([Point(x: 1, y: 2): ["a": [1]]]) == """
      [
        Point(x: 1, y: 2): [
          "a": [1],
        ],
      ]
      """)
}

@Test func `a truncated text counts the missing characters`() {
  #expect(dumped("abc", upTo: 5) == "\"abc\"")
  #expect(dumped("abcd", upTo: 5) == "\"abcd… 1 more character")
  #expect(dumped(Array(1...1_000), upTo: 10) == "[\n  [0]: 1… 13,776 more characters")
}

/// Objects in sets and as keys. Written at each place where it occurs, each would unfold exponentially.
@Suite struct UnorderedObjectTests {
  private final class Link: Hashable {
    let name: String
    var next: Set<Link>
    var ranks: [Link: Int] = [:]

    init(_ name: String, _ next: Set<Link> = []) {
      (self.name, self.next) = (name, next)
    }

    static func == (left: Link, right: Link) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// `levels` pairs of objects, in which both objects refer to both of the next pair.
    static func pairs(_ levels: Int, asKeys: Bool = false, name: (Int) -> String) -> Set<Link> {
      var pair: Set<Link> = []
      for level in 0..<levels {
        let next = pair
        pair = Set([2 * level, 2 * level + 1].map { Link(name($0), asKeys ? [] : next) })
        if asKeys {
          for link in pair { link.ranks = Dictionary(uniqueKeysWithValues: next.map { ($0, 1) }) }
        }
      }
      return pair
    }

    /// `count` objects, each of which refers to all others.
    static func circle(_ count: Int, name: (Int) -> String) -> [Link] {
      let links = (0..<count).map { Link(name($0)) }
      for link in links { link.next = Set(links).subtracting([link]) }
      return links
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: [false, true])
  func `a dump of shared objects is no longer with the number of paths to them`(asKeys: Bool) {
    func pairs(_ last: String) -> Set<Link> {
      .init(Link.pairs(40, asKeys: asKeys) { $0 == 60 ? last : "\($0)" })
    }
    let (old, new) = (pairs("a"), pairs("b"))
    #expect(dumped(old) == dumped(pairs("a")))
    #expect(dumpedOnOneLine(old) == dumpedOnOneLine(pairs("a")))
    #expect(digest(of: old) == digest(of: pairs("a")) && digest(of: old) != digest(of: new))
    #expect(difference(from: old, to: new)?.contains("Link(") == true)
    #expect(mentions(new, anyOf: ["b"]) && !mentions(old, anyOf: ["b"]))
  }

  @Test(.timeLimit(.minutes(20)))
  func `objects that all refer to each other are printed once, in the order of their texts`() {
    let links = Link.circle(12) { "\($0 + 10)" }
    let text = dumpedOnOneLine(links)
    #expect(text == dumpedOnOneLine(Link.circle(12) { "\($0 + 10)" }))
    let names = text.split(separator: "name: \"").dropFirst().map { $0.prefix(2) }
    #expect(names == (10..<22).map { "\($0)" })
    let three = Link.circle(3) { ["a", "b", "c"][$0] }
    #expect(
      dumpedOnOneLine(three[0]).replacing("UnorderedObjectTests.", with: "") == """
        Link(name: "a", next: Set([Link(name: "b", next: Set([(Link, 4 levels up), Link(name: "c", \
        next: Set([(Link, 4 levels up), (Link, 6 levels up)]), ranks: [:])]), ranks: [:]), \
        (Link, shown above)]), ranks: [:])
        """)
    for link in links + three { link.next = [] }
  }

  @Test func `objects are sorted by parts that are deep inside, also after long equal parts`() {
    func links(_ start: String) -> Set<Link> {
      Set((0..<6).map { Link("a", [Link(start, [Link("\($0)")])]) })
    }
    let digits = dumpedOnOneLine(links("b")).filter(\.isNumber)
    #expect(digits == "012345")
    let long = String(repeating: "b", count: 2_000)
    #expect(dumpedOnOneLine(links(long)) == dumpedOnOneLine(links(long)))
  }
}
