import Cairn
import CairnApp
import Testing

/// The other forms of a screen: plain lines for speech, JSON for a program, parts to color.
struct ScreenFormsTests {
  private static let page = "https://www.example.com/photos/1"

  private let screen = Screen<String>("all", "Every\u{1B}thing", step: 3, of: 7) {
    Text(paragraphs: "one\ntwo", picture: .svg("<é/>"))
    Note(.warning, "mind\nthis")
    Field("email", "ada\n") { $0 }
    Field("phone", "", isOptional: true, disabledBecause: "later") { $0 }
    Field("password", secure: "hunter2") { _ in "" }
    Toggle("accept", "I accept", isOn: true, "")
    Picker("size", "", of: ["small", "large"]) { $0 }
    ListRow("set-1", "Squat", picture: WebAddress(page).map { .web($0) }, "")
    GridRow("a", "b")
    Button("next", disabledBecause: "", "")
    Button("pay", label: "Pay with card", disabledBecause: "the cart is empty", "")
    ValueButton("seek", takes: "a number", disabledBecause: "saving") { $0 }
    Link("The\nsource", to: page)
    Grid(
      columns: 2,
      [
        Grid.Cell(.text(Text("日本")), .link(Link("Page", to: page)), .link(Link(page))),
        Grid.Cell(.text(Text("Last"))),
      ])
    ProgressBar(1, of: 3, before: "0:01", after: "-0:02")
    Progress("Saving…")
  }.over("Classes").map { $0 }

  @Test func `every plain line names the kind of its element`() {
    #expect(
      screen.plainLines == [
        #"Every\u{1B}thing, over Classes, step 3 of 7"#,
        "one",
        "two",
        "Warning: mind this",
        #"email, field: ada\n"#,
        "phone, field: optional, disabled: later",
        "password, secure field: 7 characters",
        "accept, toggle, on: I accept",
        "size, choice: none, of small, large",
        "set-1, row: Squat",
        "a, b",
        "next, button, disabled",
        "pay, button: Pay with card, disabled: the cart is empty",
        "seek, button with a value: a number, disabled: saving",
        "link: The source <\(Self.page)>",
        "日本, link: Page <\(Self.page)>, link: \(Self.page)",
        "Last",
        "33 percent, 0:01, -0:02",
        "In progress: Saving…",
      ])
  }

  @Test func `the JSON form has every element, and bullets for a secret`() throws {
    #expect(
      try screen.json
        == #"{"elements":[{"kind":"text","picture":"data:image/svg+xml,%3C%C3%A9%2F%3E","#
        + #""text":"one\ntwo"},"#
        + #"{"kind":"note","level":"warning","text":"mind\nthis"},"#
        + #"{"kind":"field","name":"email","secure":false,"value":"ada\n"},"#
        + #"{"disabled":"later","kind":"field","name":"phone","optional":true,"secure":false,"#
        + #""value":""},{"kind":"field","name":"password","secure":true,"value":"•••••••"},"#
        + #"{"kind":"toggle","label":"I accept","name":"accept","on":true},"#
        + #"{"kind":"choice","name":"size","options":["small","large"],"value":""},"#
        + #"{"kind":"row","name":"set-1","picture":"\#(Self.page)","text":"Squat"},"#
        + #"{"cells":["a","b"],"kind":"grid"},"#
        + #"{"disabled":"","kind":"button","name":"next"},"#
        + #"{"disabled":"the cart is empty","kind":"button","label":"Pay with card","name":"pay"},"#
        + #"{"disabled":"saving","kind":"value-button","name":"seek","takes":"a number"},"#
        + #"{"address":"\#(Self.page)","kind":"link","text":"The\nsource"},"#
        + #"{"cells":[[{"kind":"text","text":"日本"},"#
        + #"{"address":"\#(Self.page)","kind":"link","text":"Page"},"#
        + #"{"address":"\#(Self.page)","kind":"link","text":"\#(Self.page)"}],"#
        + #"[{"kind":"text","text":"Last"}]],"columns":2,"kind":"cells"},"#
        + #"{"after":"-0:02","amount":1,"before":"0:01","kind":"bar","whole":3},"#
        + #"{"kind":"progress","text":"Saving…"}],"#
        + #""id":"all","over":"Classes","step":3,"steps":7,"title":"Every\u001bthing"}"#)
  }

  @Test func `the parts of a line together are the line`() {
    var roles: Set<StyledLine.Role> = []
    for width in [20, 40, 80] {
      let styled = screen.styledLines(width: width)
      #expect(styled.map(\.text) == screen.lines(width: width))
      let parts = styled.flatMap(\.parts)
      #expect(!parts.contains { $0.text.isEmpty })
      roles.formUnion(parts.map(\.role))
    }
    #expect(
      roles.isSuperset(of: [
        .title, .step, .text, .warning, .name, .secret, .placeholder, .progress, .link,
      ]))
  }
}

/// No element passes on what a terminal would obey, and none needs help of the app.
struct HostileElementsTests {
  private static let hostile =
    "a\u{1B}[2J\u{1B}]0;x\u{7}b\u{9B}31m\u{85}\u{90}c\u{202E}\u{2066}d\u{2028}\u{200B}\r\u{8}e"

  @Test func `what a terminal would obey is escaped in every element`() {
    let hostile = Self.hostile
    let alert = AlertState(
      hostile, message: hostile, buttons: [ButtonState(hostile, action: 1)])
    for screen in [everything { hostile }, Screen("s", alert)] {
      let refusals = screen.names.flatMap { [screen.message($0), screen.message($0 + " value")] }
      let lines = screen.lines(width: 60) + screen.plainLines + screen.notes
      for line in lines + refusals.compactMap(\.self) {
        let isUnsafe = line.unicodeScalars.contains {
          let category = $0.properties.generalCategory
          return category == .control || category == .format || category == .lineSeparator
        }
        #expect(!isUnsafe, "\(line.debugDescription)")
      }
    }
  }

  @Test func `a line break begins a line only in paragraphs, and safe text is not escaped again`() {
    let text = "one\n\n  withdraw"
    func lines(_ text: Text) -> [String] { Screen<Int>("s", "") { text }.lines() }
    #expect(lines(Text(text)) == [#"  one\n\n  withdraw"#])
    #expect(lines(Text("", title: text)) == [#"  one\n\n  withdraw"#])
    #expect(lines(Text(paragraphs: text)) == ["  one", "", "    withdraw"])
    #expect(lines(Text(Self.hostile.terminalSafe)) == lines(Text(Self.hostile)))
  }
}

struct TerminalSafeTests {
  @Test(arguments: [
    ("\u{0}", #"\u{0}"#), ("\u{1B}[31m", #"\u{1B}[31m"#), ("\n", #"\n"#), ("\t", #"\t"#),
    ("\r\n", #"\u{D}\n"#), ("\u{7F}", #"\u{7F}"#), ("\u{9B}2J", #"\u{9B}2J"#),
    ("a\u{202E}b", #"a\u{202E}b"#), ("\u{2066}\u{2069}", #"\u{2066}\u{2069}"#),
    ("\u{200E}\u{200F}\u{61C}", #"\u{200E}\u{200F}\u{61C}"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("so\u{AD}ft", #"so\u{AD}ft"#),
    ("\u{FEFF}x", #"\u{FEFF}x"#), ("\u{200B}", #"\u{200B}"#), ("\u{3164}", #"\u{3164}"#),
    ("\u{E000}", #"\u{E000}"#), ("\u{378}", #"\u{378}"#), ("\u{FFFF}", #"\u{FFFF}"#),
    ("a\u{E0041}\u{301}", #"a\u{E0041}\u{301}"#),
    ("\u{301}a", #"\u{301}a"#), ("\u{1B}\u{301}", #"\u{1B}\u{301}"#), ("🏽", #"\u{1F3FD}"#),
    (" 🏽", #" \u{1F3FD}"#), ("\u{200D}", #"\u{200D}"#),
  ])
  func `controls, invisible characters and marks without a base are escaped`(
    text: String, safe: String
  ) {
    #expect(text.terminalSafe == safe)
  }

  @Test(arguments: [
    "", "plain \"text\" \\ here", "naïve café", "e\u{301}", "日本語", "हिन्दी", "می\u{200C}خواهم", "👍🏽",
    "👩‍👩‍👧‍👦",
    "👩🏽‍❤️‍💋‍👨🏿", "🇩🇪🇫🇷", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "❤️", "葛\u{E0100}", "a\u{A0}b", "\u{FFFD}",
  ])
  func `ordinary text is unchanged`(text: String) {
    #expect(Array(text.terminalSafe.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `a character keeps twelve scalars, and the rest is escaped`() {
    let marks = String(repeating: "\u{30A}", count: 1000)
    let kept = "z" + String(repeating: "\u{30A}", count: 11)
    #expect(
      ("z" + marks + "!").terminalSafe
        == kept + String(repeating: #"\u{30A}"#, count: 989) + "!")
  }
}

struct ColumnWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("…", 1), ("•", 1), ("×", 1), ("Ω", 1),
      ("日", 2), ("あ", 2), ("Ａ", 2), ("ｱ", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("\u{20000}", 2), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("1️⃣", 2), ("❤️", 2),
      ("❤", 1), ("☎", 1), ("⌚", 2), ("कि", 2), ("\u{301}", 0), ("\u{200B}", 0),
    ] as [(Character, Int)])
  func `a character takes no, one or two columns`(character: Character, columns: Int) {
    #expect(character.columns == columns)
  }

  @Test func `a text takes the columns of its characters`() {
    #expect("".columns == 0)
    #expect("naïve 日本 👍🏽".columns == 13)
  }
}
