import CairnApp
import CairnTrail
import TestSupport
import Testing

@testable import CairnTerminal

/// Paths in the state, beginnings of names, several inputs in a line, and effects that begin again.
@Suite struct ErrandsTests {
  private let session: Session<Errands>

  init() throws { session = try .launched() }

  @Test(arguments: [
    ("errands[1].title", #""milk""#),
    (
      "errands",
      "[\n  [0]: Errands.Errand(title: \"bread\"),\n  [1]: Errands.Errand(title: \"milk\"),\n]"
    ),
    ("note", "nil"), (#"places["home"].town"#, #""Ulm""#), (#"places["work.a"].shop.floor"#, "2"),
    ("pin", "••••"),
    ("errands[1].titel", #"refused: errands[1] has no "titel"; it has title"#),
    ("errands[2].title", #"refused: errands has no "[2]"; it has [0], [1]"#),
    ("title.text", #"refused: title has no "text"; it has no parts"#),
    ("size[0", #"refused: size has no "[0"; it has no parts"#),
    (
      "errand",
      #"refused: the state has no "errand"; it has errands, title, pin, size, depth, seconds, note, places"#
    ),
    (#"places["home"]"#, #".town("Ulm")"#),
    ("errands.", #"refused: errands has no "."; it has [0], [1]"#),
    ("size..x", #"refused: size has no ".x"; it has no parts"#),
    ("errands[0].titles", #"refused: errands[0] has no "titles"; it has title"#),
    (#"places["inn"]"#, ##"refused: places has no "["inn"]"; it has ["home"], ["work.a"]"##),
  ])
  func `:state with a path shows a part, or says which part is wrong and what there is`(
    path: String, shown: String
  ) {
    _ = session.answers("title bread", "add", "title milk", "add", "pin 1234")
    #expect(session.answers(":state \(path)") == shown)
  }

  @Test func `Tab completes paths, and values after the beginning of a command`() {
    _ = session.answers("title bread", "add")
    let lines = [
      ":state e", ":state errands[", ":state errands[0].", ":state x.", ":stat no", ":he :ef",
      "title a; si", #"title "a"; si"#, #":state places["w"#, #":state places["work."#,
      #":state places["work.a"].sh"#, #":state places["work.a"].shop.f"#,
    ]
    #expect(
      lines.map { session.lineContext.complete($0).candidates } == [
        ["errands"], ["errands[0]"], ["errands[0].title"], [], ["note"], [":effects"], [],
        ["size "], [#"places["work.a"]"#], [#"places["work.a"]"#],
        [#"places["work.a"].shop.name"#, #"places["work.a"].shop.floor"#],
        [#"places["work.a"].shop.floor"#],
      ])
  }

  @Test func `a unique beginning stands for a name, and a whole name for itself`() {
    #expect(
      session.answers(
        "ti milk", "add", "ad", "adj", "nex", "next", "n", ":und", ":histo", ":s", ":e") == """
          screen
          screen
          refused: "ad" is the beginning of several names: add, adjust
          screen
          refused: "nex" is the beginning of several names: next, next-page
          screen
          screen
          undone: next (files are left as they are; effects were not started again: "load" (effect 1, \
          started by action 1: .started))
          1  title milk
          2  add
          3  adjust
          4  next
          5  next  (undone)
          refused: ":s" is the beginning of several names: :state, :stack, :save
          refused: ":e" is the beginning of several names: :effects, :event, :explore
          """)
    #expect(session.recorder.text.contains("> title milk\n> add\n> adjust\n> next\n"))
  }

  @Test func `the beginning of the name of a secure field hides its value`() {
    #expect(session.answers("pi 1234", ":history", ":state pin") == "screen\n1  pin ••••\n••••")
    #expect(session.recorder.text.contains("> pin {secret-1}\n"))
  }

  @Test(
    arguments: [
      ("pin 12", "pin ••"), (" pi 1", " pi •"), ("p 1", "p •"), ("pin=12", "pin•••"),
      ("pni 12", "pni ••"), ("pni=12", "pni•••"), (#"pin="1 2"#, "pin•••••"),
      ("password 12", "password ••"), ("password:12", "password•••"), (":pin 12", ":pin ••"),
      ("next; pin 1; 2", "next; pin ••••"), ("next;next;  pni 1", "next;next;  pni •"),
      ("; pin 12", "; pin ••"), ("pin; pin 12", "pin; pin ••"),
      ("next; later 12", "next; later ••"),
      (#"title "a;\";b"; pin 1"#, #"title "a;\";b"; pin •"#), ("title a; pin 1", "title a; pin •"),
      (":help pin 12", ":help pin ••"), (":undo pin=1", ":undo pin••"),
      ("next pin 1", "next pin •"), (":help pin", nil), ("size pin 1", nil),
      (":undo;pin 1", ":undo;pin •"), (":goto 3 pin 12", ":goto 3 pin ••"),
      (":goto 3;pin 1", ":goto 3;pin •"), (#"title "a" pin 12"#, #"title "a" pin ••"#),
      ("size a;b; pin 1", "size a;b; pin •"), (":find a; pin 1", ":find a; pin •"),
      ("title pin 1", nil), ("ti pin 1", nil), ("title a; b c", nil), ("title a; b \"; c d", nil),
      (#"title "a; pin 1"; next"#, nil), ("size a;b", nil), (":find pin 1", nil), ("pin", nil),
      ("title=a", nil), ("title=a b", "title=a •"), ("next; later; pin", nil), ("", nil),
      (";; ;", nil),
    ] as [(String, String?)])
  func `a value is drawn only after the name of an input of the screen that is no secret`(
    line: String, drawn: String?
  ) {
    var editor = LineEditor()
    _ = editor.handle(.paste(line), in: session.lineContext)
    #expect(editor.layout(width: 80, in: session.lineContext).rows == ["> " + (drawn ?? line)])
    #expect(editor.isMasked(in: session.lineContext) == (drawn != nil))
  }

  @Test func `a name that was a secret on an earlier screen is one on the next`() {
    func hides(_ line: String) -> Bool { session.lineContext.secretNameEnd(in: line) != nil }
    #expect(
      session.answers("next", "next; pin 1") == """
        screen
        refused: there is no "pin" here; you can type: back, next
        """)
    #expect(hides("pin 1") && hides("back; pin 1") && !hides("back"))
    #expect(session.lineContext.isNameOfSecret("pin"))
  }

  @Test(arguments: [
    (
      "title a; b",
      #"";" is part of the value; before another input, put the value in quotes: title "…"; …"#
    ),
    (
      "pin 1;next",
      #"";" is part of the value; before another input, put the value in quotes: pin "…"; …"#
    ),
    ("pin 1;2", "screen"), (#"title "a; b""#, "screen"), ("size a;b", "screen"),
    (
      "title a; pin 12",
      #"refused: ";" is part of the value, and title would show a secret; put the value in quotes: title "…"; …"#
    ),
    (#"title "a; pin 12""#, "screen"),
    (
      ":help pin 12",
      "refused: :help would show a secret; before another input, put a semicolon: :help; …"
    ),
    (
      ":goto 3 pin 12",
      "refused: :goto would show a secret; before another input, put a semicolon: :goto; …"
    ),
    (#""title" x"#, #"refused: a name is typed without quotes; did you mean "title"?"#),
    (#""pni" x"#, #"refused: a name is typed without quotes; did you mean "pin"?"#),
    (
      #""nowhere" x"#,
      #"refused: there is no "nowhere…" here; you can type: title, pin, size, add, adjust, next, next-page, resume, steps, save"#
    ),
    ("pin=12", #"refused: there is no "pin…" here; a value follows a space: pin VALUE"#),
    (":undo=12", #"refused: there is no command ":undo…"; did you mean ":undo"?"#),
    ("nxt; pin=12; x", #"refused: there is no "nxt" here; did you mean "next"?; not run: pin, x"#),
  ])
  func `a semicolon in a value is told, and no answer shows a secret`(line: String, answer: String)
  {
    #expect(session.answers(line) == answer)
  }

  @Test func `a semicolon in the value of a button is told, too`() {
    let session = Session<Desk>(rows: [])
    for line in ["add a; pin 12", "add a; pi 12", "add a; b; pin=12"] {
      #expect(
        session.answers(line) == """
          refused: ";" is part of the value, and add would show a secret; put the value in quotes: \
          add "…"; …
          """)
    }
    #expect(
      session.answers("add milk; two eggs", #"add "c; d""#) == """
        ";" is part of the value; before another input, put the value in quotes: add "…"; …
        screen
        """)
    #expect(session.driver.state.rows == ["milk; two eggs", "c; d"])
  }

  @Test(arguments: [
    ("next; next; back", ["next", "next", "back"], "screen"),
    ("next;n ;  :stack", ["next", "next"], "  1  list  Errands\n  2  page  Page 2  <- shown"),
    (
      #"title "a;\";b"; add; size a;b"#, [#"title "a;\";b""#, "add", "size a;b"], "screen"
    ),
    ("size very large; next", ["size very large", "next"], "screen"),
    ("size a;b", ["size a;b"], "screen"),
    ("next;", ["next"], "screen"),
    (
      "next; bak; next; back", ["next"],
      #"refused: there is no "bak" here; did you mean "back"?; not run: next, back"#
    ),
    (
      "add; next; title a b; c", [],
      "refused: add is disabled: title is required; not run: next, title …"
    ),
    (
      "next; pin 1;2", ["next"],
      #"refused: there is no "pin" here; you can type: back, next; not run: the rest of the line"#
    ),
    (
      "adjust; size huge; next; title c;d", ["adjust"],
      #"refused: size has no such option; there are: small, very large, a;b; not run: next, title …"#
    ),
    (
      #"next; back 2; next"#, ["next"],
      "refused: back takes no value; not run: next"
    ),
    (#"add "x"; next"#, [], "refused: add is disabled: title is required; not run: next"),
    (
      "pin; 1;2", [],
      #"refused: pin needs a value: give a value, or "" to clear; not run: the rest of the line"#
    ),
    (
      "pni 1; 2", [],
      #"refused: there is no "pni" here; did you mean "pin"?; not run: the rest of the line"#
    ),
    (
      "add; :advance 1s; :stack ; title a; :undo", [],
      "refused: add is disabled: title is required; not run: :advance …, :stack, title …"
    ),
    (
      "add; :find a; pin 1", [],
      "refused: add is disabled: title is required; not run: :find …"
    ),
    ("a; next", [], #"refused: "a" is the beginning of several names: add, adjust; not run: next"#),
    (":undo; next", [], "refused: there is nothing to undo; not run: next"),
  ])
  func `semicolons separate inputs, unless the screen takes the line as it is`(
    line: String, inputs: [String], answer: String
  ) {
    let answers = session.allAnswers(to: line)
    #expect(answers.last.map(session.text) == answer)
    // One screen for all inputs, above what is no screen.
    #expect(answers.count { $0 == .screen(remark: nil) } == (inputs.isEmpty ? 0 : 1))
    #expect(session.travel.steps.map(\.input) == inputs)
    let typed = session.recorder.text.split(separator: "\n").filter { $0.hasPrefix(">") }
    #expect(typed == inputs.map { "> \($0)" })
  }

  @Test func `of many names the nearest are listed, and the number of the others`() {
    let rows = (1...30).map { "text \($0)" }
    #expect(
      Session(rows: rows).answers("tickets", "row x", "tick-off 1") == """
        refused: there is no "tickets" here; you can type: ticking, row-1, row-2, row-3, row-4 and \
        31 more; :actions lists all
        refused: "row" is the beginning of several names: row-1, row-2, row-3, row-4, row-5 and 25 \
        more
        refused: there is no "tick-off" here; you can type: ticking, row-1, row-2, row-3, row-4 and \
        31 more; :actions lists all
        """)
  }

  @Test func `the answer of :undo shows the beginnings of a long input and a long action`() {
    let text = "wait " + String(repeating: "x", count: 200)
    let beginning = "wait " + String(repeating: "x", count: 28) + "…"
    #expect(
      session.answers("title \(text)", ":undo", ":redo") == """
        screen
        undone: title \(beginning) (files are left as they are; effects in flight were dropped: \
        "wait" (effect 2, started by action 2: .title("\(beginning.dropLast(3))…); effects were not \
        started again: "load" (effect 1, started by action 1: .started))
        redone: title \(beginning) (effects were started: "wait" (effect 3, started by action 2: \
        .title("\(beginning.dropLast(3))…); effects were not started again: "load" (effect 1, \
        started by action 1: .started))
        """)
  }

  @Test(
    arguments: [
      (":stack;  :stack", "  1  list  Errands  <- shown\n  1  list  Errands  <- shown"),
      ("next;:stack;back", "  1  list  Errands\n  2  page  Page 1  <- shown\nscreen"),
      (
        "next;:undo ; zzz; pin 12",
        "undone: next (files are left as they are; effects were not started again: \"load\" (effect 1,"
          + " started by action 1: .started))\n"
          + "refused: there is no \"zzz\" here; you can type: title, pin, size, add, "
          + "adjust, next, next-page, resume, steps, save; not run: pin …"
      ),
      (":goto 0;adjust", "already after 0 inputs"),
      (":undo 1;x", "refused: there is nothing to undo; not run: x"),
      (":quit; next", "quit"), (":stack;", "  1  list  Errands  <- shown"),
      (#":state places["a;b"]"#, #"refused: places has no "["a;b"]"; it has ["home"], ["work.a"]"#),
      (
        ":find a; next",
        "refused: the value of :find is the rest of the line; before another input, put it"
          + " in quotes: :find \"…\"; …"
      ),
      (":load no; file", "refused: no; file: cannot be read: No such file or directory"),
      (#":find "a; next""#, "refused: all rows are printed here"),
      (#":find "a"; next"#, "refused: all rows are printed here; not run: next"),
      (":more; :stack", "refused: all rows are printed here; not run: :stack"),
      (
        #":find "a" b"#,
        ##"refused: :find has a malformed value: there is text after its closing "; write a " within quotes as \""##
      ),
    ] as [(String, String)])
  func `semicolons separate commands, too; the value of some is the rest of the line`(
    line: String, answer: String
  ) {
    #expect(session.answers(line) == answer)
  }

  @Test func `:undo N undoes several inputs`() {
    #expect(
      session.answers("adjust", "adjust", "title x", ":undo 4", ":undo 0", ":undo x", ":undo 2")
        .replacing(#/ \(.*/#, with: "") == """
          screen
          screen
          screen
          refused: 3 inputs can be undone, and not 4
          refused: :undo undoes at least 1 input
          refused: "x" is not a number of inputs; ":history" lists them
          undone: 2 inputs
          """)
    #expect(session.travel.position == 1)
  }

  @Test func `effects of inputs begin again, and the answer names those that do not`() {
    session.clock.advance(by: .seconds(61))
    _ = session.answers("resume", ":advance 2s", "steps")
    #expect(
      session.answers(":undo") == """
        undone: steps (effects in flight were dropped: "first" (effect 3, started by action 5: \
        .steps); effects were started: "timer" (effect 4, started by action 2: .resume))
        """)
    #expect(session.answers(":undo").contains("dropped: \"timer\" (effect 4, "))
    #expect(session.driver.allEffects.isEmpty)
    #expect(session.answers(":redo").contains("effects were started: \"timer\" (effect 5, "))
    _ = session.answers(":advance 3s")
    #expect(session.driver.state.seconds == 5)
    #expect(
      session.answers(":redo").hasSuffix(
        "effects were not started again: \"first\" (effect 3, started by action 5: .steps))"))
  }

  @Test func `an effect that does not begin again is named each time its state comes back`() {
    session.clock.advance(by: .seconds(61))
    _ = session.answers("steps", ":undo")
    let answer = session.answers(":redo")
    #expect(answer.contains(#"; effects were not started again: "first" (effect "#), "\(answer)")
    #expect(session.answers(":undo") == "undone: steps (files are left as they are)")
    #expect(session.answers(":redo") == answer)
    _ = session.answers("adjust")
    let undone = session.answers(":undo")
    #expect(undone == answer.replacing("redone: steps", with: "undone: adjust"))
    // After another input, nothing says that the effect would still be in flight.
    _ = session.answers("adjust", "adjust")
    #expect(session.answers(":undo") == "undone: adjust (files are left as they are)")
  }

  @Test func `:history says what stand-ins have answered since each input`() throws {
    let session = try Session<Errands>.launched(in: .simulated(start: "new"))
    _ = session.answers("save", "adjust", "save", ":undo")
    #expect(
      session.answers(":history") == """
        1  save  (save: works)
        2  adjust
        3  save  (save: works)  (undone)
        """)
  }

  @Test func `:history lists the first answers since an input, and counts the others`() throws {
    let session = try Session<Errands>.launched(in: .simulated(start: "new"))
    _ = session.answers("title poll", ":advance 10s", ":state title", ":advance 3590s")
    let listed = Array(repeating: "poll: works", count: 20).joined(separator: ", ")
    #expect(session.answers(":history") == "1  title poll  (\(listed), … 3,580 more)")
  }

  @Test func `the history has one row for a long input`() throws {
    let session = try Session<Errands>.launched()
    _ = session.answers("title " + String(repeating: "x", count: 100_000))
    #expect(
      session.answers(":history") == "1  title " + String(repeating: "x", count: 65) + "…")
  }

  @Test func `a saved trail has the options of the session that a simulated world takes`() throws {
    let folder = TemporaryFolder()
    let file = folder["a.trail"]
    let session = try Session<Errands>.launched(options: ["--minute=4", "--file=/tmp/x"])
    #expect(
      session.answers("adjust", ":save \(file)") == """
        screen
        1 input written to \(file), without the options that a simulated world refuses: --file
        """)
    #expect(
      folder.text("a.trail")
        == "% app errands\n% options --minute=4\n\n> adjust\n@ idle\n")
  }
}
