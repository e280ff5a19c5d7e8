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

  @Test(arguments: [
    ("save", "save is disabled: the entry is empty"),
    ("entry", #"entry needs a value: give a value, or "" to clear"#),
    ("wait now", "wait takes no value"),
    ("enrty", #"there is no "enrty" here; did you mean "entry"?"#),
    (#"entry "x"#, #"entry has a malformed value: it begins with " and does not end with one"#),
  ])
  func `an input that is refused fails its line`(input: String, reason: String) throws {
    #expect(
      try played("# x\n> urgent\n> urgent\n> \(input)\n? depth 9") == """
        diary.trail:4: failed: > \(input)
          refused: \(reason)
          after:
            > urgent
            > urgent
        \(onDiary())
        """)
  }

  @Test func `an event in an app without events fails its line`() throws {
    #expect(
      try played("@ event expired") == """
        diary.trail:1: failed: @ event expired
          refused: diary has no events from outside
        \(onDiary())
        """)
  }

  @Test(arguments: ["save", "entry", "pin", "wait now", "urgent on"])
  func `an input that the app refuses passes a line that expects the refusal`(input: String) throws
  {
    #expect(try played("! \(input)") == nil)
  }

  @Test func `an accepted input fails a line that expects a refusal, and is not sent`() throws {
    #expect(
      try played("! tick") == """
        diary.trail:1: failed: ! tick
          the line should be refused, but is accepted on the screen "diary"
        \(onDiary())
        """)
  }

  @Test(arguments: [
    ("tock", #"there is no "tock" here; did you mean "tick"?"#),
    (#"entry "x" y"#, ##"entry has a malformed value: \##(textAfterQuote)"##),
  ])
  func `a line that every app refuses does not count as refused by this one`(
    input: String, reason: String
  ) throws {
    let shown = input.hasPrefix("tock") ? "tock" : input
    #expect(
      try played("! \(input)") == """
        diary.trail:1: failed: ! \(shown)
          the line is refused, but not by the app: \(reason)
        \(onDiary())
        """)
  }

  @Test(arguments: [
    ("erase", "erase is disabled: the entry is empty"), ("hurry", "hurry is disabled"),
  ])
  func `a reducer that accepts an input that its screen refuses fails the line`(
    input: String, reason: String
  ) throws {
    #expect(
      try played("! \(input)") == """
        diary.trail:1: failed: ! \(input)
          the screen refuses the line (\(reason)), but the reducer does not: its action \
        changed the state or the effects
          guards belong to the reducer; the screen only mirrors them
        \(onDiary())
        """)
  }

  @Test func `an action that is to be refused and cancels an effect fails the line`() throws {
    #expect(try played("! stop") == nil)
    #expect(
      try played("> wait\n! stop") == """
        diary.trail:2: failed: ! stop
          the screen refuses the line (stop is disabled: nothing can be stopped), but the reducer \
        does not: its action changed the state or the effects
          guards belong to the reducer; the screen only mirrors them
          after:
            > wait
        \(onDiary())
        """)
  }

  private static let textAfterQuote =
    #"there is text after its closing "; write a " within quotes as \""#
}

/// The words of choices in trails.
struct ChoiceTests {
  @Test(arguments: [
    (#""post: it \"fails\"""#, "fails"), ("2/4", "fails"), (#""post: works""#, "works"),
    // Two answers have this name.
    ("3/4", "first"), ("4/4", "second"),
    (
      "5/6",
      #"5/6, and the app now chooses among 4: "post": "works" | "it "fails"" | "same" | "same""#
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
    #expect(written == [[#""post: works""#], [#""post: it \"fails\"""#], ["3/4"], ["4/4"]])
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
