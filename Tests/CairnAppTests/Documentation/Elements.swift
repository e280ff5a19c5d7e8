import Cairn
import CairnApp

/// The examples of the page on screen elements, by their headings. The page contains this code.
enum Elements {
  enum Action: Hashable {
    case emailChanged(String)
    case passwordChanged(Secret)
    case acceptToggled
    case sizeChanged(Size)
    case open(Int)
    case seek(Double)
    case next
    case back
    case alert(Answer)
  }

  enum Size: String, CaseIterable { case small, large }
  enum Answer { case delete, keep }

  static let screens: [String: Screen<Action>] = [
    "Text": Screen("", "") {
      Text("A text is wrapped to the width of the screen.")
      Text(paragraphs: "A line break in paragraphs\nbegins a new line.")
      Text("With a limit, the last line ends with an ellipsis where more would follow.", lines: 1)
    },
    "Note": Screen("", "") {
      Note(.info, "the address is used for receipts only")
      Note(.warning, "this does not look like an e-mail address")
      Note(.error, "the disk is full")
    },
    "Progress": Screen("", "") {
      Progress("Saving…")
    },
    "Link": Screen("", "") {
      Link("The source", to: "https://www.example.com/feed")
    },
    "GridRow": Screen("", "") {
      GridRow("Lift", "Sets", "Weight")
      GridRow("Squat", "5", "100 kg")
      GridRow("Deadlift", "1", "140 kg")
    },
    "Grid": Screen("", "") {
      Grid(
        columns: 2,
        ["Harbour at night", "A dog that waits for its owner"].map { title in
          Grid.Cell(.text(Text(title, lines: 2)), .text(Text("12 kB")))
        })
    },
    "ProgressBar": Screen("", "") {
      ProgressBar(63, of: 180, before: "1:03", after: "-1:57")
    },
    "Button": Screen("", "") {
      Button("next", label: "Next step", disabledBecause: "email is required", .next)
      Button("back", .back)
    },
    "Field": Screen("", "") {
      Field("email", "ada@example.com") { .emailChanged($0) }
      Field("password", secure: "correct horse") { .passwordChanged($0) }
    },
    "Toggle": Screen("", "") {
      Toggle("accept", "I accept the terms", isOn: true, .acceptToggled)
    },
    "Picker": Screen("", "") {
      Picker("size", Size.small) { .sizeChanged($0) }
    },
    "ListRow": Screen("", "") {
      for (id, lift) in ["squat", "deadlift"].enumerated() {
        ListRow("set-\(id)", lift, .open(id))
      }
    },
    "ValueButton": Screen("", "") {
      ValueButton("seek", takes: "seconds") { Double($0).map { .seek($0) } }
    },
    "An alert": Screen(
      "delete",
      AlertState(
        "Delete the file?", message: "It cannot be restored.",
        buttons: [
          ButtonState("Delete", role: .destructive, action: Answer.delete),
          ButtonState("Keep", role: .cancel, action: Answer.keep),
        ])
    ).map { .alert($0) },
  ]
}
