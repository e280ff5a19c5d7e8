import Cairn
import CairnApp
import CairnSimulation
import TerminalEmulator
import TestSupport
import Testing

@testable import CairnTerminal

/// The window of a session after inputs and answers of effects.
@Suite struct DrawingTests {
  private typealias Window = EmulatedSession<Desk>

  private let greeting = """
    desk: type a name from the screen, :help
    for help, :quit to exit.
    """

  @Test func `the answer of an effect takes the place of the screen that waited for it`() throws {
    let window = try Window(Desk.State())
    #expect(window.terminal.text == "\(greeting)\n\nStarting\n\n  … Looking…\n\n>")
    window.type("na")
    window.pass(.seconds(1))
    #expect(window.terminal.transcript == "\(greeting)\n\(Window.desk(line: "> na"))")
  }

  @Test func `an input that changes values alone moves above the screen`() throws {
    let window = try Window()
    window.type("name ada⏎:undo⏎nmae⏎name x⏎⏎")
    let note = "  ! too short\n"
    #expect(
      window.terminal.transcript == """
        \(greeting)
        > name ada
        > :undo
        undone: name ada (files are left as they
        are)
        > nmae
        there is no "nmae" here; did you mean
        "name"?
        > name x
        \(Window.desk("x", note: note))
        """)
    window.type("ticking⏎")
    window.pass(.seconds(1))
    window.pass(.seconds(1))
    #expect(window.terminal.transcript.components(separatedBy: "\nDesk\n").count == 2)
    #expect(window.terminal.text.contains("\n> ticking\n\nDesk\n\n  2 s\n"))
  }

  @Test func `Ctrl-L shows the screen again in an empty window`() throws {
    let window = try Window()
    window.type(":stack⏎ab\u{C}")
    #expect(window.terminal.text == Window.desk(line: "> ab"))
  }

  @Test func `the screen before a wait stays if the wait ends at another screen`() throws {
    let window = try Window(Desk.State(name: "ada", place: .desk))
    window.type("check⏎")
    #expect(window.terminal.text.hasPrefix("\(greeting)\n> check\n\nDesk\n"))
    #expect(window.terminal.text.contains("  … Checking…\n"))
    window.pass(.seconds(1))
    #expect(window.terminal.text == "\(greeting)\n> check\n\(Window.desk("ada"))")
    window.type("pin 1⏎check⏎")
    window.pass(.seconds(1))
    let before = Window.desk("ada", line: "> check").replacing("(empty)", with: "•")
    #expect(
      window.terminal.text == "\(greeting)\n> check\n> pin •\n\(before)\n\nHome\n\n  lock\n\n>")
  }

  @Test func `with --every-screen each screen is printed below the one before`() throws {
    let window = try Window(options: ["--every-screen"])
    window.type("name ada⏎check⏎")
    window.pass(.seconds(1))
    let checking = Window.desk("ada").replacing("\n\n  check", with: "\n  … Checking…\n\n  check")
    #expect(
      window.terminal.transcript == """
        \(greeting)
        \(Window.desk(line: "> name ada"))
        \(Window.desk("ada", line: "> check"))
        \(checking.dropLast())\(Window.desk("ada"))
        """)
  }

  @Test(arguments: [40, 20]) func `a tick changes the screen above the output of a command`(
    columns: Int
  ) throws {
    let window = try Window(
      Desk.State(name: "a name of 24 characters.", seconds: 1, place: .desk), columns: columns,
      rows: 30)
    window.type("ticking⏎:state⏎:stat")
    let before = window.terminal.transcript
    window.pass(.seconds(5))
    #expect(window.terminal.transcript == before.replacing("  1 s\n", with: "  6 s\n"))
    window.type("\u{15}⏎")
    #expect(window.terminal.text.hasSuffix("add      a row\n\n>"))
    #expect(window.terminal.text.contains("  6 s\n"))
  }

  @Test func `a screen that has scrolled out of the window in part is printed again`() throws {
    let window = try Window(columns: 40, rows: 14)
    window.type("name ada⏎:help name⏎name bob⏎")
    #expect(window.terminal.text.hasSuffix(Window.desk("bob")))
    // A long line moves the screen up, and is deleted.
    window.type(String(repeating: "x", count: 150) + "\u{15}name eve⏎")
    #expect(window.terminal.text.hasSuffix(Window.desk("eve")))
    #expect(window.terminal.transcript.contains("> name ada\n"))
    #expect(window.terminal.transcript.contains("> name eve\n"))
    #expect(window.terminal.showsWholeDesks)
  }

  /// A busy machine ends a slice after any line.
  @Test(arguments: [.zero, .seconds(3600)] as [Duration])
  func `pasted lines move up one after another, and a message of the program is not erased`(
    slice: Duration
  ) throws {
    let window = try Window()
    window.repl.pasteSlice = slice
    window.type("\u{1B}[200~name a\nname b\nname c\nti\u{1B}[201~")
    #expect(
      window.terminal.transcript
        == "\(greeting)\n> name a\n> name b\n> name c\n\(Window.desk("c", line: "> ti"))")
    window.messages.count += 1
    window.type("\u{15}name d⏎")
    #expect(
      window.terminal.transcript.hasSuffix(
        "\(Window.desk("c", line: "> name d"))\n\(Window.desk("d"))"))
  }

  @Test(arguments: [("check⏎", 1), ("\u{1B}[200~check\nlock\nlock\n\u{1B}[201~", 0)])
  func `a screen moves into the window unless pasted lines wait behind it`(
    keys: String, movements: Int
  ) throws {
    let state = Desk.State(name: "ada", pin: "1", place: .desk)
    let window = try Window(state, isAnimated: true)
    window.type(keys)
    window.pass(.seconds(1))
    let output = String(decoding: window.written, as: UTF8.self)
    #expect(output.contains("Home"))
    #expect(output.ranges(of: String(repeating: " ", count: 24) + "Home").count == movements)
  }

  @Test func `a refused command for a list stays above its answer`() throws {
    let window = try Window()
    window.type(":find x⏎:more⏎:less 3⏎name a⏎")
    #expect(
      window.terminal.transcript == """
        \(greeting)
        > :find x
        this screen has no list
        > :more
        this screen has no list
        > :less 3
        :less takes no value
        > name a
        \(Window.desk("a"))
        """)
  }

  @Test func `a screen without a list that is higher than the window has pages`() throws {
    let window = try Window(Desk.State(name: "x", seconds: 1, place: .desk), rows: 15)
    func shows(_ lines: String) -> Bool {
      let buttons = "\n\n  check\n  ticking\n  seal\n  add      a row\n\n>"
      return window.terminal.text.hasSuffix("\nDesk\n\n" + lines + buttons)
    }
    #expect(shows("  1 s\n\n  name     x\n  ⋮ 2 more lines: :more"))
    window.type(":more⏎")
    #expect(shows("  ⋮ 3 more lines before: :less\n  ! too short\n  pin      (empty)"))
    window.type(":more⏎:less⏎")
    #expect(shows("  1 s\n\n  name     x\n  ⋮ 2 more lines: :more"))
    window.type("⏎")
    #expect(shows("  1 s\n\n  name     x\n  ! too short\n  pin      (empty)"))
  }

  @Test func `:more and :less say that there are no more rows`() throws {
    let window = try Window(
      Desk.State(rows: (1...90).map { "text \($0)" }, place: .desk), rows: 24)
    func says(_ remark: String) -> Bool { window.terminal.text.contains("\(remark)\n") }
    window.type(":less⏎")
    #expect(says("these are the first rows"))
    window.type(":more⏎")
    #expect(!window.terminal.text.contains("these are"))
    window.type(String(repeating: ":more⏎", count: 30))
    #expect(says("these are the last rows") && window.terminal.transcript.contains("row-90"))
    window.type(":find text 7⏎:more⏎")
    #expect(says("all rows are in sight"))
    let lines = try Window(Desk.State(name: "x", seconds: 1, place: .desk), rows: 15)
    lines.type(":more⏎:more⏎")
    #expect(lines.terminal.text.contains("these are the last lines\n"))
  }

  @Test func `a page, or a part of the list, of the next screen can be chosen in the same line`()
    throws
  {
    let window = try Window(Desk.State(name: "x", seconds: 1, place: .locked), rows: 15)
    window.type("unlock;:more⏎")
    #expect(window.terminal.text.contains("⋮ 3 more lines before: :less"))
    window.type("seal;:more⏎")
    #expect(window.terminal.text.contains("this screen has no list"))
    let rows = (1...40).map { "text \($0)" }
    let list = try Window(Desk.State(rows: rows, place: .locked))
    list.type("unlock;:find \"31\"⏎")
    #expect(list.terminal.text.contains("row-31") && !list.terminal.text.contains("row-1 "))
  }

  @Test func `no typed secret is in the window, the lines of the editor or the recording`() throws {
    let window = try Window(rows: 200)
    for line in [
      "pin 1234", "pin⏎1234", "pim 1234", "pni; pin 1234", "name a; pin 1234", "pin=1234",
      "passwd 1234", ":pin 1234", ":find a; pin 1234", "\u{1B}[200~pin\n1234\nname b\u{1B}[201~",
      "\u{1B}[200~pin\n1234\u{1B}[201~", "pin 1234\u{15}\u{19}", "pin 1234\t\t\u{3}",
      "\u{1B}[200~nmae\n1234\u{1B}[201~", "check⏎\u{1B}[200~pin\n1234\u{1B}[201~",
      "check⏎\u{1B}[200~pin\n12\u{1B}[201~34", "check; lock; pin 1234", "pin 1234", "pin=1234",
    ] {
      window.type(line + "⏎")
      window.pass(.seconds(1))
    }
    #expect(window.session.driver.state.pin.count { _ in true } == 4)
    window.type(":history⏎:undo⏎:redo⏎:diff⏎:state⏎\u{12}123")
    #expect(!window.terminal.transcript.contains("1234"))
    #expect(!window.session.recorder.text.contains("1234"))
    #expect(!window.repl.editor.history.lines.contains { $0.contains("1234") })
    #expect(window.terminal.transcript.contains("> passwd ••••"))
  }

  @Test func `the screen returns when a line that filled the window is cut`() throws {
    let window = try Window(rows: 16)
    window.type("name " + String(repeating: "a", count: 900))
    window.type("\u{15}")
    #expect(window.terminal.text.hasSuffix("  check\n  ticking\n  seal\n  add      a row\n\n>"))
  }

  @Test
  func `a secret has the same rule at its prompt as after its name, and Enter alone keeps it`()
    throws
  {
    let window = try Window(rows: 60)
    func pin(_ keys: String) -> String {
      window.type(keys + "⏎")
      return window.session.driver.state.pin.reveal()
    }
    #expect(pin("pin   a b  ") == "a b")
    #expect(pin("pin⏎") == "a b")
    #expect(window.terminal.text.contains("pin is unchanged; \"\" clears it"))
    #expect(pin("pin⏎  a b  ") == "a b" && pin("pin⏎\"\"").isEmpty)
    #expect(pin("pin⏎\" c\"") == " c" && pin("pin \" c\"") == " c")
    #expect(pin("pin⏎{secret-1}") == " c")
    #expect(pin("pin⏎\u{1B}[200~1234\nname b\n\nx\u{1B}[201~") == "1234")
    #expect(window.terminal.text.contains("2 pasted lines were not run"))
    #expect(window.session.driver.state.name.isEmpty)
  }

  @Test
  func `refused lines and lines with semicolons are recalled, and a word that is no name is not`()
    throws
  {
    let window = try Window(rows: 60)
    window.type("nmae⏎name \"a\"; ticking⏎pin 1234⏎sesame⏎name \"a\"; pin 12⏎name⏎:undx⏎")
    #expect(
      window.repl.editor.history.lines == ["nmae", "name \"a\"; ticking", "name", ":undx"])
  }

  @Test func `after a sealed state neither rows nor the screen before return`() throws {
    let window = try Window(Desk.State(name: "ada", place: .desk), rows: 40)
    window.type("pin 12⏎check⏎")
    window.session.driver.send(.sealing)
    window.pass(.zero)
    #expect(window.terminal.text == "\(greeting)\n> pin ••\n> check\n\nLocked\n\n  unlock\n\n>")
    window.pass(.seconds(1))
    #expect(!window.terminal.transcript.contains("ada"))
  }

  @Test(arguments: [(40, 20), (80, 24), (200, 50)])
  func `of a long list the title, the buttons and the newest rows are in sight`(
    columns: Int, rows: Int
  ) throws {
    let list = (1...300).map { "meeting number \($0)" }
    let window = try Window(
      Desk.State(rows: list, place: .desk), columns: columns, rows: rows)
    func isInSight(_ texts: String...) -> Bool {
      (["Desk\n\n", "\n  check\n", "\n  add ", "\n>"] + texts).allSatisfy(
        window.terminal.text.contains)
    }
    window.type("add the newest⏎")
    #expect(isInSight("row-1 ", "row-3 ", "row-301  the newest", " more rows: :more, :find TEXT"))
    let first = window.terminal.transcript
    window.type(":more⏎")
    #expect(isInSight("more rows before: :less", "more rows after: :more"))
    window.type(":less⏎")
    #expect(window.terminal.transcript == first)
    window.type(":find r 29⏎")
    #expect(isInSight("11 of 301 rows contain \"r 29\": :find", "row-290"))
    #expect(!isInSight("row-1 "))
    window.type("add number 29⏎:find⏎")
    #expect(isInSight("row-1 ", "row-302  number 29"))
    #expect(window.terminal.transcript.components(separatedBy: "Desk\n").count == 2)
    window.type("⏎")
    #expect(window.terminal.transcript.contains("row-150"))
    // A row that is out of sight can be typed.
    window.type("name ada⏎row-150⏎")
    #expect(window.session.travel.steps.last?.input == "row-150")
  }

  /// Nothing is torn, lost or new, whatever happens: the same session prints each screen in another window.
  @Test func `the window ends with the screen, and its history has each input and no other text`()
    throws
  {
    for seed in 0..<(isGate ? 15 : 3) as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let columns = [20, 40, 80].randomElement(using: &random) ?? 40
      let windows = try [[], ["--every-screen"]].map {
        try Window(Desk.State(), columns: columns, rows: Int(seed % 30) + 6, options: $0)
      }
      var typed: [String] = []
      for _ in 0..<30 {
        let keys =
          [
            "name ada", "name x", "name \(String(repeating: "日e\u{301}", count: 20))", "pin 1234",
            "check", "ticking", "seal", "unlock", "lock", "add row", "add other row",
            "",
            ":undo", ":stack", ":help undo", "nmae", "!", "!", "!",
          ].randomElement(using: &random) ?? ""
        let words = keys.split(separator: " ", maxSplits: 1)
        let isHidden =
          words.count > 1 && !keys.hasPrefix(":")
          && windows[0].session.screen.input(named: String(words[0])) == nil
        let drawn = isHidden ? "\(words[0]) \(Secret(String(words[1])).bullets)" : keys
        for window in windows {
          if keys == "!" {
            window.pass(.seconds(1))
          } else {
            window.type(keys + "⏎")
          }
        }
        let isShort = keys.count > 1 && keys.count < 16
        if isShort, !keys.hasPrefix("pin 1") { typed.append(drawn) }
        let (one, all) = (windows[0].terminal, windows[1].terminal)
        let inputs = one.transcript.split(separator: "\n").filter { $0.hasPrefix("> ") }
          .map { String($0.dropFirst(2)) }.filter(typed.contains)
        #expect(inputs == typed, "seed \(seed)")
        #expect(one.showsWholeDesks, "seed \(seed)")
        let known = Set(all.transcript.split(separator: "\n"))
        let new = one.transcript.split(separator: "\n").first { !known.contains($0) }
        #expect(new == nil, "seed \(seed): \(new ?? "") in\n\(one.transcript)")
      }
    }
  }
}
