import Cairn
import CairnApp
import CairnSimulation
import CairnTrail

/// A diary of one entry. Its reducer guards `save`, and forgets to guard `erase`, `hurry` and `stop`.
struct Diary: App, Reducer {
  struct State: Hashable {
    var entry = ""
    var pin: Secret = ""
    var isUrgent = false
    var isSaving = false
    var erasures = 0
    var ticks = 0
    var note: String?
    var pages = StackState<Page.State>()
  }

  enum Action: Codable, Sendable, CasePathable {
    case entryChanged(String)
    case pinChanged(Secret)
    case urgencyToggled, save, saved, erase, hurry, stop, wait, tick, ticked, fail, race, read
    case arrived(String)
    case pages(StackAction<Page.Action>)
  }

  struct Torn: Error {}

  static let name = "diary"
  static let summary = "Keeps one entry."
  static let starts = ["new", "kept", "ticking", "torn"]
  static let options = [
    AppOption("--author", value: "NAME", help: "who writes"),
    AppOption("--plain", help: "without a heading"),
  ]

  /// Storage that survives a restart.
  let disk: Guarded<String?>
  let clock: any Clock<Duration>
  let firstAction: Action?
  private let heading: String
  var reducer: Diary { self }
  var state: State { State(entry: disk.withLock { $0 } ?? "") }

  init(_ launch: Launch) throws(UsageError) {
    guard case .simulated(let start) = launch.world else {
      throw UsageError("the diary is for tests")
    }
    let author = launch.options["--author"] ?? "nobody"
    guard !author.isEmpty else { throw UsageError("--author needs a name") }
    heading = launch.options.has("--plain") ? "" : "Edition 0, by \(author)"
    disk = Guarded(start == "kept" ? "Dear diary" : nil)
    clock = launch.clock
    firstAction = start == "ticking" ? .tick : start == "torn" ? .fail : nil
  }

  var body: some Reducer<State, Action> {
    Reduce { [disk, clock] state, action in
      switch action {
      case .entryChanged(let entry): state.entry = entry
      case .pinChanged(let pin): state.pin = pin
      case .urgencyToggled: state.isUrgent.toggle()
      case .save:
        guard !state.entry.isEmpty, !state.isSaving else { return .none }
        state.isSaving = true
        return .run(name: "saving") { [entry = state.entry] send in
          try await clock.sleep(for: .seconds(1))
          disk.withLock { $0 = entry }
          await send(.saved)
        }
      case .saved:
        state.isSaving = false
        state.note = "Saved: \(state.entry)"
      case .erase:
        state.entry = ""
        state.erasures += 1
      case .hurry: return .run(name: "hurrying") { _ in }
      case .stop: return .cancel(id: "wait")
      case .wait:
        return .run(name: "waiting") { _ in
          for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
        }
        .cancellable(id: "wait")
      case .tick:
        return .run(name: "ticking") { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .background
      case .ticked: state.ticks += 1
      case .fail: return .run(name: "failing") { _ in throw Torn() }
      case .race:
        state.note = nil
        return .merge(
          ["left", "right"].map { side in
            .run(name: side) { send in
              try await clock.sleep(for: .seconds(1))
              await send(.arrived(side))
            }
          })
      case .arrived(let side): state.note = state.note ?? "first: \(side)"
      case .read: state.pages.push(Page.State(text: state.entry))
      case .pages: break
      }
      return .none
    }
    .forEach(\.pages, .pages) { Page() }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [diary(state)]
      + .screens(of: state.pages, .pages) { page in
        Screen("page", "Page") {
          Text(page.text)
          Button("back", .back)
        }
      }
  }

  private func diary(_ state: State) -> Screen<Action> {
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

/// An entry of the diary.
struct Page: Reducer {
  struct State: Hashable { let text: String }
  enum Action: Codable, Sendable { case back, leave }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .back: .dismiss
    case .leave: .run { await $0.dismiss() }
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
  return try TrailPlayer<Diary>.play(trail, under: conditions)?.description
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
