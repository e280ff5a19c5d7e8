import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import TestSupport
import Testing

/// An action that a screen offers, and that no reducer takes.
@Suite struct ForgottenScopeTests {
  struct Page: Reducer {
    struct State: Hashable { var taps = 0 }
    enum Action: Hashable { case tapped, closed }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if action == .tapped { state.taps = min(1, state.taps + 1) }
      return .none
    }
  }

  struct Path: Reducer {
    enum State: Hashable, CasePathable {
      case list(Page.State)
      case record(Page.State)
    }
    enum Action: Hashable, CasePathable {
      case list(Page.Action)
      case record(Page.Action)
      case chosen(Int)
      case refreshed
      case delegate(Delegate)
    }
    enum Delegate: Hashable { case leave }
    let isComplete: Bool

    var body: some ReducerOf<Self> {
      Scope(.list, .list) { Page() }
      if isComplete { Scope(.record, .record) { Page() } }
    }
  }

  struct Recorder: TestApp, Reducer {
    struct State: Hashable {
      var path: StackState<Path.State> = [.list(.init()), .record(.init())]
    }
    enum Action: Hashable, CasePathable { case path(StackAction<Path.Action>) }

    static let options = [AppOption("--complete", help: "has all scopes")]
    let state = State()
    var reducer: Recorder { self }
    let isComplete: Bool

    init(_ launch: Launch) { isComplete = launch.options.has("--complete") }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .path(.element(1, .record(.closed))) = action { state.path.pop() }
        return .none
      }
      .forEach(\.path, .path) { Path(isComplete: isComplete) }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      if state.path.count > 1 {
        Button("tap", .path(.element(id: 1, action: .record(.tapped))))
        Button("close", .path(.element(id: 1, action: .record(.closed))))
        Button("refresh", .path(.element(id: 1, action: .refreshed)))
        Button("choose", .path(.element(id: 1, action: .chosen(1))))
        Button("leave", .path(.element(id: 1, action: .delegate(.leave))))
      }
      Button("tap-list", .path(.element(id: 0, action: .list(.tapped))))
    }
  }

  /// A body without a reducer that receives each action.
  struct Shelf: TestApp, Reducer, PlainApp {
    struct State: Hashable {
      var page = Page.State()
      var path: StackState<Page.State> = []
    }
    enum Action: Hashable, CasePathable {
      case page(Page.Action)
      case path(StackAction<Page.Action>)
      case other(Int, Page.Action)
    }
    let state = State()
    var reducer: Shelf { self }

    var body: some Reducer<State, Action> {
      Scope(\.page, .page) { Page() }.forEach(\.path, .path) { Page() }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Button("tap", .page(.tapped))
      Button("tap-other", .other(1, .tapped))
    }
  }

  private func issues<A: TestApp>(
    of app: A.Type = Recorder.self, _ options: [String], _ lines: String...
  ) throws -> [RuntimeIssue] {
    let simulation = Simulation()
    let options = try OptionValues(options, among: A.options)
    let app = try A(Launch(.simulated(start: "new"), options: options, in: simulation))
    let driver = Driver(app, in: simulation)
    return runtimeIssues {
      for line in lines {
        guard case .action(let action, name: _) = driver.screen.parse(line) else { continue }
        driver.send(action)
      }
    }
  }

  @Test func `an action of a child without a scope is reported with its path`() throws {
    #expect(
      try issues([], "tap").map(\.description) == [
        """
        The screen offers the action path.element.record.tapped, and no reducer takes it: the body \
        that receives ForgottenScopeTests.Path.Action has nothing for the case `record`.
        Likely causes:
          - a `Scope(.record, .record)`, an `ifLet` or a `forEach` was forgotten there
        Suggestion: run the feature with the actions `record` in the body that receives \
        ForgottenScopeTests.Path.Action.
        """
      ])
  }

  @Test func `an action with an index, beside a scope and a list, is reported`() throws {
    let message = try issues(of: Shelf.self, [], "tap", "tap-other").map(\.message).joined()
    #expect(message.hasPrefix("The screen offers the action other.tapped, and no reducer takes it"))
  }

  @Test func `an action that a leaf, a scope or a parent takes is not reported`() throws {
    #expect(try issues([], "tap-list", "refresh", "choose", "leave", "close") == [])
    #expect(try issues(["--complete"], "tap", "tap", "close") == [])
  }

  @Test(arguments: [true, false])
  func `a search finds the forgotten scope`(isComplete: Bool) throws {
    let model = AppModel<Recorder>.bare(options: isComplete ? ["--complete"] : [])
    let exploration = try model.explore(checking: [.noRuntimeIssue])
    #expect(exploration.isProved == isComplete, "\(exploration)")
    guard !isComplete else { return }
    let failure = try exploration.playedTrail(of: "no runtime issue")
    #expect(failure?.source == "> tap")
  }

  /// A closure beside a forgotten scope. It may ignore the action of the child on purpose.
  struct Desk: TestApp, Reducer {
    struct State: Hashable {
      var page = Page.State()
      var rows: StackState<Drawer.State> = [.init()]
    }
    enum Action: Hashable, CasePathable {
      case page(Page.Action)
      case drawer(Drawer.Action)
      case rows(StackAction<Drawer.Action>)
      case delegate(Path.Delegate)
    }
    /// A feature with a closure alone.
    struct Drawer: Reducer {
      struct State: Hashable {}
      enum Action: Hashable, CasePathable { case page(Page.Action) }

      var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
    }

    static let options = [AppOption("--complete", help: "has the scope")]
    static let properties: [AppProperty<State>] = [.noRuntimeIssue]
    let state = State()
    var reducer: Desk { self }
    let isComplete: Bool

    init(_ launch: Launch) { isComplete = launch.options.has("--complete") }

    var body: some Reducer<State, Action> {
      Reduce { _, _ in .none }
      if isComplete { Scope(\.page, .page) { Page() } }
      Scope(\.page, .nested(.drawer, .page)) { Page() }
      Reduce { _, _ in .none }.forEach(\.rows, .rows) { Drawer() }
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Button("tap", .page(.tapped))
      Button("tap-row", .rows(.element(id: 0, action: .page(.tapped))))
      Button("undo-drawer", .drawer(.page(.closed)))
      Button("undo", .delegate(.leave))
    }
  }

  @Test func `beside a closure, a search names the likely cause of an input without effect`() throws
  {
    func cause(_ path: String, _ feature: String) -> String {
      "The action \(path) has no effect, and the body that receives ForgottenScopeTests.\(feature).Action"
        + " has no child for it. Perhaps a `Scope(.page, .page)`, an `ifLet` or a `forEach` was forgotten there."
    }
    func isCause(_ unused: String) -> Bool { unused.contains("forgotten") }
    let row =
      "input \"tap-row\" of \"desk\": \(cause("rows.element.page.tapped", "Desk.Drawer"))"
    let found = try AppModel<Desk>.bare().explore()
    #expect(found.refuted == [])
    #expect(
      found.unused.filter(isCause)
        == ["input \"tap\" of \"desk\": \(cause("page.tapped", "Desk"))", row])
    let named = try AppModel<Desk>.bare().explore(checking: [.everyInputHasEffect])
    #expect(
      named["every input has an effect"]?.trail?
        .contains("\n# \(cause("page.tapped", "Desk"))\n! tap\n") == true)
    let complete = try AppModel<Desk>.bare(options: ["--complete"]).explore()
    #expect(complete.unused.filter(isCause) == [row])
    #expect(try issues(of: Desk.self, [], "tap", "tap-row", "undo-drawer", "undo") == [])
  }

  @Test func `an effect of a child that a reducer runs by hand is reported, also a follow-up`()
    throws
  {
    let found = try AppModel<ByHand>.bare().explore(checking: [.noRuntimeIssue])
    #expect(found.verdicts.map(\.result) == [.refuted], "\(found)")
  }

  struct Leaf: Reducer {
    struct State: Hashable { var taps = 0 }
    enum Action: Hashable { case tapped, counted }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if action == .tapped { return .send(.counted) }
      state.taps = 1
      return .none
    }
  }

  struct Middle: Reducer {
    struct State: Hashable { var leaf = Leaf.State() }
    enum Action: Hashable, CasePathable { case leaf(Leaf.Action) }

    var body: some ReducerOf<Self> { Scope(\.leaf, .leaf) { Leaf() } }
  }

  struct ByHand: TestApp, PlainApp {
    struct State: Hashable { var middle = Middle.State() }

    let state = State()
    let reducer = Reduce<State, Middle.Action> { state, action in
      Middle().reduce(into: &state.middle, action: action)
    }

    func elements(of state: State) -> ScreenBuilder<Middle.Action>.Elements {
      Button("tap", .leaf(.tapped))
    }
  }
}
