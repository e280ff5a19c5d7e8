import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import Testing

/// Input lines: `>`, accepted, and `!`, refused.
struct InputTests {
  @Test func `inputs that are accepted change the app`() throws {
    #expect(
      try played(
        """
        > entry Dear diary
        ? entry is "Dear diary"
        > entry "  \\"Dear\\"\\n "
        ? entry is "  \\"Dear\\"\\n "
        >   urgent
        ? urgent is "on"
        > read
        > back
        ? screen diary
        """) == nil)
  }

  /// Lines that fail: the rule, the line before, if any, the line and its problem.
  static let failures: [(rule: String, before: String?, line: String, problem: String)] = [
    (
      "an input that is refused fails its line", nil, "> save",
      "refused: save is disabled: the entry is empty"
    ),
    (
      "a missing value", nil, "> entry",
      #"refused: entry needs a value: give a value, or "" to clear"#
    ),
    ("a superfluous value", nil, "> wait now", "refused: wait takes no value"),
    (
      "an unknown name", nil, "> enrty",
      #"refused: there is no "enrty" here; did you mean "entry"?"#
    ),
    (
      "a malformed value", nil, #"> entry "x"#,
      #"refused: entry has a malformed value: it begins with " and does not end with one"#
    ),
    (
      "an event in an app without events fails its line", nil, "@ event expired",
      "refused: diary has no events from outside"
    ),
    (
      "an accepted input fails a line that expects a refusal, and is not sent", nil, "! tick",
      #"the line should be refused, but is accepted on the screen "diary""#
    ),
    (
      "an unknown name, which every app refuses, does not count as refused by this one", nil,
      "! tock",
      #"the line is refused, but not by the app: there is no "tock" here; did you mean "tick"?"#
    ),
    (
      "nor does a malformed value", nil, #"! entry "x" y"#,
      "the line is refused, but not by the app: entry has a malformed value: there is text after its"
        + #" closing "; write a " within quotes as \""#
    ),
    (
      "a reducer that accepts an input that its screen refuses fails the line", nil, "! erase",
      accepted("erase is disabled: the entry is empty")
    ),
    ("also without a reason", nil, "! hurry", accepted("hurry is disabled")),
    (
      "an action that is to be refused and cancels an effect fails the line", "> wait", "! stop",
      accepted("stop is disabled: nothing can be stopped")
    ),
  ]

  private static func accepted(_ reason: String) -> String {
    """
    the screen refuses the line (\(reason)), but the reducer does not: its action changed the state or \
    the effects
      guards belong to the reducer; the screen only mirrors them
    """
  }

  @Test(arguments: failures)
  func `a line that fails is shown with its number, its problem and the inputs before it`(
    rule: String, before: String?, line: String, problem: String
  ) throws {
    let inputs = ["> urgent", "> urgent"] + [before].compactMap(\.self)
    let text = (["# x"] + inputs + [line, "? depth 9"]).joined(separator: "\n")
    #expect(
      try played(text) == """
        diary.trail:\(inputs.count + 2): failed: \(line)
          \(problem)
          after:
            \(inputs.joined(separator: "\n    "))
        \(onDiary())
        """)
  }

  @Test(arguments: ["save", "entry", "pin", "wait now", "urgent on", "stop"])
  func `an input that the app refuses passes a line that expects the refusal`(input: String) throws
  {
    #expect(try played("! \(input)") == nil)
  }
}

/// The words of choices in trails.
struct ChoiceTests {
  @Test(arguments: [
    (#""post: it \"fails\"""#, "fails"), ("2/4", "fails"), (#""post: works""#, "works"),
    // Two answers have this name.
    ("3/4", "first"), ("4/4", "second"),
    // Words of an option are for a reader.
    (#"3/4:"post: same""#, "first"), (#"4/4:"a b \"c\":"  1/2"#, "second"),
    (
      "5/6",
      #"5/6, and the app now chooses among 4: "post": "works" | "it "fails"" | "same" | "same""#
    ),
    (
      #"5/6:"next: a b""#,
      #"5/6:"next: a b", and the app now chooses among 4: "post": "works" | "#
    ),
    (#""post: sinks""#, #""post: sinks", and the app now chooses among 4: "post": "works""#),
  ])
  func `an answer has its name or its number`(choice: String, note: String) throws {
    let text = "% choices \(choice)\n> post\n? text \(note)\n"
    let trail = try Trail.parse(text, file: "post.trail")
    #expect(trail.description == text)
    let failure = try TrailPlayer<Post>.play(trail)?.description
    if note.contains("now chooses") {
      #expect(failure?.contains("choice 1 of the trail is \(note)") == true, "\(failure ?? "")")
    } else {
      #expect(failure == nil)
    }
  }

  @Test func `a choice is written in words where its answer has a name of its own`() {
    let written = (0..<4).map { index in
      let simulation = Simulation(choices: ScriptedChoices([index]))
      Driver(Post(Launch(.simulated(start: "new"), in: simulation)), in: simulation).send(.post)
      return simulation.choices.decisions.map { DrawnChoice($0).description }
    }
    #expect(
      written
        == [
          [#""post: works""#], [#""post: it \"fails\"""#],
          [#"3/4:"post: same""#], [#"4/4:"post: same""#],
        ])
  }

  @Test func `an order is written by the effect that goes first, and a long input is cut`() {
    let options: [ChoicePoint.Option] = [.effect(1), .effect(2), .reduction]
    func written(_ index: Int, _ effect: String? = nil) -> String {
      let choice = ChoicePoint(question: .next, options: options)
      return DrawnChoice(Decision(choice: choice, index: index), of: effect).description
    }
    #expect(written(0, #"load "a b""#) == #"1/3:"next: load \"a b\"""#)
    #expect(written(1) == #"2/3:"next: effect 2""#)
    #expect(written(2) == #"3/3:"next: a reduction""#)
    let long = String(repeating: "x", count: 100)
    #expect(written(0, long) == "1/3:\"next: \(String(repeating: "x", count: 53))…\"")
  }
}

/// A stand-in with four answers, two of which have one name.
private struct Post: App, Reducer {
  enum Action {
    case post
    case posted(String)
  }

  static let name = "post"
  static let summary = "Posts."
  let choices: Choices
  let state = ""
  var reducer: Post { self }

  init(_ launch: Launch) { choices = launch.choices }

  func reduce(into state: inout String, action: Action) -> Effect<Action> {
    switch action {
    case .post:
      return .run(name: "post") { [choices] send in
        await send(
          .posted(
            choices.choose(
              "post",
              ["works": "works", "it \"fails\"": "fails", "same": "first", "same": "second"])))
      }
    case .posted(let note): state = note
    }
    return .none
  }

  func screens(of state: String) -> [Screen<Action>] {
    [
      Screen("post", "Post") {
        Text(state)
        Button("post", .post)
      }
    ]
  }
}
