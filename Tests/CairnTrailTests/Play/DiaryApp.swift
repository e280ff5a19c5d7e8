import Cairn
import CairnApp

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
