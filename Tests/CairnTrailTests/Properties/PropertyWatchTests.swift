import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import Testing

@Suite struct PropertyWatchTests {
  private func failure(_ lines: String) throws -> TrailFailure? {
    try TrailPlayer<Safe>.play(try Trail.parse(lines, file: "safe.trail"))
  }

  @Test(arguments: [
    "> open\n> count\n> close\n> count\n> next\n? depth 2\n",
    // Comments, checks and refused lines are no steps.
    "> open\n# A comment.\n? depth 1\n> next\n? screen page\n",
    // Only the next step counts as the return, such as a timer that fires.
    "> later\n> next\n@ 1s\n> back\n",
    // A short secret would be found by chance.
    "> code 471\n> forget\n",
    // A text that was typed in a line without a secret is no secret.
    "> code 4711\n> label n4711\n> forget\n",
    "> label n4711\n> code 4711\n> forget\n",
  ])
  func `a trail that violates no property passes`(lines: String) throws {
    #expect(try failure(lines) == nil)
  }

  @Test(arguments: [
    ("% start open\n> close\n", 1, "always the count is small"),
    ("> count\n> count\n> open\n> close\n", 3, "never open with a count of two"),
    ("> next\n> back\n", 2, "back undoes next\n- count: 0\n+ count: 1\n  (5 unchanged)"),
    // A wait before an input is no step.
    ("> next\n@ 1s\n> back\n", 3, "back undoes next\n- count: 0\n+ count: 1\n  (5 unchanged)"),
    ("> code 4711\n> forget\n", 2, "no secret after forgetting"),
  ])
  func `the line that violates a property fails, and no secret is shown`(
    lines: String, line: Int, property: String
  ) throws {
    let failure = try #require(try failure(lines))
    #expect(failure.line == line)
    #expect(failure.problem == "safe violates a property: \(property)")
    #expect((failure.source == "the start of the app") == (line == 1))
    #expect(!failure.description.contains("4711"))
  }

  @Test func `the secret that a placeholder stands for is looked for`() throws {
    let failure = try #require(try failure("> code {secret-1}\n> forget\n"))
    #expect(failure.line == 2)
    #expect(failure.problem.hasPrefix("safe violates a property: no secret after forgetting\n"))
  }

  /// `ReductionTests` of `CairnExplorerTests` has the first start.
  @Test(arguments: Purse.starts)
  func `a state of a restart that the first action or its follow-up corrects is checked`(
    start: String
  ) throws {
    func play(_ lines: String) throws -> TrailFailure? {
      let trail = try Trail.parse("% start \(start)\n\(lines)", file: "purse.trail")
      return try TrailPlayer<Purse>.play(trail)
    }
    #expect(try play("") == nil)
    let failure = try #require(try play("@ restart\n"))
    #expect(failure.problem == "purse violates a property: after every reduction: counted")
    #expect(failure.source == "@ restart")
  }
}

/// A purse whose total is wrong after a restart: before the first action, or between that action and its follow-up.
private struct Purse: App {
  struct State: Hashable {
    var coins = 0
    var total = 0
  }

  enum Action: Sendable { case fill, count }

  static let name = "purse"
  static let summary = "Counts its coins."
  static let starts = ["filled", "filling"]
  static let properties: [AppProperty<State>] = [
    .everyReduction("counted") { $0.coins == $0.total }
  ]

  /// The coins that a start finds.
  private let disk = Guarded(0)
  private let isFilled: Bool
  let firstAction: Action?
  let reducer: Reduce<State, Action>
  var state: State { State(coins: isFilled ? disk.withLock { $0 } : 0) }

  init(_ launch: Launch) {
    isFilled = launch.world == .simulated(start: "filled")
    firstAction = isFilled ? Action.count : .fill
    reducer = Reduce { [disk] state, action in
      switch action {
      case .fill:
        state.coins = disk.withLock { $0 }
        return .send(.count)
      case .count:
        state.total = state.coins
        return .run(name: "save") { _ in disk.withLock { $0 = 1 } }
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [Screen("purse", "Purse") { Text("\(state.total)") }]
  }
}

/// A safe with a code, and with deliberate bugs.
struct Safe: App, Reducer {
  struct State: Hashable {
    var isOpen = false
    var count = 0
    var code: Secret = ""
    var note: String?
    var label = ""
    var pages: StackState<Page.State> = []
  }

  enum Action: CasePathable {
    case open, close, count, forget, next, later
    case codeChanged(Secret)
    case labelChanged(String)
    case pages(StackAction<Page.Action>)
  }

  struct Page: Reducer {
    struct State: Hashable {}
    enum Action { case back }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .back: .dismiss
      }
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open: state.isOpen = true
      case .close: state.isOpen = false
      case .count: state.count += 1
      case .codeChanged(let code): state.code = code
      case .labelChanged(let label): state.label = label
      case .forget:
        // Deliberate bug: the code stays in the state.
        state.note = state.code.reveal()
        state.code = ""
      case .next: state.pages.push(Page.State())
      case .later:
        return .run(name: "later") { [clock] _ in try await clock.sleep(for: .seconds(1)) }
      case .pages: state.count += 1  // going back is no way back
      }
      return .none
    }
    .forEach(\.pages, .pages) { Page() }
  }

  static let name = "safe"
  static let summary = "Keeps a code."
  static let starts = ["shut", "open"]
  static let properties: [AppProperty<State>] = [
    .never("open with a count of two") { $0.isOpen && $0.count == 2 },
    .step("it opens by its button") { before, step, after in
      before.isOpen || !after.isOpen || step == .input("open")
    },
    .backUndoes("next"),
    .noSecret("forgetting") { before, after in !before.code.isEmpty && after.code.isEmpty },
    .always("the count is small") { $0.count < 100 },
  ]
  let state: State
  let clock: any Clock<Duration>
  var reducer: Safe { self }

  init(_ launch: Launch) {
    clock = launch.clock
    state = State(count: launch.world == .simulated(start: "open") ? 100 : 0)
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("safe", "Safe") {
        Field("code", secure: state.code) { .codeChanged($0) }
        Field("label", state.label) { .labelChanged($0) }
        Button("open", .open)
        Button("close", .close)
        Button("count", .count)
        Button("forget", .forget)
        Button("next", .next)
        Button("later", .later)
      }
    ]
      + .screens(of: state.pages, .pages) { _ in
        Screen("page", "Page") { Button("back", .back) }
      }
  }
}
