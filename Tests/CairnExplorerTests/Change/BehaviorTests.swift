import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnTrail
import Testing

/// What a person can notice of an app, and what came, went or changed between two versions.
@Suite struct BehaviorTests {
  typealias Edits = Set<Kiosk.Edit>

  static let differences: [(edits: Edits, lines: [String])] = [
    ([], []),
    // Renamed actions, fields that no screen shows, other numbers and another order are no change.
    ([.insides, .number, .order], []),
    (
      [.help],
      [
        "came        the screen help", "came        on home: the input help, button",
        "came        on home: help leads to help",
      ]
    ),
    (
      [.noBack],
      ["went        on form: the input back, button", "went        on form: back leads to home"]
    ),
    (
      [.reason],
      [
        "changed     on form: send is refused: say who you are; before: send is refused: the name is missing"
      ]
    ),
    (
      [.target],
      [
        "went        the screen done",
        "changed     on form: @ time leads to home; before: @ time leads to done",
      ]
    ),
    ([.text], [#"changed     on home: text "Hello."; before: text "Welcome.""#]),
    ([.title], [#"changed     on home: title "Start"; before: title "Home""#]),
    (
      [.label],
      [
        #"changed     on form: the input agree, toggle "I do", off; before: the input agree, toggle "I agree", off"#,
        #"changed     on form: the input agree, toggle "I do", on; before: the input agree, toggle "I agree", on"#,
      ]
    ),
    (
      [.both],
      [
        #"went        on form: together: name is accepted; agree, toggle "I agree", off is accepted; send is accepted; back is accepted"#,
        #"went        on form: together: name is refused; progress "Sending…"; send is refused; back is refused"#,
      ]
    ),
    (
      [.verdict],
      [
        #"changed     on done: text "Thank you, ! You are number #."; before: text "Thank you, …! You are number #.""#,
        "changed     always a name at the end: refuted; before: proved",
      ]
    ),
    ([.property], ["came        no dead end: proved"]),
  ]

  @Test(arguments: differences)
  func `a comparison lists what a person can notice, and nothing else`(
    _ edits: Edits, _ lines: [String]
  ) throws {
    let comparison = BehaviorComparison(
      from: try Kiosk.behavior([]), to: try Kiosk.behavior(edits))
    #expect(comparison.changes.map(\.firstLine) == lines && comparison.unknown == [])
  }

  @Test(arguments: Kiosk.Edit.allCases)
  func `each difference has a trail that plays in the version that has it`(
    _ edit: Kiosk.Edit
  ) throws {
    let versions = try [Edits(), [edit]].map { ($0, try Kiosk.behavior($0)) }
    for (old, new) in [(versions[0], versions[1]), (versions[1], versions[0])] {
      for change in BehaviorComparison(from: old.1, to: new.1).changes where change.kind != .verdict
      {
        let trails = [
          (change.direction == .went ? old.0 : new.0, change.trail),
          (
            old.0,
            change.trailBefore ?? change.trail.flatMap { change.direction == .went ? $0 : nil }
          ),
        ]
        for case (let edits, let text?) in trails {
          try Kiosk.$edits.withValue(edits) {
            let failure = try TrailPlayer<Kiosk>.play(
              Trail.parse(text, file: "\(change.what).trail"))
            #expect(
              failure == nil || edits == [.verdict], "\(change) \(failure?.description ?? "")")
          }
        }
        #expect(
          change.trail != nil && (change.trailBefore != nil) == (change.direction == .changed))
      }
    }
  }

  @Test func `a trail ends where it shows the difference, with a check`() throws {
    let comparison = BehaviorComparison(
      from: try Kiosk.behavior([]), to: try Kiosk.behavior([.reason]))
    let change = try #require(comparison.changes.first)
    #expect(
      change.trail == """
        % app kiosk
        # changed: on form: send is refused: say who you are
        > start
        ? screen form
        ? disabled send

        """)
    #expect(
      change.trailBefore == """
        % app kiosk
        # before: on form: send is refused: the name is missing
        > start
        ? screen form
        ? disabled send

        """)
    let gone = BehaviorComparison(from: try Kiosk.behavior([]), to: try Kiosk.behavior([.target]))
    #expect(
      gone.changes.first?.trail == """
        % app kiosk
        # went: the screen done
        > start
        > name Ada
        > send
        @ 1s
        ? screen done

        """)
  }

  @Test func `a wait that only the ending needs comes before the checks`() throws {
    // `b` goes on until it is answered together with `a`.
    let question = Question("a b") { button, state, world in
      let down = Effect<ProbeAction>.later(
        .press("down"), "b", after: .milliseconds(700), on: world.clock)
      switch button {
      case "a":
        state.pressed.insert("a")
        return .later(.press("up"), "a", on: world.clock)
      case "b":
        state.pressed.insert("b")
        return down
      case "up":
        state.noted = ["open"]
        return .run(name: "close") { send in await send(.press("close")) }
      case "down" where state.noted.isEmpty: return down
      case "close": state.noted = []
      default: break
      }
      return .none
    }
    let behavior = try question.asked { try $0.explore().behavior() }
    let path = try #require(
      behavior.situations.first { $0.path.steps.filter { $0.hasPrefix(">") } == ["> a", "> b"] }
    ).path
    #expect(path.steps == ["> a", "@ 300ms", "> b"] && path.ending == ["@ 700ms"])
  }

  @Test func `a path along a step to some of the times of a state has no ending at other times`()
    throws
  {
    let behavior = try AppModel<Poll>.bare().explore(checking: []).behavior()
    let path = try #require(
      behavior.transitions.first {
        $0.transition == Behavior.Transition(from: "two", step: "@ time", to: "late")
      }
    ).path
    #expect(path.steps == ["> two", "@ 3s"] && path.ending == ["@ idle"])
    let lines = behavior.heading + path.settings + path.steps + path.ending
    let trail = try Trail.parse(lines.map { $0 + "\n" }.joined(), file: "late.trail")
    #expect(try TrailPlayer<Poll>.play(trail) == nil)
  }

  @Test func `what a bound may hide is uncertain`() throws {
    let whole = try Kiosk.behavior([])
    let part = try Kiosk.behavior([], within: Bounds(depth: 2))
    let came = BehaviorComparison(from: part, to: whole)
    #expect(
      came.unknown == [
        "what came: the saved search did not visit everything: the depth of 2 was reached"
      ])
    #expect(came.changes.first?.firstLine == "came?       the screen done")
    #expect(came.changes.allSatisfy { $0.isUncertain })
    let went = BehaviorComparison(from: whole, to: part)
    #expect(
      went.unknown == [
        "what went: this search did not visit everything: the depth of 2 was reached"
      ])
    #expect(went.changes.first?.firstLine == "went?       the screen done")
    #expect(went.changes.allSatisfy { $0.isUncertain })
    // What came is certain if the saved search has visited everything.
    let help = BehaviorComparison(
      from: whole, to: try Kiosk.behavior([.help], within: Bounds(depth: 2)))
    #expect(help.changes.first { !$0.isUncertain }?.firstLine == "came        the screen help")
  }

  @Test func `a crash that a bound may hide is uncertain`() throws {
    let world = try Kiosk.behavior([]).world
    func behavior(_ limit: String?, _ results: [String: String]) -> Behavior {
      let verdicts = results.map { Behavior.Verdict(property: $0, result: $1, trail: nil) }
      return Behavior(
        world: world, limit: limit, heading: [], situations: [], transitions: [],
        verdicts: verdicts)
    }
    func marks(_ old: Behavior, _ new: Behavior) -> [String] {
      BehaviorComparison(from: old, to: new).changes.map(\.mark)
    }
    let crash = behavior("a step crashed", ["no step crashes": "refuted"])
    let bounds: [(limit: String?, mark: String)] = [("the depth of 3 was reached", "?"), (nil, "")]
    for (limit, mark) in bounds {
      let other = behavior(limit, [:])
      #expect(marks(crash, other) == ["went\(mark)"] && marks(other, crash) == ["came\(mark)"])
      // A property of the app has a result in every search.
      let asked = behavior(nil, ["always a name at the end": "refuted"])
      #expect(marks(asked, other) == ["went"] && marks(other, asked) == ["came"])
    }
  }

  static let texts: [(text: String, free: String)] = [
    ("Welcome back, Ada!", "Welcome back, …!"), ("Adam", "Adam"),
    ("Ada Lovelace called Ada.", "… called …."), ("at 12:05, 1,204 of 3", "at #, # of #"),
    ("step 2.", "step #."), ("v2a", "v#a"), ("", ""),
  ]

  @Test(arguments: texts)
  func `typed values and numbers are no part of a text`(_ text: String, _ free: String) {
    #expect(ValueFreeTexts(["Ada", "Ada Lovelace", ""])[text] == free)
  }
}

extension BehaviorChange {
  /// The line before the trail.
  var firstLine: String { description.split(separator: "\n").first.map(String.init) ?? "" }
}

/// An app in several versions, which differ by edits.
struct Kiosk: NamedApp, Reducer {
  enum Edit: CaseIterable {
    /// Another action and another field, which no screen shows.
    case insides
    case help, noBack, reason, target, text, title, label, both, number, order, verdict, property
  }

  /// The edits of the apps that are launched by a closure.
  @TaskLocal static var edits: Set<Edit> = []

  struct State: Hashable {
    var screen = "home"
    var name = ""
    var agrees = false
    var isBusy = false
    var hidden = 0
  }

  enum Action: Sendable {
    case show(String)
    case name(String)
    case agree, agreeInOtherWords, send, sent
  }

  static let samples = ["name": ["Ada", ""]]
  static var properties: [AppProperty<State>] {
    [.always("a name at the end") { $0.screen != "done" || !$0.name.isEmpty }]
      + (edits.contains(.property) ? [.noDeadEnd()] : [])
  }

  let edits = Self.edits
  let clock: any Clock<Duration>
  let state = State()
  var reducer: Kiosk { self }

  init(_ launch: Launch) { clock = launch.clock }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .sent = action {} else if state.isBusy { return .none }
    switch action {
    case .show(let screen): state.screen = screen
    case .name(let name): state.name = name
    case .agree, .agreeInOtherWords:
      state.agrees.toggle()
      state.hidden = edits.contains(.insides) ? 1 - state.hidden : 0
    case .send:
      guard refusal(in: state) == nil else { return .none }
      state.isBusy = true
      return .run(name: "send") { [clock] send in
        try? await clock.sleep(for: .seconds(1))
        await send(.sent)
      }
    case .sent:
      state = State(
        screen: edits.contains(.target) ? "home" : "done",
        name: edits.contains(.verdict) ? "" : state.name)
    }
    return .none
  }

  func refusal(in state: State) -> String? {
    if state.isBusy { return "sending" }
    guard !state.name.isEmpty, state.agrees || !edits.contains(.both) else {
      return edits.contains(.reason) ? "say who you are" : "the name is missing"
    }
    return nil
  }

  func screens(of state: State) -> [Screen<Action>] {
    switch state.screen {
    case "form": [form(state)]
    case "help": [Screen("help", "Help") { Button("close", .show("home")) }]
    case "done":
      [
        Screen("done", "Done") {
          Text("Thank you, \(state.name)! You are number \(edits.contains(.number) ? 8 : 7).")
          Button("again", .show("home"))
        }
      ]
    default:
      [
        Screen("home", edits.contains(.title) ? "Start" : "Home") {
          if edits.contains(.order) { Button("start", .show("form")) }
          Text(edits.contains(.text) ? "Hello." : "Welcome.")
          if !edits.contains(.order) { Button("start", .show("form")) }
          if edits.contains(.help) { Button("help", .show("help")) }
        }
      ]
    }
  }

  private func form(_ state: State) -> Screen<Action> {
    let reason = state.isBusy ? "sending" : nil
    return Screen("form", "Form") {
      Field("name", state.name, disabledBecause: reason) { .name($0) }
      Toggle(
        "agree", edits.contains(.label) ? "I do" : "I agree", isOn: state.agrees,
        disabledBecause: reason, edits.contains(.insides) ? .agreeInOtherWords : .agree)
      if state.isBusy { Progress("Sending…") }
      Button("send", disabledBecause: refusal(in: state), .send)
      if !edits.contains(.noBack) {
        Button("back", disabledBecause: reason, .show("home"))
      }
    }
  }

  /// The behavior of a version.
  static func behavior(_ edits: Set<Edit>, within bounds: Bounds = Bounds()) throws -> Behavior {
    try $edits.withValue(edits) {
      try AppModel<Kiosk>.bare().explore(within: bounds).behavior()
    }
  }
}
