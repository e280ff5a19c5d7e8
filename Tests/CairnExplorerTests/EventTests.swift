import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Testing

@Suite struct EventTests {
  /// A call that a person answers and that the other side ends.
  private struct Phone: TestApp {
    struct State: Hashable {
      var caller: String?
      var isTalking = false
      var isConnecting = false
      var missed = 0
    }

    enum Action: Sendable {
      case rings(String)
      case hangsUp, answer, connected
    }

    static let samples = ["rings": ["ada", "bob"]]
    static var events: [Screen<Action>.Element] {
      Field("rings", "") { .rings($0) }
      Button("hangs-up", .hangsUp)
      Button("breaks", disabledBecause: "it is not built", .hangsUp)
    }

    let state = State()
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      let clock = launch.clock
      reducer = Reduce { state, action in
        switch action {
        case .rings(let caller) where state.caller == nil: state.caller = caller
        case .answer where state.caller != nil && !state.isTalking && !state.isConnecting:
          state.isConnecting = true
          return .later(.connected, "connect", on: clock)
            .cancellable(id: "call")
        case .connected:
          state.isConnecting = false
          state.isTalking = true
        case .hangsUp where state.caller != nil:
          if !state.isTalking { state.missed = min(state.missed + 1, 2) }
          (state.caller, state.isTalking, state.isConnecting) = (nil, false, false)
          return .cancel(id: "call")
        case .rings, .answer, .hangsUp: break
        }
        return .none
      }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      if let caller = state.caller { Text("\(caller) calls") }
      Button("answer", disabledBecause: state.isTalking ? "you talk" : nil, .answer)
    }
  }

  @Test func `a search lets each event happen in every state, with each sample`() throws {
    let exploration = try AppModel<Phone>.bare().explore(
      checking: [
        .reachable("bob talks") { $0.caller == "bob" && $0.isTalking },
        .reachable("missed while connecting") { $0.missed == 1 && !$0.isConnecting },
        .always("nobody hangs up while it connects") { $0.missed == 0 || $0.isConnecting },
        .always("ada alone") { $0.caller != "bob" },
      ])
    #expect(exploration.limit == nil)
    #expect(
      exploration.verdicts.map(\.result) == [.proved, .proved, .refuted, .refuted], "\(exploration)"
    )
    #expect(
      exploration.steps(of: "reachable: bob talks").prefix(2) == ["@ event rings bob", "> answer"])
    #expect(
      exploration.steps(of: "always nobody hangs up while it connects").dropLast() == [
        "@ event rings ada"
      ])
    #expect(try exploration.playedTrail(of: "reachable: bob talks") == nil)
    #expect(exploration.unused == [])
    let misspelt = try AppModel<Phone>.bare().explore(
      checking: [
        .step("calls") { _, step, _ in step != .event("hang-up") && step != .input("hangs-up") }
      ])
    #expect(
      misspelt.unused == [
        "input \"hangs-up\" in \"every step: calls\": never taken",
        "event \"hang-up\" in \"every step: calls\": never taken",
      ])
  }

  @Test
  func `an app that only an event leads on is at its end, and a claim does not rely on events`()
    throws
  {
    let exploration = try AppModel<Phone>.bare().explore(
      checking: [
        .noDeadEnd(unless: { !$0.isTalking }),
        .leadsTo("it connects", "it talks or has ended", \.isConnecting) { !$0.isConnecting },
        .leadsTo("it rings", "it ends", { $0.caller != nil }) { $0.caller == nil },
      ])
    #expect(
      exploration.verdicts.map(\.result) == [.refuted, .proved, .refuted], "\(exploration)")
  }

  /// A page, and a synchronization that an event begins.
  private struct Courier: NamedApp {
    struct State: Hashable {
      var isOpen = false
      var isSyncing = false
    }

    enum Action: Sendable { case open, close, pushed, synced }

    static var events: [Screen<Action>.Element] { Button("pushed", .pushed) }

    let state = State()
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      reducer = Reduce { [clock = launch.clock] state, action in
        switch action {
        case .open: state.isOpen = true
        case .close: state.isOpen = false
        case .pushed where !state.isSyncing:
          state.isSyncing = true
          return .later(.synced, "sync", after: .seconds(5), on: clock)
        case .synced: state.isSyncing = false
        case .pushed: break
        }
        return .none
      }
    }

    func screens(of state: State) -> [Screen<Action>] {
      let home = Screen<Action>("home", "Home") { Button("open", .open) }
      let page = Screen<Action>("page", "Page") { Button("close", .close) }
      return state.isOpen ? [home, page] : [home]
    }
  }

  @Test func `an effect of an event belongs to no screen`() throws {
    let found = try AppModel<Courier>.bare().explore(checking: [.noLeakedEffect])
    #expect(found.isProved && found.states > 3, "\(found)")
  }

  /// A form above pages that an event pushes and pops.
  private struct Linked: NamedApp {
    struct State: Hashable {
      var isSaving = false
      var isLinked = false
    }

    enum Action: Sendable { case save, saved, link, unlink }

    static var events: [Screen<Action>.Element] {
      Button("link", .link)
      Button("unlink", .unlink)
    }

    let state = State()
    let reducer: Reduce<State, Action>

    init(_ launch: Launch) {
      reducer = Reduce { [clock = launch.clock] state, action in
        switch action {
        case .save where !state.isSaving:
          state.isSaving = true
          return .later(.saved, "save", on: clock)
        case .saved: state.isSaving = false
        case .link: state.isLinked = true
        case .unlink: state.isLinked = false
        case .save: break
        }
        return .none
      }
    }

    func screens(of state: State) -> [Screen<Action>] {
      let home = Screen<Action>("home", "Home") {}
      let page = Screen<Action>("page", "Page") {}
      let form = Screen<Action>("form", "Form") { Button("save", .save) }
      return [home] + (state.isLinked ? [page] : []) + [form]
    }
  }

  @Test func `a screen that is pushed or popped beneath a form does not end the form`() throws {
    let found = try AppModel<Linked>.bare().explore(checking: [.noLeakedEffect])
    #expect(found.isProved && found.states > 3, "\(found)")
  }

  /// A call that an event begins anew.
  private struct Pager: TestApp {
    static var events: [Screen<String>.Element] { Button("call", "call") }

    let state = "quiet"
    let reducer: Reduce<String, String>

    init(_ launch: Launch) {
      reducer = Reduce { [clock = launch.clock] state, action in
        state = action
        guard action == "call" else { return .none }
        return .later("answer", "call", on: clock)
          .cancellable(id: "call", cancelInFlight: true)
      }
    }

    func elements(of state: String) -> ScreenBuilder<String>.Elements { Text(state) }
  }

  @Test func `an event may come for ever, and refutes a claim only if it cancels each timer`()
    throws
  {
    let claim = AppProperty<String>.leadsTo(
      "a call", "an answer", { $0.state == "call" }, then: { $0.state == "answer" })
    let found = try AppModel<Pager>.bare().explore(checking: [claim])
    let steps = found.steps(of: claim.name)
    #expect(found.refuted == [claim.name], "\(found)")
    #expect(Set(steps) == ["@ event call", "? no loop"] && steps.count { $0 == "? no loop" } == 3)
    #expect(try found.playedTrail(of: claim.name, checking: [claim])?.source == "? no loop")
    let harmless = try AppModel<Courier>.bare().explore(
      checking: [.leadsTo("a push", "its end", \.isSyncing) { !$0.isSyncing }])
    #expect(harmless.isProved, "\(harmless)")
  }

  private struct Bell: TestApp, PlainApp {
    static var events: [Screen<Int>.Element] {
      Field("token", secure: "") { _ in 0 }
      for number in 1...2 { Button("rings", number) }
    }
    let state = 0
    let reducer = Reduce<Int, Int>.assigning

    func elements(of state: Int) -> ScreenBuilder<Int>.Elements { Text("\(state)") }
  }

  @Test(arguments: [
    ("@ event rings-2\n? text 2\n", nil),
    ("@ event token abc\n", "there is no \"token\" here"),
  ])
  func `of two events of one name the second has a number, and a secure field is left out`(
    text: String, problem: String?
  ) throws {
    var player = try TrailPlayer<Bell>(
      Trail.parse(text, file: "a.trail"), under: PlayOptions(), checking: [], failsOnIssues: false)
    player.playToEnd()
    #expect(player.failure?.problem.contains(problem ?? "") == problem.map { _ in true })
  }

  /// Nothing hides the value of an event.
  @Test func `two events of one name, and a secure one, fail every trail and are found`() throws {
    let failure = try TrailPlayer<Bell>.play(Trail.parse("% app bell\n", file: "a.trail"))
    for message in [
      "The event \"token\" is a secure field",
      "Two elements of the events of the app \"bell\" are named \"rings\". The second is typed as"
        + " \"rings-2\".",
    ] { #expect(failure?.problem.contains(message) == true, "\(failure?.problem ?? "")") }
    let log = RuntimeIssueLog()
    let found = try RuntimeIssue.$reporter.withValue(.init(log.append)) {
      try AppModel<Bell>.bare().explore(checking: [
        .noRuntimeIssue, .eventually("it rings") { $0.state > 0 },
      ])
    }
    #expect(found.verdicts.map(\.result) == [.refuted, .refuted] && log.isEmpty, "\(found)")
    #expect(found.steps(of: "no runtime issue") == ["? screen bell"])
    #expect(try found.playedTrail(of: "no runtime issue", checking: []) != nil)
  }

  @Test(arguments: [
    ("@ event rings ada\n> answer\n@ idle\n@ event hangs-up\n? no text ada calls\n", nil),
    ("@ event rings \"a b\"\n? text a b calls\n", nil),
    ("@ event ring\n", "there is no \"ring\" here; did you mean \"rings\"?"),
    ("@ event breaks\n", "it is not built"),
    ("@ event hangs-up now\n", "takes no value"),
  ])
  func `a line of a trail lets an event happen, or fails`(text: String, problem: String?) throws {
    let failure = try TrailPlayer<Phone>.play(Trail.parse(text, file: "events.trail"))
    if let problem {
      #expect(failure?.problem.contains(problem) == true, "\(failure?.problem ?? "passed")")
    } else {
      #expect(failure == nil, "\(failure?.description ?? "")")
    }
  }
}
