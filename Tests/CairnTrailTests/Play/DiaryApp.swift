import Cairn
import CairnApp
import CairnTrail

struct DiaryApp: App {
  static let name = "diary"
  static let summary = "Keeps one entry."
  static let starts = ["new", "kept", "ticking", "torn"]
  static let options = [
    AppOption("--author", value: "NAME", help: "who writes"),
    AppOption("--plain", help: "without a heading"),
  ]

  let disk: Disk
  let reducer: Diary
  let firstAction: Diary.Action?
  private let heading: String

  init(_ launch: Launch) throws(UsageError) {
    guard case .simulated(let start) = launch.world else {
      throw UsageError("the diary is for tests")
    }
    let author = launch.options["--author"] ?? "nobody"
    guard !author.isEmpty else { throw UsageError("--author needs a name") }
    heading = launch.options.has("--plain") ? "" : "Edition 0, by \(author)"
    disk = Disk(start == "kept" ? "Dear diary" : nil)
    reducer = Diary(disk: disk, clock: launch.clock)
    firstAction =
      switch start {
      case "ticking": .tick
      case "torn": .fail
      default: nil
      }
  }

  var state: Diary.State { Diary.State(entry: disk.read() ?? "") }

  func screens(of state: Diary.State) -> [Screen<Diary.Action>] {
    [diary(state)]
      + .screens(of: state.pages, .pages) { page in
        Screen("page", "Page") {
          Text(page.text)
          Button("back", .back)
        }
      }
  }

  private func diary(_ state: Diary.State) -> Screen<Diary.Action> {
    Screen("diary", "Diary") {
      Text(heading)
      Field("entry", state.entry) { .entryChanged($0) }
      Field("pin", secure: state.pin) { .pinChanged($0) }
      Toggle("urgent", "Print it first", isOn: state.isUrgent, .urgencyToggled)
      if let note = state.note { Note(.info, note) }
      if state.isSaving { Progress("Saving…") }
      if state.ticks > 0 { Text("Ticks: \(state.ticks)") }
      Button("save", disabledBecause: state.entry.isEmpty ? "the entry is empty" : nil, .save)
      Button("erase", disabledBecause: state.entry.isEmpty ? "the entry is empty" : nil, .erase)
      Button("hurry", disabledBecause: "", .hurry)
      Button("stop", disabledBecause: "nothing can be stopped", .stop)
      Button("wait", .wait)
      Button("tick", .tick)
      Button("fail", .fail)
      Button("race", .race)
      Button("read", .read)
    }
  }
}

/// Plays a trail on the diary: the text of the failure, or `nil` if every line passes.
func played(
  _ text: String, options: [String] = [], seed: UInt64? = nil, secrets: TrailSecrets = .init()
) throws -> String? {
  let trail = try Trail.parse(text, file: "diary.trail")
  var conditions = PlayOptions()
  conditions.options = options
  conditions.seed = seed
  conditions.secrets = secrets
  return try TrailPlayer<DiaryApp>.play(trail, under: conditions)?.description
}

/// The end of a failure on the diary's first screen, with these contents.
func onDiary(entry: String = "", pin: String = "(empty)", remarks: [String] = []) -> String {
  let lines =
    [
      "Diary", "",
      "  Edition 0, by nobody", "",
      "  entry   " + (entry.isEmpty ? "(empty)" : entry),
      "  pin     \(pin)",
      "  urgent  [ ] Print it first",
    ] + remarks + [
      "",
      entry.isEmpty ? "  save    disabled: the entry is empty" : "  save",
      entry.isEmpty ? "  erase   disabled" : "  erase",
      "  hurry   disabled",
      "  stop    disabled: nothing can be stopped",
      "  wait", "  tick", "  fail", "  race", "  read",
    ]
  return (["  on the screen:"] + lines.map { $0.isEmpty ? "    |" : "    | \($0)" })
    .joined(separator: "\n")
}
