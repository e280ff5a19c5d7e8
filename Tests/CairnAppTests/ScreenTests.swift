import Cairn
import CairnApp
import CairnSimulation
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

  private func reported<Result>(_ body: () -> Result) -> (Result, [RuntimeIssue]) {
    let issues = RuntimeIssueLog()
    let result = RuntimeIssue.$reporter.withValue(.init { issues.append($0) }, operation: body)
    return (result, issues.takeAll())
  }

  /// `MistakesTests` of `CairnTerminalTests` has the message, and that of a name that is there twice.
  @Test(arguments: [
    ("", "element"), ("End  meeting", "end-meeting"), (":Quit", "quit"), ("tab\u{9}", "tab"),
    ("\u{202E}", "element"),
  ])
  func `a name that cannot be typed is reported with its place, and replaced`(
    name: String, typed: String
  ) {
    let line: UInt = #line + 3
    let (screen, issues) = reported {
      Screen<Int>("home", "Home") {
        Button(name, 1)
        Button("next", 2)
      }
    }
    #expect(screen.names == [typed, "next"] && screen.parse(typed).action == 1)
    #expect(
      issues.map(\.message) == [
        "The name \"\(name.terminalSafe)\" of an element (CairnAppTests/ScreenTests.swift:\(line))"
          + " cannot be typed. The element is typed as \"\(typed)\"."
      ])
  }

  @Test(arguments: [
    ("", "screen"), ("The  hall", "the-hall"), (":hall", "hall"), ("tab\u{9}", "tab"),
  ])
  func `an id that a trail cannot contain is reported with its place, and replaced`(
    id: String, written: String
  ) {
    let line: UInt = #line + 1
    let (screen, issues) = reported { Screen<Int>(id, "Home") { Button("next", 2) } }
    #expect(screen.id == written && screen.over("Start").map { "\($0)" }.id == written)
    #expect(
      issues.map(\.message) == [
        "The id \"\(id.terminalSafe)\" of a screen (CairnAppTests/ScreenTests.swift:\(line)) cannot be"
          + " written in a trail. The id of the screen is \"\(written)\"."
      ])
  }

  @Test func `a wrong name is shown once, however often its screen is made`() {
    let issues = RuntimeIssueLog()
    RuntimeIssue.$reporter.withValue(.once { issues.append($0) }) {
      for count in 0...2 {
        _ = Screen<Int>("home", "Home") { for name in ["a b", "c d"] { Button(name, count) } }
      }
    }
    #expect(issues.takeAll().count == 2)
  }

  @Test func `every element has a name that can be typed`() {
    let elements: () -> [Input<String>] = {
      [
        Button("a b", "1"), ListRow("a b", "", "2"), Toggle("a b", "", isOn: true, "3"),
        Field("a b", "") { $0 }, Field("a b", secure: "") { $0.reveal() },
        Picker("a b", "", of: ["x"]) { $0 }, Picker("a b", nil) { (x: Size) in x.rawValue },
        ValueButton("a b", takes: "") { $0 },
      ]
    }
    let (inputs, issues) = reported(elements)
    #expect(Set(inputs.map(\.name)) == ["a-b"] && issues.count == 8)
    #expect(issues.allSatisfy { $0.message.contains("(CairnAppTests/ScreenTests.swift:1") })
  }

  private enum Size: String, CaseIterable { case small }

  @Test func `a repeated name is reported and gets a number`() {
    let line: UInt = #line + 2
    let (screen, issues) = reported {
      Screen<Int>("home", "Home") {
        for number in 1...2 { Button("next", number) }
        Button("next-2", 3)
      }
    }
    #expect(screen.names == ["next", "next-3", "next-2"])
    #expect(screen.names.map { screen.parse($0).action } == [1, 2, 3])
    #expect(
      issues.map(\.message) == [
        "Two elements of the screen \"home\" (CairnAppTests/ScreenTests.swift:\(line)) are named"
          + " \"next\". The second is typed as \"next-3\"."
      ])
    #expect(reported { screen.map { "\($0)" }.over("Back") }.1 == [])
  }

  @Test func `an option that is read and not declared is reported with the nearest name`() throws {
    let options = try OptionValues(
      ["--cache", "a"], among: [AppOption("--cache", value: "FILE", help: "")])
    let (found, issues) = reported {
      [options["--cahce"], options["--cache"], OptionValues()["--x"]]
    }
    #expect(found == [nil, "a", nil])
    #expect(issues.map(\.suggestion) == [#"read "--cache"."#])
    #expect(issues.first?.message.contains(#"reads the option "--cahce""#) == true)
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
