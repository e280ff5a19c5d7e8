import Cairn
import CairnDump
import Foundation
import Testing

@Test func `numbers and truth values are as in code, and optionals show their value`() {
  let values: [Any] = [42, -1.5, Float16(0.5), UInt8.max, true]
  #expect(values.map { dumped($0) } == ["42", "-1.5", "0.5", "255", "true"])
  let optionals: [Int??] = [nil, .some(nil), 1]
  #expect(optionals.map { dumped($0) } == ["nil", ".some(nil)", "1"])
  let deeper: [Int???] = [nil, .some(nil), .some(.some(nil)), 1]
  #expect(deeper.map { dumped($0) } == ["nil", ".some(nil)", ".some(.some(nil))", "1"])
  #expect([Int?.none, 1].map { dumped($0) } == ["nil", "1"])
}

@Test(arguments: [
  ("plain", #""plain""#),
  ("", #""""#),
  ("a\"b\\c", #""a\"b\\c""#),
  ("a\tcolumn\r", #""a\tcolumn\u{D}""#),
  ("line\n", #""line\n""#),
  ("\u{1B}[31m\u{9B}\0", #""\u{1B}[31m\u{9B}\u{0}""#),
  ("right\u{202E}left a\u{200D}b a\u{A0}b", #""right\u{202E}left a\u{200D}b a\u{A0}b""#),
  ("Zoë 日本 👩‍🚀❤️", #""Zoë 日本 👩‍🚀❤️""#),
])
func `strings are quoted and hide no character`(text: String, expected: String) {
  #expect(dumped(text) == expected)
  #expect(dumped(text[...]) == expected)
  #expect(dumped(Character("\n")) == #""\n""#)
}

@Test func `plain values of the toolchain, key paths and vectors show their description`() throws {
  #expect(dumped(Duration.milliseconds(1500)) == "1.5 seconds")
  #expect(dumped(try #require(URL(string: "https://a.example/b"))) == "https://a.example/b")
  #expect(dumped(Decimal(2)) == "2")
  let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
  #expect(dumped(id) == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  #expect(dumped(\Onboarding.Draft.email) == #"\Draft.email"#)
  #expect(!dumped(\Onboarding.Terms.links.count).contains("0x"))
  #expect(dumped(SIMD2(1, 2)) == "SIMD2<Int>(1, 2)")
  let function: (Int) -> Int = { $0 }
  #expect(dumped(function) == "(Function)")
  withUnsafePointer(to: 1) { #expect(dumped($0) == "(UnsafePointer<Int>)") }
  #expect(dumped(ObjectIdentifier(Node("a"))) == "ObjectIdentifier(value: (Opaque Value))")
}

@Test func `an object whose description is its address shows its type`() {
  final class Token: NSObject {}
  #expect(dumped(NSObject()) == "(NSObject)" && dumped(Token()) == "(Token)")
  #expect(dumped(NSNumber(value: 3)) == "3" && dumped(NSString("a")) == #""a""#)
}

@Test func `values with different texts have different digests`() {
  struct Celsius { let degrees: Int }
  struct Kelvin { let degrees: Int }
  let values: [Any] = [
    Celsius(degrees: 1), Kelvin(degrees: 1), ["a\0tb"], ["a", "b"], Set<Int>(), [Int: Int](),
    "1", 1, [1], Set([1]),
  ]
  #expect(Set(values.map { digest(of: $0) }).count == values.count)
}

@Test func `data shows its bytes, or a hash of many, and no address`() {
  let bytes: [UInt8] = [1, 255]
  #expect(dumped(Data(bytes)) == "Data(\n  count: 2,\n  bytes: [1, 255],\n)")
  let (old, new) = (Data(count: 65), Data(count: 64) + Data([1]))
  #expect(dumped(old) == "Data(count: 65, bytes: (hash 86e995069ff4d6df))")
  #expect(
    difference(from: old, to: new) == """
      - bytes: (hash 86e995069ff4d6df)
      + bytes: (hash 86e994069ff4d52c)
        (1 unchanged)
      """)
}

@Test func `types are named without their module and function`() {
  #expect(dumped(Onboarding.State.self) == "Onboarding.State.self")
  #expect(
    dumped([String: [Onboarding.Draft?]].self)
      == "Dictionary<String, Array<Optional<Onboarding.Draft>>>.self")
  #expect(dumped(((Int, any Error) -> Void).self) == "(Int, Error) -> ().self")
  #expect(dumped(Box<Onboarding.Draft>.Lid.self) == "Box<Onboarding.Draft>.Lid.self")
  #expect(dumped([Int].Slot.self) == "Array<Int>.Slot.self")
  struct Local {
    struct Inner {}
  }
  #expect(dumped(Local.Inner()) == "Local.Inner()")
}

@Test func `a value without children shows its description, and one with children the children`() {
  struct Plain {}
  struct Told: CustomStringConvertible {
    var description: String { "told\u{7}" }
  }
  struct Debugged: CustomDebugStringConvertible {
    var debugDescription: String { "debugged" }
  }
  #expect(dumped(Plain()) == "Plain()")
  #expect(dumped(Told()) == #"told\u{7}"#)
  #expect(dumped(Debugged()) == "debugged")
  struct Money: CustomStringConvertible {
    let cents: Int
    var description: String { "some money" }
  }
  #expect(dumped(Money(cents: 5)) == "Money(cents: 5)")
}

private struct Box<Content> {
  struct Lid {}
}

extension Array {
  struct Slot {}
}

private struct Note: Equatable {
  var text: String
  var author = "ada"
}

@Test func `a string with several lines is shown line by line`() {
  #expect(
    dumped(Note(text: "Dear Ada,\n\n  \"see\" you\\ \nbye\t")) == #"""
      Note(
        text: """
          Dear Ada,

            "see" you\\\u{20}
          bye\t
          """,
        author: "ada",
      )
      """#)
  #expect(dumped("a\nb\n") == "\"\"\"\n  a\n  b\n\n  \"\"\"")
  #expect(dumped("\"\"\"\nb") == "\"\"\"\n  \\\"\\\"\\\"\n  b\n  \"\"\"")
  #expect(dumped("a\r\nb") == "\"\"\"\n  a\\u{D}\n  b\n  \"\"\"")
  #expect(dumped(["a\nb": 1]) == #"["a\nb": 1]"#)
}

@Test func `strings with several lines are compared line by line`() {
  let old = Note(text: "Dear Ada,\nsee you tomorrow\nbye")
  #expect(
    difference(from: old, to: Note(text: "Dear Ada,\nsee you today\nbye\nBob")) == """
      - text[line 2]: "see you tomorrow"
      + text[line 2]: "see you today"
      + text[line 4]: "Bob"
        (unchanged: 1 at the root, 2 in text)
      """)
  #expect(
    difference(from: "a\nb\nc", to: "b\nc\na") == """
      ~ [line 1] moved to [line 3]: "a"
        (2 unchanged)
      """)
  #expect(difference(from: "a\nb", to: "a\nb\n") == "+ [line 3]: \"\"\n  (2 unchanged)")
  #expect(difference(from: "a", to: "a\nb") == "+ [line 2]: \"b\"\n  (1 unchanged)")
  #expect(difference(from: "a\n", to: "b\n") == "- \"a\\n\"\n+ \"b\\n\"")
}
