import Cairn
import CairnDump
import Foundation
import TestSupport
import Testing

private struct Key: Hashable {
  var pin: Secret
}

@Test func `a secret is bullets at any depth`() {
  #expect(dumped(Secret("hunter2")) == "•••••••")
  #expect(dumped(Secret("")) == #""""#)
  #expect(dumped(Secret?("1234")) == "••••")
  #expect(dumped(["1234"] as [Secret]) == "[••••]")
  #expect(dumped(["1234"] as Set<Secret>) == "Set([••••])")
  #expect(dumped(["1234": "123"] as [Secret: Secret]) == "[••••: •••]")
  #expect(dumped([Key(pin: "1234"): 1]) == "[Key(pin: ••••): 1]")
  #expect(dumped(AnyHashable(Secret("1234"))) == "••••")
  #expect(dumped(Onboarding.Screen.pin("1234")) == ".pin(••••)")
  let pairs: KeyValuePairs<Secret, Secret> = ["1234": "123"]
  #expect(
    dumped(pairs) == """
      KeyValuePairs<Secret, Secret>(
        elements: [
          [0]: (••••, •••),
        ],
      )
      """)
}

@Test func `another secret of the same length is a difference, also in a collection or as a key`() {
  #expect(
    difference(from: Key(pin: "1234"), to: Key(pin: "1235")) == """
      - pin: ••••
      + pin: •••• (another secret)
      """)
  #expect(
    difference(from: Secret("1234"), to: Secret("4321")) == """
      - ••••
      + •••• (another secret)
      """)
  #expect(difference(from: Key(pin: "1234"), to: Key(pin: "1234")) == nil)
  #expect(
    difference(from: ["1111", "2222"] as [Secret], to: ["1111", "3333", "444"]) == """
      - [1]: ••••
      + [1]: •••• (another secret)
      + [2]: •••
        (1 unchanged)
      """)
  #expect(
    difference(from: ["1111", "2222"] as Set<Secret>, to: ["1111", "3333"]) == """
      - []: ••••
      + []: •••• (another secret)
        (1 unchanged)
      """)
  #expect(
    difference(from: [Key(pin: "1111"): 1], to: [Key(pin: "2222"): 1]) == """
      - [Key(pin: ••••)]: 1
      + [Key(pin: ••••) (another secret)]: 1
      """)
  let old: [Secret: Int] = ["1111": 1, "2222": 2]
  let new: [Secret: Int] = ["1111": 2, "2222": 2]
  #expect(
    difference(from: old, to: new) == """
      - [••••]: 1
      + [••••]: 2
        (1 unchanged)
      """)
}

/// The order of equal sets differs with their capacity.
@Test func `a key that holds several secrets equals itself`() {
  let pins = (0..<8).map { Secret("100\($0)") }
  for capacity in [8, 16, 64, 256] {
    var key = Set<Secret>(minimumCapacity: capacity)
    for pin in pins.reversed() { key.insert(pin) }
    let values = [[Set(pins): 1], [key: 2]]
    let path = "[Set([\(Array(repeating: "••••", count: 8).joined(separator: ", "))])]"
    #expect(difference(from: values[0], to: values[1]) == "- \(path): 1\n+ \(path): 2")
  }
}

@Suite struct MentionsTests {
  private struct Note {
    var text = ""
    var pin: Secret = ""
    var file: [UInt8]?
    var drawer: [String: Secret] = [:]
  }

  @Test func `a text is found in strings, secrets, bytes, keys and values at any depth`() {
    let notes: [Any] = [
      Note(text: "my PIN is 4711"), Note(pin: "4711"), Note(file: Array("{pin: 4711}".utf8)),
      Note(drawer: ["4711": ""]), [[Note(drawer: ["pin": "4711"])]],
      Data("{pin: 4711}".utf8), Data(String(repeating: " ", count: 99).utf8) + Data("4711".utf8),
      ContiguousArray("4711".utf8),
    ]
    for note in notes { #expect(mentions(note, anyOf: ["0815", "4711"])) }
  }

  @Test func `an absent text and the name of a property are not found`() {
    #expect(
      !mentions(Note(text: "my PIN", pin: "1234", file: [4, 7, 1, 1]), anyOf: ["0815", "4711"]))
    #expect(!mentions(Note(), anyOf: ["drawer"]))
  }

  /// An object that refers to the next one twice.
  private final class Link {
    let next: [Link]
    let byName: [String: Link]
    let text: String

    init(_ text: String, before next: Link? = nil, inDictionary: Bool = false) {
      self.text = text
      self.next = inDictionary ? [] : next.map { [$0, $0] } ?? []
      byName = inDictionary ? next.map { ["a": $0, "b": $0] } ?? [:] : [:]
    }

    static func chain(of count: Int, inDictionaries: Bool, ending text: String) -> Link {
      (1..<count).reduce(Link(text)) { next, _ in
        Link("", before: next, inDictionary: inDictionaries)
      }
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: [false, true])
  func `an object that is referred to twice is read once`(inDictionaries: Bool) {
    // Each object has two levels.
    func chain(_ text: String) -> Link {
      .chain(of: 30, inDictionaries: inDictionaries, ending: text)
    }
    #expect(mentions(chain("4711"), anyOf: ["4711"]))
    #expect(!mentions(chain("my PIN"), anyOf: ["4711"]))
    #expect(digest(of: chain("4711")) == digest(of: chain("4711")))
    #expect(digest(of: chain("4711")) != digest(of: chain("4712")))
  }

  @Test func `what is too deep at the first appearance of an object is found at a later one`() {
    let link = Link.chain(of: 20, inDictionaries: false, ending: "4711")
    let deep = (0..<40).reduce([link] as Any) { inner, _ in [inner] }
    #expect(!mentions(deep, anyOf: ["4711"]) && mentions([deep, link], anyOf: ["4711"]))
  }
}

private enum Change {
  case item(String)
  case card(Secret)
  case nothing
}

@Test func `a logged reducer reports each action and its change, secrets as bullets`() {
  let log = Log()
  let store = Store(Order()) {
    Reduce<Order, Change> { order, change in
      switch change {
      case .item(let item): order.items = [item]
      case .card(let card): order.card = card
      case .nothing: break
      }
      return .none
    }
    .logged(to: { log.note($0) })
  }
  for change in [Change.item("milk"), .card("1234"), .nothing] { store.send(change) }
  #expect(
    log.all == [
      """
      .item("milk")
        - items[0]: "tea"
        + items[0]: "milk"
          (2 unchanged)
      """,
      """
      .card(••••)
        - card: •••••••••
        + card: ••••
          (2 unchanged)
      """,
      """
      .nothing
        (no change)
      """,
    ])
}
