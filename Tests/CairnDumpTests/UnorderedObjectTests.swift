import CairnDump
import Testing

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
