import Cairn
import CairnDump
import Testing

@Test func `a whole state is written line by line`() {
  let state = Onboarding.State(
    path: StackState([
      .welcome,
      .terms(Onboarding.Terms(accepted: true, links: ["a", "b"])),
      .terms(Onboarding.Terms()),
      .main(name: "Ada", visits: 2),
    ]))
  #expect(
    dumped(state) == """
      Onboarding.State(
        draft: Onboarding.Draft(email: "ada@example.com", password: ••••),
        path: [
          [0]: .welcome,
          [1]: .terms(Onboarding.Terms(
            accepted: true,
            links: ["a", "b"],
          )),
          [2]: .terms(Onboarding.Terms(accepted: false, links: [])),
          [3]: .main(name: "Ada", visits: 2),
        ],
        error: nil,
      )
      """)
}

@Test func `a line ends within 80 columns`() {
  struct Text {
    var a: String
    var b = 1
  }
  // `Text(a: "…", b: 1)` is 17 columns and the text.
  let fits = Text(a: String(repeating: "x", count: 63))
  #expect(dumped(fits) == #"Text(a: "\#(fits.a)", b: 1)"#)
  let exceeds = Text(a: fits.a + "x")
  #expect(dumped(exceeds) == "Text(\n  a: \"\(exceeds.a)\",\n  b: 1,\n)")
}

@Test func `label, indentation, parentheses and comma count as columns`() {
  struct Outer {
    var label: [Onboarding.Screen]
  }
  // `    [0]: .main(name: "…", visits: 1),` is 36 columns and the name.
  let fits = String(repeating: "x", count: 44)
  #expect(
    dumped(Outer(label: [.main(name: fits, visits: 1)])) == """
      Outer(
        label: [
          [0]: .main(name: "\(fits)", visits: 1),
        ],
      )
      """)
  #expect(
    dumped(Outer(label: [.main(name: fits + "x", visits: 1)])) == """
      Outer(
        label: [
          [0]: .main(
            name: "\(fits)x",
            visits: 1,
          ),
        ],
      )
      """)
}

@Test func `a case with one payload counts as the payload`() {
  enum Action {
    case credentials(Credentials)
    case element(id: Int, action: Credentials)
    enum Credentials { case emailChanged(String) }
  }
  #expect(
    dumped(Action.credentials(.emailChanged("a"))) == #".credentials(.emailChanged("a"))"#)
  #expect(
    dumped(Action.element(id: 1, action: .emailChanged("a")))
      == #".element(id: 1, action: .emailChanged("a"))"#)
}

@Test func `keys of a dictionary stay on one line`() {
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
