import Cairn
import CairnDump
import Testing

private func x(_ count: Int) -> String { String(repeating: "x", count: count) }

@Test func `a text of 2,000 characters is whole`() {
  #expect(difference(from: "", to: x(1998)) == "- \"\"\n+ \"\(x(1998))\"")
}

@Test func `a longer text is truncated and counts the missing characters`() {
  #expect(
    difference(from: ["a"], to: [x(3232)]) == """
      - [0]: "a"
      + [0]: "\(x(1999))… 1,234 more characters
      """)
}

@Test func `a long text with a late difference is shown from there`() {
  #expect(
    difference(from: x(12_345) + "a", to: x(12_345) + "b") == """
      - 12,306 characters alike …\(x(40))a"
      + 12,306 characters alike …\(x(40))b"
      """)
}

@Test func `a long value of many lines is truncated too`() {
  let text = difference(
    from: Onboarding.State?.none,
    to: Onboarding.State(path: StackState(Array(repeating: .welcome, count: 1000))))
  let lines = text?.split(separator: "\n") ?? []
  #expect(
    lines.prefix(4) == [
      "- nil", "+ Onboarding.State(",
      #"+   draft: Onboarding.Draft(email: "ada@example.com", password: ••••),"#, "+   path: [",
    ])
  #expect(lines.allSatisfy { $0.hasPrefix("+ ") || $0 == "- nil" })
  #expect(lines.last?.hasSuffix(" more characters") == true)
  #expect(text?.count ?? 0 < 2500)
}

@Test func `more than 100 changes are counted`() {
  let text = difference(from: Array(1...1_300), to: (1...1_300).map { -$0 }) ?? ""
  let lines = text.split(separator: "\n")
  #expect(lines.count == 201)
  #expect(lines.suffix(2) == ["+ [99]: -100", "… 1,200 more changes"])
}

@Test func `one character more is one character`() {
  #expect(difference(from: "", to: x(1999)) == "- \"\"\n+ \"\(x(1999))… 1 more character")
}
