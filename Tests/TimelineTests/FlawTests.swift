import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnTrail
import TestSupport
import Testing

@testable import timeline

@Suite(.gate) struct ExploredTests {
  /// In the world of a fixed lifetime, and with one person. The command `explore` searches the others.
  @Test(.timeLimit(.minutes(10))) func `all properties are proved`() throws {
    var model = AppModel<TimelineApp>(start: "signed-in", options: ["--expire=1s"])
    model.samples["username"] = ["ada"]
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}

@Suite(.gate) struct FlawTests {
  struct Case: CustomTestStringConvertible {
    let flaw: FlawedRoot.Flaw
    let start: String
    let property: String
    let steps: String
    /// The depth of the search; `nil` for a whole one.
    var depth: Int?

    var testDescription: String { flaw.rawValue }
  }

  private static let restart = "always a restart that logs nobody in"

  static let cases = [
    Case(
      flaw: .trustsAnswer, start: "new",
      property: "every step: the feed needs right credentials or a saved log-in",
      steps: """
        > login

        """, depth: 1),
    Case(
      flaw: .followsOnce, start: "signed-in", property: "always reachable: the screen login",
      steps: """
        # The screen is not reachable from here.
        ? screen login

        """),
    Case(
      flaw: .leavesAtOnce, start: "signed-in", property: restart,
      steps: """
        > logout

        """, depth: 1),
    Case(
      flaw: .ignoresFile, start: "new", property: restart,
      steps: """
        ? screen feed

        """, depth: 1),
  ]

  @Test func `every flaw has a test case`() {
    #expect(Self.cases.map(\.flaw) == FlawedRoot.Flaw.allCases)
  }

  @Test(.timeLimit(.minutes(10)), arguments: cases)
  func `a flaw violates its property, with a shortest trail that fails`(
    _ expected: Case
  ) throws {
    var model = AppModel<FlawedApp>(
      start: expected.start, options: ["--flaw=\(expected.flaw.rawValue)", "--expire=1s"])
    // The trails are those of answers that take no time.
    model.without = [.delays, .disabled, .restarts]
    model.samples = ["username": ["ada"], "password": ["lovelace"]]
    let exploration = try model.explore(within: Bounds(depth: expected.depth))
    #expect(exploration.limit == expected.depth.map { .depth($0) })
    let trail = try #require(exploration[expected.property]?.trail)
    #expect(
      trail.hasSuffix("# This does not hold: \(expected.property)\n\(expected.steps)"), "\(trail)")
    #expect(try TrailPlayer<FlawedApp>.play(Trail.parse(trail, file: "found.trail")) != nil)
  }
}

/// The root with a mistake, which an option selects.
struct FlawedRoot: Reducer {
  enum Flaw: String, CaseIterable {
    /// Every answer of the service counts as a right one.
    case trustsAnswer = "trusts-answer"
    /// A log-out is stored and not shown.
    case followsOnce = "follows-once"
    /// A log-out is shown and not stored.
    case leavesAtOnce = "leaves-at-once"
    /// A start shows the feed whatever the file has.
    case ignoresFile = "ignores-file"
  }

  let root: Root
  let flaw: Flaw

  var body: some Reducer<Root.State, Root.Action> {
    Reduce { state, action in
      switch action {
      case .shown(.login(.answered(let isRight))):
        if isRight || flaw == .trustsAnswer { state.saved.isLoggedIn = true }
      case .shown(.feed(.logOut)), .shown(.feed(.expired)):
        if flaw == .leavesAtOnce {
          state.shown = .login(Login.State())
        } else {
          state.saved.isLoggedIn = false
        }
      case .storage(.loaded), .storage(.saved):
        if state.saved.isLoggedIn || flaw == .ignoresFile {
          state.shown = .feed(Feed.State())
          return .send(.shown(.feed(.appeared)))
        }
        if flaw != .followsOnce || state.shown == nil { state.shown = .login(Login.State()) }
      case .storage, .shown, .continueUnsaved, .expired: break
      }
      return .none
    }
    .ifLet(\.shown, .shown) {
      Destination(login: Login(client: root.client), feed: Feed(client: root.client))
    }
    .persisting(\.$saved, .storage, in: root.storage)
  }
}

struct FlawedApp: App {
  static let name = "flawed"
  static let summary = "The timeline with a mistake."
  static let starts = TimelineApp.starts
  static let options =
    TimelineApp.options + [
      AppOption("--flaw", value: "NAME", help: "the mistake")
    ]
  static let samples = TimelineApp.samples
  static let properties = TimelineApp.properties

  let state = Root.State()
  let firstAction: Root.Action? = .storage(.load)
  let reducer: FlawedRoot

  init(_ launch: Launch) throws(UsageError) {
    guard let flaw = launch.options["--flaw"].flatMap(FlawedRoot.Flaw.init) else {
      throw UsageError("--flaw needs the name of a mistake")
    }
    reducer = FlawedRoot(root: try TimelineApp(launch).reducer, flaw: flaw)
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }
}
