import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

/// Graphs of apps, and searches from a given state.
@Suite struct AppGraphTests {
  /// A box with a secret, and a lid that shuts a second after it was opened.
  private struct Box: TestApp, Reducer {
    struct State: Hashable {
      var secret: Secret = ""
      var label = "new"
      var isOpen = false
    }

    enum Action {
      case secret(Secret)
      case label(String)
      case open, fall
    }

    static let samples = ["secret": ["", "sesame"]]
    let clock: any Clock<Duration>
    let state = State()
    var reducer: Box { self }

    init(_ launch: Launch) { clock = launch.clock }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .secret(let secret): state.secret = secret
      case .label(let label): state.label = label
      case .open:
        state.isOpen = true
        return .run(name: "fall") { [clock] send in
          try? await clock.sleep(for: .seconds(1))
          await send(.fall)
        }
      case .fall: state.isOpen = false
      }
      return .none
    }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Field("secret", secure: state.secret) { .secret($0) }
      Picker("label", state.label, of: ["new", "old box"]) { .label($0) }
      Button("open", .open)
    }

    func screens(of state: State) -> [Screen<Action>] {
      [state.isOpen ? Screen("open", "Open") { Text("Nothing") } : screen(of: state)]
    }
  }

  /// A door with a message for people, which the canonical form leaves out.
  private struct Door: TestApp {
    struct State: Hashable {
      var isOpen = false
      var message = ""
    }

    enum Action: Sendable { case turn, dismiss, knock }

    static let canonicalState: (@Sendable (State) -> State)? = { State(isOpen: $0.isOpen) }
    static let properties: [AppProperty<State>] = [.everyInputHasEffect]
    static let starts = ["quiet", "deaf"]
    let state = State()
    let knocks: Bool
    let reducer = Reduce<State, Action> { state, action in
      switch action {
      case .turn: state = State(isOpen: !state.isOpen, message: "It moves.")
      case .dismiss: state.message = ""
      case .knock: break
      }
      return .none
    }

    init(_ launch: Launch) { knocks = launch.start == "deaf" }

    func elements(of state: State) -> ScreenBuilder<Action>.Elements {
      Button("turn", .turn)
      if !state.message.isEmpty { Button("dismiss", .dismiss) }
      if knocks { Button("knock", .knock) }
    }
  }

  @Test func `an input that changes only what the canonical form leaves out has an effect`() throws
  {
    let exploration = try AppModel<Door>.bare().explore()
    #expect(exploration.isProved && exploration.limit == nil, "\(exploration)")
    let deaf = try AppModel<Door>.bare(start: "deaf").explore()
    #expect(deaf.steps(of: "every input has an effect") == ["! knock"], "\(deaf)")
  }

  @Test func `by screen, each name of an input occurs once, without its value`() throws {
    let exploration = try AppModel<Box>.bare(trying: [.restarts]).explore(checking: [])
    #expect(
      exploration.graph(by: .screen).text(as: .mermaid) == """
        flowchart TD
          s0["box"]
          s1["open"]
          s0 -->|"open"| s1
          s1 -->|"@ time"| s0
          s1 -->|"@ restart"| s0

        """)
  }

  @Test func `by state, a step is the typed line, and a secret is bullets`() throws {
    let exploration = try AppModel<Box>.bare().explore(checking: [])
    let graph = exploration.graph(by: .state)
    #expect(graph.nodes.count == exploration.states)
    #expect(graph.nodes.prefix(4) == ["box 0", "box 1", "box 2", "open 3"])
    #expect(graph.isComplete)
    let edges = graph.edges.map { "\($0.from) \($0.action) \($0.to)" }
    #expect(
      edges.prefix(5) == [
        "0 secret \"\" 0", "0 secret •••••• 1", "0 label new 0", "0 label old box 2", "0 open 3",
      ])
    #expect(edges.contains { $0.contains("@ 1s") })
  }

  @Test(arguments: 1...8)
  func `where a bound ends it, every state still has its screen`(states: Int) throws {
    let exploration = try AppModel<Box>.bare().explore(checking: [], within: Bounds(states: states))
    let whole = try AppModel<Box>.bare().explore(checking: [])
    let nodes = exploration.graph(by: .state).nodes
    #expect(nodes == Array(whole.graph(by: .state).nodes.prefix(states)))
    #expect(exploration.graph(by: .state).isComplete == (exploration.limit == nil))
  }

  @Test func `a search from a state starts there, without effects`() throws {
    var state = Box(Launch(.simulated(start: "new"), in: .init())).state
    state.isOpen = true
    state.secret = "sesame"
    let exploration = try AppModel<Box>.bare().starting(at: state).explore(
      checking: [.noDeadEnd(), .always("it is shut") { !$0.isOpen }])
    #expect(
      exploration.description == """
        box from a given state in "new": 1 state, 0 steps, depth 0, 1 screen; everything was visited
        tried: every input, every order of work
        not tried: restarts, actions of disabled inputs, answers that take up to 1s
        refuted     no dead end
            % app box
            # This does not hold: no dead end
            # It starts in the state where the search started, not at a start of the app.
            # Dead end: no input changes the state, and no effect is in flight: the next line fails.
            ? effects 1
        refuted     always it is shut
            % app box
            # This does not hold: always it is shut
            # It starts in the state where the search started, not at a start of the app.
        """)
    #expect(exploration.graph(by: .screen).nodes == ["open"])
  }
}

@Suite struct AppOriginTests {
  /// Shows a page, at first the one that was saved last.
  private struct Book: TestApp, Reducer {
    enum Action {
      case turn, keep
      case opened(Int)
    }

    let page: Guarded<Int>
    let state = 0
    let firstAction: Action? = .turn
    var reducer: Book { self }

    init(_ launch: Launch) { page = launch.memory.keep(7) }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .turn where state == 0:
        return .run(name: "open") { [page] send in
          await send(.opened(page.withLock { $0 }))
        }
      case .opened(let page): state = page
      case .turn: state = 9
      case .keep: return .run(name: "keep") { [page, state] _ in page.withLock { $0 = state } }
      }
      return .none
    }

    func elements(of state: Int) -> ScreenBuilder<Action>.Elements {
      Button("turn", .turn)
      Button("keep", .keep)
    }

    func screens(of state: Int) -> [Screen<Action>] {
      [Screen("page-\(state)", "Page") { return elements(of: state) }]
    }
  }

  private func screens(remembering world: Simulation? = nil) throws -> [String] {
    try AppModel<Book>.bare(trying: [.restarts]).starting(at: 3, remembering: world)
      .explore(checking: []).screens
  }

  @Test func `the search starts in the state, and a restart leads to the start of the app`() throws
  {
    #expect(try screens() == ["page-3", "page-9", "page-7"])
  }

  @Test func `the memory of stand-ins is copied from the given world, which stays unchanged`()
    throws
  {
    let world = Simulation()
    let book = Book(Launch(.simulated(start: "new"), in: world))
    book.page.withLock { $0 = 5 }
    #expect(try screens(remembering: world) == ["page-3", "page-9", "page-5"])
    #expect(book.page.withLock { $0 } == 5)
  }

  @Test func `the search begins at the time of the given world`() throws {
    let egg = Flaw("An egg is soft.", .never("soft") { $0.text == "soft" }, ["look"]) {
      state, _, world in
      state.text = world.elapsed() < .seconds(100) ? "soft" : "hard"
      return .none
    }
    try FlawedApp.$flaw.withValue(egg) {
      let world = Simulation()
      _ = FlawedApp(Launch(.simulated(start: "new"), in: world))
      world.advance(by: .seconds(100))
      let model = try AppModel<FlawedApp>.bare().starting(at: FlawedState(), remembering: world)
      let found = try model.explore(checking: [egg.property])
      #expect(found.refuted.isEmpty && found.check.difference == nil, "\(found)")
      #expect(found.states == 2 && found.check.states == 2, "\(found)")
    }
  }
}
