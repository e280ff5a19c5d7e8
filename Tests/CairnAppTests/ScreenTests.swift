import Cairn
import CairnApp
import Testing

struct ScreenTests {
  @Test func `a screen has its id, title, step and names in order`() {
    let screen = Credentials().screen
    #expect((screen.id, screen.title) == ("credentials", "Credentials"))
    #expect(screen.step?.number == 3 && screen.step?.count == 7)
    #expect(
      screen.names == ["email", "password", "accept", "size", "set-1", "set-12", "seek", "next"])
  }

  @Test(arguments: [true, false])
  func `the builder takes conditions, switches and loops`(isLong: Bool) {
    let screen = Screen<Int>("list", "List") {
      if isLong {
        Text("long")
      } else {
        Text("short")
      }
      for index in 1...2 { Button("item-\(index)", index) }
      switch isLong {
      case true: Note(.info, "yes")
      case false: Note(.error, "no")
      }
    }
    #expect(
      screen.lines() == [
        "List", "", isLong ? "  long" : "  short", "", "  item-1", "  item-2", "",
        isLong ? "  i yes" : "  × no",
      ])
  }

  @Test func `mapping lifts every action and keeps the screen`() {
    enum Parent: Hashable { case child(Credentials.Action) }
    let child = Credentials(email: "a@b", lock: "locked").screen
    let parent: Screen<Parent> = child.map { .child($0) }
    #expect(parent.id == child.id && parent.lines() == child.lines())
    #expect(
      ["password p", "accept", "set-1"].map { parent.parse($0).action } == [
        .child(.passwordChanged("p")), .child(.acceptToggled), .child(.open(1)),
      ])
    #expect(
      ["email x@y", "size small", "size huge", "set-12", "seek 40", "next"].map {
        parent.parse($0).refusal?.wouldSend
      } == [
        .child(.emailChanged("x@y")), .child(.sizeChanged("small")), nil, .child(.open(12)),
        .child(.seek(40)), .child(.next),
      ])
  }

  @Test func `an input has a value, which a secure input only reveals on request`() {
    let screen = Credentials(email: "a@b", password: "hunter2", accepted: true).screen
    let names = ["email", "password", "accept", "size", "set-1", "seek", "next", "Next"]
    #expect(
      names.map { screen.input(named: $0)?.value } == [
        "a@b", "•••••••", "on", "medium", "Squat, 5 × 5", nil, nil, nil,
      ])
    #expect(
      names.prefix(2).map { screen.input(named: $0)?.reveal() } == ["a@b", "hunter2"])
    #expect(Credentials().screen.input(named: "accept")?.value == "off")
    #expect(screen.inputs.filter(\.isSecure).map(\.name) == ["password"])
  }

  @Test func `every input can be disabled by a condition with a reason`() {
    let screen = Screen<Secret>("s", "S") {
      Field("a", "", disabledBecause: "1") { Secret($0) }
      Field("b", secure: "", disabledBecause: "2") { $0 }
      Toggle("c", "", isOn: true, disabledBecause: "3", "")
      Picker("d", "", of: [], disabledBecause: "4") { Secret($0) }
      ListRow("e", "", disabledBecause: "5", "")
      ValueButton("f", takes: "", disabledBecause: "6") { Secret($0) }
      Button("g", disabledBecause: "7", "")
      Button("h", disabledBecause: nil, "")
    }
    #expect(screen.inputs.map(\.disabledReason) == ["1", "2", "3", "4", "5", "6", "7", nil])
  }

  @Test func `notes are whole and safe`() {
    let screen = Screen<Never>("s", "S") {
      Note(.info, "one\ntwo\u{1B}", lines: 1)
      Text("text")
      Note(.error, "three")
    }
    #expect(screen.notes == ["one\ntwo\\u{1B}", "three"])
  }

  /// `MistakesTests` of `CairnTerminalTests` has the message, and that of a name that is there twice.
  @Test(arguments: ["", "two words", ":quit", "tab\u{9}", "\u{202E}"])
  func `a name that cannot be typed stops the program with a reason`(name: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [name] in _ = Screen<Int>("home", "Home") { Button(name, 1) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(#"screen "home": the name "\#(name.terminalSafe)" cannot be typed; "#))
  }
}

struct AlertScreenTests {
  private func screen(_ buttons: ButtonState<Int>...) -> Screen<Int> {
    Screen("alert", AlertState("Title", buttons: buttons))
  }

  @Test func `a button is typed as its label in lower case with hyphens, or as a unique name`() {
    let screen = screen(
      ButtonState("Keep Editing", action: 1), ButtonState(": Retry\tnow ", action: 2),
      ButtonState("", action: 3), ButtonState("\u{202E}", action: 4),
      ButtonState("Ok", action: 5), ButtonState("OK", action: 6), ButtonState("ok", action: 7))
    #expect(
      screen.names == ["keep-editing", "retry-now", "choice", "choice-2", "ok", "ok-2", "ok-3"])
    #expect(screen.names.map { screen.parse($0).action } == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test func `a name of a button replaces the name from its label`() {
    let screen = screen(
      ButtonState("Delete", action: 1), ButtonState("Löschen", name: "delete", action: 2),
      ButtonState("Behalten", name: "keep", role: .cancel, action: 3))
    #expect(
      screen.lines() == [
        "Title", "", "  delete-2  Delete", "  delete    Löschen", "  keep      Behalten",
      ])
    #expect(screen.parse("delete").action == 2)
  }
}

/// The screens of a stack, with the ids of their actions.
struct StackScreensTests {
  private enum Root: Equatable {
    case home
    case path(StackAction<Int>)
  }

  private static let path = CasePath(Root.path) { if case .path(let x) = $0 { x } else { nil } }

  @Test func `the screens of a stack are in order, several of a feature, with the ids of actions`()
  {
    var stack: StackState<Int> = [1, 7, 2]
    stack.remove(id: 1)
    let screens: [Screen<Root>] =
      [Screen("home", "Home") { Button("go", .home) }]
      + .screens(of: stack, Self.path) { count in
        (1...count).map { number in Screen("\(count)-\(number)", "") { Button("open", number) } }
      }
    #expect(screens.map(\.id) == ["home", "1-1", "2-1", "2-2"])
    #expect(
      screens.compactMap { $0.parse("open").action } == [
        .path(.element(id: 0, action: 1)), .path(.element(id: 2, action: 1)),
        .path(.element(id: 2, action: 2)),
      ])
  }
}
