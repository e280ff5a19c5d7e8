import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import Testing

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
