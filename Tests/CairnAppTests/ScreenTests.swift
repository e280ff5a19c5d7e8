import Cairn
import CairnApp
import Testing

struct ScreenTests {
  @Test func `a screen has its id, title, step and names in order`() {
    let screen = Credentials().screen
    #expect(screen.id == "credentials")
    #expect(screen.title == "Credentials")
    #expect(screen.step?.number == 3)
    #expect(screen.step?.count == 7)
    #expect(screen.names == ["email", "password", "accept", "next", "back"])
  }

  @Test(arguments: [true, false])
  func `the builder takes conditions, switches and loops`(isLong: Bool) {
    let screen = Screen<Int>("list", "List") {
      if isLong {
        Text("long")
      } else {
        Text("short")
      }
      for index in 1...3 {
        Button("item-\(index)", index)
      }
      switch isLong {
      case true: Note(.info, "yes")
      case false: Note(.error, "no")
      }
    }
    #expect(
      screen.lines() == [
        "List", "",
        isLong ? "  long" : "  short", "",
        "  item-1", "  item-2", "  item-3", "",
        isLong ? "  i yes" : "  × no",
      ])
    #expect(screen.parse("item-2").action == 2)
  }

  @Test func `mapping lifts every action and keeps the screen`() {
    enum Parent: Hashable {
      case credentials(Credentials.Action)
    }
    let child = Credentials(email: "a@b", password: "x", isSaving: true).screen
    let parent: Screen<Parent> = child.map { .credentials($0) }
    #expect(parent.id == child.id)
    #expect(parent.lines() == child.lines())
    #expect(parent.parse("email x@y").action == .credentials(.emailChanged("x@y")))
    #expect(parent.parse("password p").action == .credentials(.passwordChanged("p")))
    #expect(parent.parse("accept").action == .credentials(.acceptToggled))
    #expect(parent.parse("next").action == .credentials(.next))
  }

  @Test func `mapping keeps disabled inputs and their reasons`() {
    let screen = Credentials(isLocked: true).screen.map { [$0] }
    #expect(screen.parse("next").refusal?.reason == .disabled("email and password are required"))
    #expect(screen.parse("next").refusal?.wouldSend == [.next])
    #expect(screen.parse("email x").refusal?.wouldSend == [.emailChanged("x")])
  }

  @Test func `an input has a value, which a secure input only reveals on request`() {
    let screen = Credentials(email: "a@b", password: "hunter2", accepted: true).screen
    #expect(screen.input(named: "email")?.value == "a@b")
    #expect(screen.input(named: "email")?.reveal() == "a@b")
    #expect(screen.input(named: "password")?.value == "•••••••")
    #expect(screen.input(named: "password")?.reveal() == "hunter2")
    #expect(screen.input(named: "accept")?.value == "on")
    #expect(Credentials().screen.input(named: "accept")?.value == "off")
    #expect(screen.input(named: "next")?.value == nil)
    #expect(screen.input(named: "Next") == nil)
  }

  @Test func `an input knows whether it is secure and why it is disabled`() {
    let screen = Credentials().screen
    #expect(screen.inputs.filter(\.isSecure).map(\.name) == ["password"])
    #expect(screen.input(named: "next")?.disabledReason == "email and password are required")
    #expect(screen.input(named: "back")?.disabledReason == nil)
  }

  @Test func `every element can be disabled by a reason or by a condition with one`() {
    let screen = Screen<Secret>("s", "S") {
      Field("a", "", disabledBecause: "1") { Secret($0) }
      Field("b", "", disabledBecause: "2") { Secret($0) }
      Field("c", secure: "", disabledBecause: "3") { $0 }
      Field("d", secure: "", disabledBecause: "4") { $0 }
      Toggle("e", "", isOn: true, disabledBecause: "5", "")
      Toggle("f", "", isOn: true, disabledBecause: "6", "")
      Button("g", disabledBecause: "7", "")
      Button("h", disabledBecause: "8", "")
      Button("i", disabledBecause: nil, "")
    }
    #expect(
      screen.inputs.map(\.disabledReason) == ["1", "2", "3", "4", "5", "6", "7", "8", nil])
  }

  @Test func `notes are whole and safe`() {
    let screen = Screen<Never>("s", "S") {
      Note(.info, "one\ntwo\u{1B}", lines: 1)
      Text("text")
      Note(.error, "three")
    }
    #expect(screen.notes == ["one\ntwo\\u{1B}", "three"])
  }

  @Test func `two elements of one name stop the program with a reason`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Screen<Int>("home", "Home") {
        Button("next", 1)
        Button("next", 2)
      }
    }
    let expected = """
      screen "home": two elements are named "next", and a typed line could reach only one of \
      them; rename the other
      """
    #expect(
      result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?
        .contains(expected) == true)
  }

  @Test(arguments: ["", "two words", ":quit", "tab\u{9}", "\u{202E}"])
  func `a name that cannot be typed stops the program with a reason`(name: String) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [name] in
      _ = Screen<Int>("home", "Home") { Button(name, 1) }
    }
    let expected = """
      screen "home": the name "\(name.terminalSafe)" cannot be typed; a name is not empty, does \
      not begin with a colon, and holds no white space or control character
      """
    #expect(
      result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?
        .contains(expected) == true)
  }
}
