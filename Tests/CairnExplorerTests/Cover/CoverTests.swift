import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnTrail
import Testing

/// Trails that cover an app: new ones, and those that still serve.
@Suite struct CoverTests {
  private func set(
    _ mode: CoverMode, _ edits: Set<Kiosk.Edit> = [],
    keeping files: [(name: String, text: String)] = [], within bounds: Bounds = Bounds()
  ) throws -> CoverSet {
    try Kiosk.$edits.withValue(edits) {
      try AppModel<Kiosk>.bare().explore(checking: [], within: bounds)
        .cover(by: mode, keeping: files)
    }
  }

  private func files(_ set: CoverSet) -> [(name: String, text: String)] {
    set.added.map { ($0.name, $0.text) }
  }

  /// A lamp that must never be on.
  private struct Lamp: TestApp {
    static let starts = ["on", "off"]
    static let properties: [AppProperty<Bool>] = [.never("on") { $0 }]
    let state: Bool
    let reducer = Reduce<Bool, Bool>.assigning

    init(_ launch: Launch) { state = launch.start == "on" }

    func elements(of state: Bool) -> ScreenBuilder<Bool>.Elements { Button("turn", !state) }
  }

  @Test(arguments: [("on", "the start of the app"), ("off", "> turn")])
  func `a goal whose trails fail is not covered, and the line that fails is named`(
    start: String, line: String
  ) throws {
    let set = try AppModel<Lamp>.bare(start: start).explore(checking: []).cover(by: .edge)
    #expect(set.goals == 2 && set.added.isEmpty)
    let problem = "\(line): lamp violates a property: never on"
    #expect(set.open.map(\.problem) == [problem, problem])
  }

  /// A lamp with a disabled button, whose action is not refused.
  private struct LooseLamp: TestApp, PlainApp {
    let state = "off"
    let reducer = Reduce<String, String>.assigning

    func elements(of state: String) -> ScreenBuilder<String>.Elements {
      Text(state)
      Button("break", disabledBecause: "it is fragile", "broken")
      Button("turn", disabledBecause: state == "off" ? nil : "it is on", "on")
    }
  }

  @Test func `a disabled input that is not refused is named, and hides no other goal`() throws {
    let set = try AppModel<LooseLamp>.bare().explore(checking: []).cover(by: .input)
    #expect(set.goals == 3 && set.added.map(\.goals.count) == [2] && set.open.count == 1)
    let open = set.open.map { "\($0.goal): \($0.problem ?? "")" }.joined()
    #expect(
      open.hasPrefix(
        "on looselamp: break is refused: it is fragile: ! break: the screen refuses the line"),
      "\(open)")
  }

  /// Two screens with long ids.
  private struct Titles: NamedApp, PlainApp {
    let state = false
    let reducer = Reduce<Bool, Bool>.assigning

    func screens(of state: Bool) -> [Screen<Bool>] {
      let id = String(repeating: state ? "title" : "Seite", count: 24)
      return [Screen(id, "Title") { Button("turn", !state) }]
    }
  }

  @Test func `long ids of screens are shortened in the names of trails`() throws {
    let set = try AppModel<Titles>.bare().explore(checking: []).cover(by: .screen)
    #expect(!set.added.isEmpty && set.added.allSatisfy { $0.name.utf8.count <= 150 })
  }

  @Test func `by screen, one trail takes every transition, with checks after each step`() throws {
    let set = try set(.screen)
    #expect(set.goals == 4 && set.lowerBound == 1 && set.added.map(\.name) == ["home-form-done"])
    #expect(
      set.added.first?.text == """
        % app kiosk
        # Written by cover --by screen.
        ? screen home
        | Home
        |
        |   Welcome.
        |
        |   start
        > start
        ? screen form
        | Form
        |
        |   name   (empty)
        |   agree  [ ] I agree
        |
        |   send   disabled: the name is missing
        |   back
        # On form.
        > back
        ? screen home
        | Home
        |
        |   Welcome.
        |
        |   start
        # On home.
        > start
        ? screen form
        | Form
        |
        |   name   (empty)
        |   agree  [ ] I agree
        |
        |   send   disabled: the name is missing
        |   back
        # On form.
        > name Ada
        ? name is "Ada"
        ? enabled send
        > send
        ? screen form
        | Form
        |
        |   name   Ada  disabled: sending
        |   agree  [ ] I agree  disabled
        |   … Sending…
        |
        |   send   disabled
        |   back   disabled
        @ 1s
        ? screen done
        | Done
        |
        |   Thank you, Ada! You are number 7.
        |
        |   again
        # On done.
        > again
        ? screen home
        | Home
        |
        |   Welcome.
        |
        |   start

        """)
  }

  @Test(arguments: CoverMode.allCases)
  func `every trail replays, all goals are covered, and a second run keeps all`(
    mode: CoverMode
  ) throws {
    let set = try set(mode)
    #expect(set.open.isEmpty && set.added.count == set.lowerBound)
    #expect(set.added.reduce(into: Set<CoverGoal>()) { $0.formUnion($1.goals) }.count == set.goals)
    for trail in set.added {
      #expect(try TrailPlayer<Kiosk>.play(Trail.parse(trail.text, file: trail.name)) == nil)
    }
    let again = try self.set(mode, keeping: files(set))
    #expect(again.kept == set.added.map(\.name).sorted() && again.added.isEmpty)
    #expect(again.broken.isEmpty && again.unneeded.isEmpty && again.open.isEmpty)
    // An editor or a checkout may have changed the line ends.
    let windows = files(set).map { ($0.name, $0.text.replacing("\n", with: "\r\n")) }
    let kept = try self.set(mode, keeping: windows)
    #expect(kept.kept == again.kept && kept.added.isEmpty && kept.broken.isEmpty)
    // A trail of another set is left alone.
    let other = try self.set(mode == .edge ? .input : .edge, keeping: files(set))
    #expect(other.kept.isEmpty && other.broken.isEmpty && other.unneeded.isEmpty)
  }

  @Test(arguments: [
    "% app other\n",
    "% app kiosk\n# A trail cannot contain these options; replay it with them: \"a b\"\n",
  ])
  func `the trails of another app or with other options stay`(heading: String) throws {
    let files = files(try set(.input))
    let others = files.map { file in
      (name: file.name, text: file.text.replacing("% app kiosk\n", with: heading))
    }
    let fresh = try set(.input, keeping: others)
    #expect(fresh.kept.isEmpty && fresh.broken.isEmpty && fresh.unneeded.isEmpty)
    #expect(fresh.added.count == files.count)
    #expect(Set(fresh.added.map(\.name)).isDisjoint(with: files.map(\.name)))
  }

  @Test func `after a change, broken trails are named with the reason, and missing ones are added`()
    throws
  {
    let files = files(try set(.input))
    let broken = try set(.input, [.noBack], keeping: files)
    #expect(broken.broken.map(\.file) == files.map(\.name) && broken.kept.isEmpty)
    #expect(broken.broken.first?.reason.contains("? screen") == false)
    #expect(broken.added.count == 1 && broken.open.isEmpty)
    let more = try set(.input, [.help], keeping: [])
    let longer = try set(.input, [.help], keeping: self.files(more))
    #expect(longer.kept == more.added.map(\.name) && longer.added.isEmpty)
    // Of two that cover the same, one is not needed.
    let doubled = try set(.input, keeping: files + files.map { ($0.name + "-copy", $0.text) })
    #expect(
      doubled.kept == files.map(\.name) && doubled.unneeded == files.map { $0.name + "-copy" })
  }

  @Test(arguments: CoverMode.allCases)
  func `an unfinished search keeps every trail that passes, and has no bound`(
    mode: CoverMode
  ) throws {
    let files = files(try set(mode)).flatMap { [$0, (name: $0.name + "-copy", text: $0.text)] }
    let part = try set(mode, keeping: files, within: Bounds(depth: 1))
    #expect(part.kept == files.map(\.name).sorted() && part.unneeded.isEmpty)
    #expect(part.lowerBound == nil)
  }

  @Test(arguments: [CoverMode.screen, .input])
  func `a search that is interrupted has no goal on a screen that it has not computed`(
    mode: CoverMode
  ) throws {
    let exploration = try Doors.$isSlow.withValue(true) {
      try AppModel<Doors>.bare().explore(checking: []) { $0.states < 2 }
    }
    #expect(exploration.limit == .interrupted && exploration.states == 4)
    let set = try exploration.cover(by: mode)
    #expect(set.goals == 1 && set.added.count == 1 && set.open.isEmpty)
    let nodes = exploration.graph(by: .state).nodes
    #expect(nodes == ["hall 0", "left 1", "(unknown) 2", "(unknown) 3"])
  }

  /// Each door leads to another screen.
  private struct Doors: NamedApp, PlainApp {
    /// Whether a screen takes longer than an interrupted search goes on.
    @TaskLocal static var isSlow = false

    let isSlow = Self.isSlow
    let state = "hall"
    let reducer = Reduce<String, String>.assigning

    func screens(of state: String) -> [Screen<String>] {
      let end = ContinuousClock.now + .milliseconds(isSlow ? 110 : 0)
      while ContinuousClock.now < end {}
      return [
        Screen(state, state) {
          if state == "hall" { for door in ["left", "middle", "right"] { Button(door, door) } }
        }
      ]
    }
  }

  @Test func `the bound is for all paths, also for those that no walk takes`() throws {
    let set = try AppModel<Deadline>.bare().explore(checking: []).cover(by: .screen)
    #expect(set.goals == 7 && set.open.isEmpty)
    #expect(set.added.count == 3 && set.lowerBound == 3)
  }

  /// The question can be asked early or late. The later times are covered by the earlier ones, so that no walk goes on.
  private struct Deadline: NamedApp {
    let state = "home"
    let reducer: Reduce<String, String>

    init(_ launch: Launch) {
      let clock = launch.clock
      func timer(_ name: String, _ time: Duration) -> Effect<String> {
        .later(name, name, after: time, on: clock)
      }
      reducer = Reduce { state, action in
        switch (state, action) {
        case ("home", "start"):
          state = "early"
          return .merge(
            timer("half", .seconds(5)).cancellable(id: "half"), timer("end", .seconds(10)))
        case ("early", "half"): state = "late"
        case ("early", "ask"), ("late", "ask"):
          state = "asked"
          return .cancel(id: "half")
        case ("asked", "answer"): state = "done"
        case ("late", "end"), ("asked", "end"): state = "over"
        default: break
        }
        return .none
      }
    }

    func screens(of state: String) -> [Screen<String>] {
      let inputs = ["home": "start", "early": "ask", "late": "ask", "asked": "answer"]
      return [Screen(state, state) { if let input = inputs[state] { Button(input, input) } }]
    }
  }

  @Test(arguments: [false, true])
  func
    `by input, each situation that an input or time leads to is shown, and each reason of a refusal`(
      isMerged: Bool
    ) throws
  {
    let set = try Desk.$isMerged.withValue(isMerged) {
      try AppModel<Desk>.bare().explore(checking: []).cover(by: .input)
    }
    // Five inputs with six results, four reasons, and the same end of two waits.
    #expect(set.goals == 12 && set.open.isEmpty && set.added.count == 1 && set.lowerBound == 1)
    let text = try #require(set.added.first?.text)
    #expect(text.contains("\n|   Granted.\n"))
    // A state that equals another by the rule of the app need not be shown.
    #expect(text.contains("\n|   × Denied\n") || isMerged)
    #expect(text.split(separator: "\n").count { $0 == "! ask" } == 4)
    #expect(text.contains("> wait\n") && text.contains("> rest\n"))
  }

  /// A request is granted or denied. It is closed for a while in two ways.
  private struct Desk: NamedApp {
    @TaskLocal static var isMerged = false

    static var canonicalState: (@Sendable (String) -> String)? {
      isMerged ? { @Sendable in $0 == "denied" ? "home" : $0 } : nil
    }
    let state = "home"
    let reducer: Reduce<String, String>

    init(_ launch: Launch) {
      let (choices, clock) = (launch.choices, launch.clock)
      reducer = Reduce { state, action in
        switch (state, action) {
        case ("home", "wait"), ("home", "rest"):
          state = action
          return .later("again", action, on: clock)
        case ("home", "ask"), ("denied", "ask"):
          return .run(name: "ask") { send in
            await send(choices.choose("ask", ["yes": "granted", "no": "denied"]))
          }
        case ("home", "close"), ("denied", "close"): state = "closed"
        case (_, "granted"), (_, "denied"): state = action
        case (_, "again"): state = "home"
        default: break
        }
        return .none
      }
    }

    func screens(of state: String) -> [Screen<String>] {
      let isOpen = state == "home" || state == "denied"
      return [
        Screen("desk", "Desk") {
          if state == "granted" { Text("Granted.") }
          if state == "denied" { Note(.error, "Denied") }
          Button("ask", disabledBecause: isOpen ? nil : "it is \(state)", "ask")
          switch state {
          case "granted", "closed": Button("again", "again")
          case "wait", "rest": Progress(state)
          default: Button("close", "close")
          }
          if state == "home" {
            Button("wait", "wait")
            Button("rest", "rest")
          }
        }
      ]
    }
  }

  @Test func `by input, a disabled input is refused`() throws {
    let text = try #require(try set(.input).added.first?.text)
    for line in ["! send", "> send", "> back", "! back", "! name Ada", "! agree"] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
  }
}
