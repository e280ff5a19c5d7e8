import Cairn
import CairnApp
import CairnModel
import CairnTrail
import Testing

@testable import CairnExplorer

/// What an author misspells, and a search does not use.
@Suite struct UnusedTests {
  /// The list of meetings, with the misspellings of its author.
  private struct Meetings: TestApp {
    struct State: Hashable {
      var title = ""
      var time = ""
      var isSaved = false
    }
    enum Action: Sendable {
      case title(String)
      case time(String)
      case save
    }

    static let starts = ["new", "saved", "svaed"]
    static let options = [AppOption("--strict", help: ""), AppOption("--loud", help: "")]
    static let samples = ["titel": ["a", "b"], "at": ["9:00", "nine"], "secret": ["1"]]
    static let properties: [AppProperty<State>] = .standard(
      .step("save saves") { _, step, after in step != .input("sav") || after.isSaved },
      .step("only save saves") { before, step, after in
        before.isSaved || !after.isSaved || step == .input("save") || step == .restart
      },
      .backUndoes("nxt"))

    let state: State
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      state = State(isSaved: launch.start == "saved")
      let isStrict = launch.options.has("--strict")
      reducer = Reduce { state, action in
        switch action {
        case .title(let title): state.title = title
        case .time(let time): state.time = time
        case .save: state.isSaved = !isStrict || !state.title.isEmpty
        }
        return .none
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Field("title", state.title) { .title($0) }
      Field("secret", secure: "", disabledBecause: "it is locked") { .title($0.reveal()) }
      ValueButton("at", takes: "h:mm") { $0.contains(":") ? .time($0) : nil }
      Button("save", .save)
    }
  }

  private static let never = [
    #"sample "nine" of "at": the field never took it"#,
    #"sample • of "secret": the field never took it"#,
    #"samples of "titel": no screen has this field"#,
    #"input "sav" in "every step: save saves": never taken"#,
    "option --loud: no code of this search reads it",
  ]
  private static let vacuous = #"back undoes nxt: holds vacuously: no screen accepts "nxt""#

  @Test func `what nothing used is listed beside the verdicts`() throws {
    let exploration = try AppModel<Meetings>.bare().explore()
    #expect(exploration.isProved && exploration.notYetUsed == [])
    #expect(exploration.unused == Self.never + [Self.vacuous])
    let property = "proved      back undoes nxt\n    holds vacuously: no screen accepts \"nxt\"\n"
    let unused = Self.never.map { "unused      \($0)" }.joined(separator: "\n")
    #expect(exploration.description.hasSuffix(property + unused))
  }

  @Test func `a search that a bound ends does not know what is unused`() throws {
    let exploration = try AppModel<Meetings>.bare().explore(within: Bounds(depth: 1))
    #expect(exploration.unused == [] && exploration.notYetUsed == Self.never)
    #expect(exploration.description.hasSuffix("\nnot known   unused names: 5 so far"))
  }

  @Test func `a whole search stays whole beside an unfinished one from another start`() throws {
    let whole = try AppModel<Meetings>.bare().explore()
    let part = try AppModel<Meetings>.bare(start: "saved").explore(within: Bounds(depth: 1))
    let both = whole.using(part)
    #expect(both.gap == nil && both.unused == [] && both.notYetUsed == Self.never)
    #expect(both.description.contains("; everything was visited\n"))
    #expect(both.description.hasSuffix("\nnot known   unused names: 5 so far"))
  }

  @Test func `a search from a given state, and one without verdicts, lists nothing`() throws {
    let model = try AppModel<Meetings>.bare().starting(at: Meetings.State(isSaved: true))
    #expect(try model.explore(checking: [.noRuntimeIssue]).unused == [])
    let search = try AppModel<Meetings>.bare().explore(checking: [])
    #expect(search.unused == [] && search.idleSettings == nil)
  }

  @Test func `an option or a start that the search from another start uses is not unused`() throws {
    var explorations = try ["new", "saved"].map {
      try AppModel<Meetings>.bare(start: $0).explore(checking: [])
    }
    explorations[0].idleSettings = [
      "option --strict: no", "option --loud: no", "start \"saved\": no", "start \"other\": no",
    ]
    // Without a comparison, nothing is known about the other start.
    #expect(explorations[0].using(explorations[1]).idleSettings?.count == 4)
    explorations[1].idleSettings = ["option --loud: no"]
    #expect(
      explorations[0].using(explorations[1]).idleSettings
        == ["option --loud: no", "start \"other\": no"])
  }

  /// An app with two starts that reads one option in each, and another one only in its reducer.
  private struct Readers: TestApp {
    static let starts = ["first", "second"]
    static let options = ["--first", "--second", "--late", "--never"].map {
      AppOption($0, help: "")
    }
    let state = 0
    let reducer: Reduce<Int, Int>

    init(_ launch: Launch) {
      let options = launch.options
      _ = options.has("--\(launch.start)")
      reducer = Reduce { state, _ in
        state = options.has("--late") ? 2 : 1
        return .none
      }
    }

    func elements(of state: Int) -> ScreenBuilder<Int>.Elements { Button("go", 1) }
  }

  @Test func `an option that no start and no code reads is unused, given or not`() throws {
    func unread(_ start: String, _ options: String...) throws -> AppExploration<Readers> {
      try AppModel<Readers>.bare(start: start, options: options)
        .explore(checking: [.noRuntimeIssue])
    }
    func lines(_ names: String...) -> [String] {
      names.map { "option --\($0): no code of this search reads it" }
    }
    let (first, second) = try (unread("first"), unread("second"))
    #expect(first.unused == lines("second", "never"))
    #expect(second.unused == lines("first", "never"))
    #expect(first.using(second).unused == lines("never"))
    // The check by replay compares a given option with a search without it.
    #expect(try unread("first", "--never").unused == lines("second"))
    let bounded = try AppModel<Readers>.bare(start: "first")
      .explore(checking: [.noRuntimeIssue], within: Bounds(depth: 0))
    #expect(bounded.unused == [] && bounded.notYetUsed.suffix(1) == lines("never")[...])
  }

  /// An app that reads an option only on the way back.
  private struct Returning: TestApp {
    static let options = [AppOption("--late", help: "")]
    let state = 0
    let reducer: Reduce<Int, Int>

    init(_ launch: Launch) {
      let options = launch.options
      reducer = Reduce { state, next in
        if next == 0 { _ = options.has("--late") }
        state = next
        return .none
      }
    }

    func elements(of state: Int) -> ScreenBuilder<Int>.Elements {
      if state < 2 { Button("go", state + 1) }
      if state == 1 { Button("reset", 0) }
    }
  }

  @Test func `an option that only the earlier one of two searches reads is not unused`() throws {
    func explored(
      after earlier: AppExploration<Returning>? = nil, within bounds: Bounds = Bounds()
    ) throws -> AppExploration<Returning> {
      // Each model has its own list of the options that were read.
      var model = AppModel<Returning>.bare()
      (model.notesProgress, model.check) = (true, .none)
      model.progress = earlier?.searchProgress
      return try model.explore(checking: [.noRuntimeIssue], within: bounds)
    }
    let part = try explored(within: Bounds(depth: 2))
    #expect(part.limit == .depth(2) && part.notYetUsed == [])
    #expect(try explored(after: part).unused == [])
  }

  @Test(arguments: [
    ("new", ["--strict", "--loud"], ["svaed", "--loud"]), ("svaed", [], ["svaed"]),
    ("saved", [], []),
  ])
  func `a start and an option without which every state is the same are unused`(
    start: String, options: [String], unused: [String]
  ) throws {
    var model = AppModel<Meetings>.bare(start: start, options: options)
    let replayer = Replayer<Meetings>(checking: [], options: [])
    model.replay = { replayer.answer($0) }
    #expect(
      try model.explore(checking: [.noRuntimeIssue]).idleSettings
        == unused.map { name in
          name.hasPrefix("-")
            ? "option \(name): no trail of this search leads to another state without it"
            : #"start "\#(name)": no trail of this search leads to another state from "new""#
        })
    // Ctrl-C ends the comparison of the settings.
    let stopped = try model.explore(checking: [.noRuntimeIssue]) {
      $0.states == 0 || $0.waiting > 0
    }
    #expect(stopped.limit == nil && stopped.idleSettings == [])
  }

  /// An element, and an option, with a wrong name.
  private struct Wrong: TestApp {
    static let starts = ["name", "option"]
    let state = 0
    let reducer = Reduce<Int, Int>.assigning

    init(_ launch: Launch) { if launch.start == "option" { _ = launch.options.has("--lod") } }

    func elements(of state: Int) -> ScreenBuilder<Int>.Elements {
      Button(state == 1 ? "go on" : "go", 1 - state)
    }
  }

  @Test(arguments: ["name", "option"])
  func `a wrong name of an element and of an option refutes that no issue is reported`(
    start: String
  ) throws {
    let exploration = try AppModel<Wrong>.bare(start: start).explore(checking: [.noRuntimeIssue])
    let verdict = try #require(exploration.verdicts.first)
    let message =
      start == "name" ? #"The name "go on" of an element"# : #"reads the option "--lod""#
    #expect(verdict.result == .refuted && verdict.remark?.contains(message) == true)
    let failure = try exploration.playedTrail(of: verdict.property)
    #expect(failure?.description.contains(message) == true, "\(verdict)")
  }
}
