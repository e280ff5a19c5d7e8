import Cairn
import CairnApp
import Foundation
import Testing

/// The other forms of a screen: plain lines for speech, JSON for a program, parts to
/// color.
struct ScreenFormsTests {
  private let screen = Screen<String>("all", "Every\u{1B}thing", step: 3, of: 7) {
    Text(paragraphs: "one\ntwo")
    Note(.warning, "mind\nthis")
    Field("email", "ada\n") { $0 }
    Field("phone", "", disabledBecause: "later") { $0 }
    Field("password", secure: "hunter2") { _ in "" }
    Toggle("accept", "I accept", isOn: true, "")
    Picker("size", "", of: ["small", "large"]) { $0 }
    ListRow("set-1", "Squat", "")
    GridRow("a", "b")
    Button("next", disabledBecause: "", "")
    Progress("Saving…")
  }

  @Test func `every plain line names the kind of its element`() {
    #expect(
      screen.plainLines == [
        #"Every\u{1B}thing, step 3 of 7"#,
        "one",
        "two",
        "Warning: mind this",
        #"email, field: ada\n"#,
        "phone, field: empty, disabled: later",
        "password, secret field: 7 characters",
        "accept, toggle, on: I accept",
        "size, choice: none, of small, large",
        "set-1, row: Squat",
        "a, b",
        "next, button, disabled",
        "In progress: Saving…",
      ])
  }

  @Test func `the JSON form has every element, and bullets for a secret`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(
      try String(decoding: encoder.encode(screen), as: UTF8.self)
        == #"{"elements":[{"kind":"text","text":"one\ntwo"},"#
        + #"{"kind":"note","level":"warning","text":"mind\nthis"},"#
        + #"{"kind":"field","name":"email","secure":false,"value":"ada\n"},"#
        + #"{"disabled":"later","kind":"field","name":"phone","secure":false,"value":""},"#
        + #"{"kind":"field","name":"password","secure":true,"value":"•••••••"},"#
        + #"{"kind":"toggle","label":"I accept","name":"accept","on":true},"#
        + #"{"kind":"choice","name":"size","options":["small","large"],"value":""},"#
        + #"{"kind":"row","name":"set-1","text":"Squat"},"#
        + #"{"cells":["a","b"],"kind":"grid"},"#
        + #"{"disabled":"","kind":"button","name":"next"},"#
        + #"{"kind":"progress","text":"Saving…"}],"#
        + #""id":"all","step":3,"steps":7,"title":"Every\u001bthing"}"#)
  }

  @Test(arguments: [20, 40, 80])
  func `the parts of a line together are the line`(width: Int) {
    let styled = screen.styledLines(width: width)
    #expect(styled.map(\.text) == screen.lines(width: width))
    #expect(styled.allSatisfy { $0.parts.allSatisfy { !$0.text.isEmpty } })
    let roles = Set(styled.flatMap { $0.parts.map(\.role) })
    #expect(
      roles.isSuperset(of: [
        .title, .step, .text, .warning, .name, .secret, .placeholder, .progress,
      ]))
  }
}
