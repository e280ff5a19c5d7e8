import Cairn
import CairnApp
import CairnTrail
import TestSupport
import Testing

@testable import CairnTerminal

@Suite struct ColonCommandTests {
  private let session = Session<Tea>()

  @Test func `:stack shows the live screens, and :actions the enabled and the disabled inputs`() {
    _ = session.answers("brew")
    #expect(
      session.answers(":actions", "open", ":stack") == """
        You can type on Kitchen:
          kind green|black|earl grey
          pin VALUE
          watch
          open
          lock
          leave
        Disabled:
          brew  the kettle is on
        screen
          1  kitchen   Kitchen  1/2
          2  cupboard  Cupboard  <- shown
        """)
  }

  private struct Untitled: TestApp {
    let state = true
    let reducer = Reduce<Bool, Bool> { state, isOn in
      state = isOn
      return .none
    }

    init() {}

    init(_ launch: Launch) {}

    func screens(of isOn: Bool) -> [Screen<Bool>] {
      [Screen("switch", "") { Button("off", disabledBecause: isOn ? nil : "it is off", false) }]
    }
  }

  @Test func `a screen without title has its id in the answer of :actions`() {
    let session = Session(Untitled(), clock: WallClock(isVirtual: true))
    #expect(
      session.answers(":actions", "off", ":actions") == """
        You can type on switch:
          off
        screen
        Nothing can be typed on switch now.
        Disabled:
          off  it is off
        """)
  }

  @Test func `:effects lists the effects in flight, their start and their cause`() {
    #expect(
      session.answers(":effects", ":diff") == "no effect is in flight\nno input was typed yet")
    _ = session.answers(":advance 1.5s", "brew", "watch", ":advance 2.25s")
    session.width = 200
    #expect(
      session.answers(":effects") == """
        "brew" (effect 1, started by action 1: .brew), since 1.5 s, for 2.25 s
        "watch" (effect 2, started by action 2: .watch), in the background, since 1.5 s, for 2.25 s
        """)
    #expect(
      session.answers(":advance 1s", ":diff 1") == """
        1 s passed
        1  brew
        - isBrewing: false
        + isBrewing: true
          (5 unchanged)
        """)
  }

  @Test func `:diff shows the change by the last input and its effects, or by another input`() {
    _ = session.answers("kind black", "brew")
    #expect(
      session.answers(":diff") == """
        2  brew
        - isBrewing: false
        + isBrewing: true
          (5 unchanged)
        """)
    _ = session.answers(":advance 3s")
    #expect(
      session.answers(":diff") == """
        2  brew
        - cups: 0
        + cups: 1
          (5 unchanged)
        """)
    #expect(
      session.answers(":diff 1", ":diff 3", ":diff 0", ":diff x") == """
        1  kind black
        - kind: "green"
        + kind: "black"
          (5 unchanged)
        refused: there is no input 3; there are 2, ":history" lists them
        refused: there is no input 0; there are 2, ":history" lists them
        refused: "x" is not the number of an input; ":history" lists them
        """)
  }

  @Test func `:goto goes back and forth, and names the dropped effects`() {
    _ = session.answers("kind black", "open", "close", "brew")
    #expect(
      session.answers(":goto 1", ":history", ":goto 1", ":goto 3", ":goto 5", ":redo", ":goto 0")
        == """
        undone: 3 inputs (files are left as they are; effects in flight were dropped: "brew" (effect \
        1, started by action 4: .brew))
        1  kind black
        2  open  (undone)
        3  close  (undone)
        4  brew  (undone)
        already after 1 input
        redone: 2 inputs (files are left as they are)
        refused: there is no input 5; there are 4, ":history" lists them
        redone: brew (effects were started: "brew" (effect 2, started by action 4: .brew))
        undone: 4 inputs (files are left as they are; effects in flight were dropped: "brew" (effect \
        2, started by action 4: .brew))
        """)
    #expect(session.driver.state == Tea.State())
    #expect(session.answers(":undo") == "refused: there is nothing to undo")
    #expect(
      session.answers("brew", ":undo").hasPrefix(
        """
        screen
        undone: brew (files are left as they are; effects in flight were dropped: "brew" (effect
        """))
    #expect(session.driver.effects.isEmpty)
  }

  @Test func `the remarks of all commands of a line are told`() {
    #expect(
      session.answers(
        "kind earl grey", "kind green", ":undo; :advance 1s; kind green", ":undo;",
        ":redo; :stack", ":undo; bogus; open") == """
          screen
          screen
          undone: kind green (files are left as they are); 1 s passed
          undone: kind green (files are left as they are)
          redone: kind green (files are left as they are)
            1  kitchen  Kitchen  1/2  <- shown
          undone: kind green (files are left as they are)
          refused: there is no "bogus" here; you can type: kind, pin, brew, watch, open, lock, leave; \
          not run: open
          """)
  }

  @Test func `:advance moves time, and needs a time`() {
    #expect(
      session.answers(":advance 200ms", ":advance 1m", ":advance 5", ":advance") == """
        0.2 s passed
        60 s passed
        refused: :advance: "5" has no unit: write 5s, 5ms or 5m
        refused: :advance needs a value: :advance TIME
        """)
    #expect(session.clock.now == .milliseconds(60_200))
  }

  @Test(arguments: ColonCommand.allCases)
  func `:help explains every command, with or without its colon`(command: ColonCommand) {
    session.width = 50
    let help = session.answers(":help \(command.rawValue)")
    #expect(help == session.answers(":help \(command.rawValue.dropFirst())"))
    #expect(help.hasPrefix("\(command.usage): "))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 50 })
    #expect(help.split(separator: "\n").count > 1)
  }

  @Test(
    arguments: [
      (
        "kind",
        "kind VALUE: selects one of green, black, earl grey. For example: kind earl grey."
      ),
      ("pin", "pin [VALUE]: a field with a secret; the name alone asks for it. \"\" clears it."),
      ("brew", "brew: a button.\nIt is disabled: the kettle is on."),
      ("watc", "watch: a button."),
    ] as [(String, String)])
  func `:help explains an input: its value, an example, and why it is disabled`(
    name: String, text: String
  ) {
    session.width = 200
    #expect(session.answers("brew", ":help \(name)") == "screen\n\(text)")
  }

  @Test func `numbered inputs are one row of :help`() {
    let rows = (1...30).map { "text \($0)" }
    #expect(
      Session(rows: rows).answers(":help").hasPrefix(
        "On this screen:\n  row-1 … row-30\n  name VALUE\n"))
  }

  @Test func `an unknown or misused command is refused with the reason`() {
    #expect(
      session.answers(
        ":efect", ":help frobnicate", ":quit now", ":explore 3", ":goto", "  :undo\t2 ", ":undo")
          == """
          refused: there is no command ":efect"; did you mean ":effects"?
          refused: there is no input or command "frobnicate" here; ":help" lists all
          refused: :quit takes no value
          refused: :explore takes no value
          refused: :goto needs a value: :goto N
          refused: 0 inputs can be undone, and not 2
          refused: there is nothing to undo
          """)
  }

  @Test(
    arguments: [
      ("brwe", #"there is no input or command "brwe" here; did you mean "brew"?"#),
      ("efects", #"there is no input or command "efects" here; did you mean ":effects"?"#),
      ("login", #"there is no input or command "login" here; ":help" lists all"#),
      (#""""#, #"there is no input or command "" here; ":help" lists all"#),
      ("e", #""e" is the beginning of several names: :effects, :event, :explore"#),
      (":nothing", #"there is no command ":nothing"; the commands are: :help, "#),
    ] as [(String, String)])
  func `:help of a word that is neither an input nor a command names both`(
    word: String, message: String
  ) {
    #expect(session.answers(":help \(word)").hasPrefix("refused: " + message))
  }

  @Test func `a saved trail ends with the time since the last input, and a check of the screen`() {
    let folder = TemporaryFolder()
    let ends = [
      ([], "? screen kitchen"), (["brew"], "> brew\n@ idle"),
      (["brew", ":advance 1s"], "> brew\n@ 1s\n@ idle"),
      (["brew", ":advance 9s"], "> brew\n@ idle\n? screen kitchen"),
    ]
    for (number, (lines, end)) in ends.enumerated() {
      let session = Session<Tea>()
      for line in lines + [":save \(folder["\(number)"])"] { _ = session.answers(line) }
      #expect(folder.text("\(number)") == "% app tea\n\n\(end)\n")
    }
  }

  @Test func `a saved session is a trail that can be loaded`() throws {
    let folder = TemporaryFolder()
    let file = folder["a.trail"]
    _ = session.answers("kind earl grey", "pin 12", "pin 13", #"pin "12""#, "brew", ":advance 1s")
    _ = session.answers("open", ":advance 5s", "close", "watch", ":undo")
    #expect(session.answers(":save \(file)") == "7 inputs written to \(file)")
    #expect(
      folder.text("a.trail") == """
        % app tea

        > kind earl grey
        > pin {secret-1}
        > pin {secret-2}
        > pin {secret-1}
        > brew
        @ 1s
        > open
        @ idle
        > close
        ? screen kitchen

        """)
    try folder.write(String(repeating: "\u{1}ELF\n", count: 400), to: "program")
    let other = Session<Tea>()
    let refusal = other.answers(":load \(folder["program"])")
    #expect(refusal.contains("\(folder["program"]) is not a trail: line 1: "))
    #expect(refusal.hasSuffix("; and 399 more lines with an error"))
    #expect(!refusal.contains("\n"))
    #expect(
      other.answers(":load \(file)", #"pin "{secret-1}""#, "pin {secret-2}") == """
        refused: 1 input of \(file) typed; line 4: {secret-1} stands for a secret that a trail does not contain; \
        type the secret, or put this value in quotes
        screen
        refused: {secret-2} stands for a secret that a trail does not contain; type the secret, or put \
        this value in quotes
        """)
    #expect(other.driver.state.cups == 0)
    let text = folder.text("a.trail")?.split(separator: "\n").filter { !$0.contains("secret") }
    try folder.write(text?.joined(separator: "\n") ?? "", to: "b.trail")
    #expect(other.answers(":load \"\(folder["b.trail"])\"").hasPrefix("4 inputs of "))
    #expect(other.driver.state.cups == 1)
    #expect(other.clock.now == .seconds(3))
    #expect(
      other.answers("open", ":load \(file)")
        == """
        screen
        refused: 0 inputs of \(file) typed; line 3: there is no "kind" here; you can type: close
        """)
  }
}
