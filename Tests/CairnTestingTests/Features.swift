import Cairn
import CairnSimulation
import CairnTesting
import Synchronization
import Testing

/// Ticks once a second until it is stopped. Every third tick asks the parent to celebrate.
struct Ticker: Reducer {
  struct State: Equatable {
    var isRunning = false
    var ticks = 0
  }

  enum Action: Equatable {
    case start, stop, tick, celebrate, listen
  }

  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.isRunning = true
      return .run(name: "ticking") { [clock] send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
      .cancellable(id: "ticking")
    case .stop:
      state.isRunning = false
      return .cancel(id: "ticking")
    case .tick:
      state.ticks += 1
      return state.ticks.isMultiple(of: 3) ? .send(.celebrate) : .none
    case .celebrate:
      return .none
    case .listen:
      return .run(name: "listening") { [clock] _ in
        try await clock.sleep(for: .seconds(1_000_000))
      }
      .background
    }
  }
}

/// Finds what is typed. A deliberate bug: the answer to an earlier query may arrive last.
struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var results = ""
  }

  enum Action: Equatable {
    case typed(String)
    case found(String)
  }

  let find: @Sendable (String) async throws -> String

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let query):
      state.query = query
      return .run(name: "find") { [find] send in await send(.found(try await find(query))) }
    case .found(let results):
      state.results = results
      return .none
    }
  }
}

/// Saves, and sends two actions of a child. Its actions are not equatable.
struct Quiz: Reducer {
  enum Child: CasePathable {
    case answer(Int)
    case closed
  }
  enum Action: CasePathable {
    case child(Child)
    case other(any Sendable)
    case start, saved
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    if state > 0 { state += 1 }
    switch action {
    case .start: return .merge(.send(.saved), .send(.child(.answer(42))), .send(.child(.closed)))
    case .saved: state = 1
    case .child, .other: break
    }
    return .none
  }
}

/// A stack of pages, each of which loads its text.
struct Library: Reducer {
  struct State: Equatable {
    var name = "Alexandria"
    var path: StackState<Page.State> = []
  }

  enum Action: Equatable, CasePathable {
    case open(String)
    case refresh(StackID)
    case path(StackAction<Page.Action>)

    static func page(_ id: StackID, _ action: Page.Action) -> Action {
      .path(.element(id: id, action: action))
    }
  }

  let clock: any Clock<Duration>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open(let title):
        state.path.push(Page.State(title: title))
      case .refresh(let id):
        // A deliberate bug: the page may no longer exist when the library sends the text.
        return .run(name: "refresh") { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.page(id, .loaded("fresh")))
        }
      case .path:
        break
      }
      return .none
    }
    .forEach(\.path, .path) { Page(clock: clock) }
  }
}

struct Page: Reducer {
  struct State: Equatable {
    let title: String
    var text: String?
    var marks: [Int] = []
  }

  enum Action: Equatable {
    case appeared, back, leave
    case loaded(String)
    case mark(Int)
  }

  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .run(name: "load") { [clock, title = state.title] send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded("all about \(title)"))
      }
    case .loaded(let text):
      state.text = text
    case .mark(let line):
      state.marks.append(line)
    case .back: return .dismiss
    case .leave: return .merge(.send(.back), .send(.mark(0)))
    }
    return .none
  }
}

func ticker(
  _ exhaustivity: Exhaustivity = .on, ticks: Int = 0, seed: UInt64? = nil
) -> TestStoreOf<Ticker> {
  let simulation = seed.map { Simulation(seed: $0) } ?? Simulation()
  return TestStore(
    Ticker.State(ticks: ticks), exhaustivity: exhaustivity, simulation: simulation
  ) { Ticker(clock: simulation.clock) }
}

func library(_ titles: String..., exhaustivity: Exhaustivity = .on) -> TestStoreOf<Library> {
  let simulation = Simulation()
  return TestStore(
    Library.State(path: StackState(titles.map { Page.State(title: $0) })),
    exhaustivity: exhaustivity, simulation: simulation
  ) { Library(clock: simulation.clock) }
}

/// A failure of a test store, word for word.
struct FailureCase<State: Equatable & SendableMetatype, Action: Sendable>: Sendable,
  CustomTestStringConvertible
{
  typealias Step = @Sendable (TestStore<State, Action>) -> Void

  let testDescription: String
  private let store: @Sendable () -> TestStore<State, Action>
  private let prepare: Step
  private let step: Step
  private let isEnd: Bool
  private let text: String

  /// - Parameters:
  ///   - prepare: the steps before the one that fails.
  ///   - isEnd: whether nothing follows the step; otherwise the test ends without another failure.
  init(
    _ description: String, _ store: @escaping @Sendable () -> TestStore<State, Action>,
    after prepare: @escaping Step = { _ in }, isEnd: Bool = false, _ step: @escaping Step,
    _ text: String
  ) {
    testDescription = description
    (self.store, self.prepare, self.step) = (store, prepare, step)
    (self.isEnd, self.text) = (isEnd, text)
  }

  func expectFailure() {
    let store = store()
    prepare(store)
    CairnTestingTests.expectFailure(text) { step(store) }
    guard !isEnd else { return }
    if text.contains("In flight:") { store.skipInFlight() }
    store.finish()
  }
}

/// Expects that `work` fails the test with this text and no other.
func expectFailure(
  _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ work: () -> Void
) {
  expectFailures([text], sourceLocation: sourceLocation, work)
}

/// Expects that `work` fails the test with these texts, in this order.
func expectFailures(
  _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation, _ work: () -> Void
) {
  let seen = failures(sourceLocation: sourceLocation, work)
  #expect(seen == texts, sourceLocation: sourceLocation)
}

/// The texts with which `work` fails the test.
func failures(
  sourceLocation: SourceLocation = #_sourceLocation, _ work: () throws -> Void
) -> [String] {
  issues(sourceLocation: sourceLocation, work).filter(\.isFailure).map(\.text)
}

/// The notes of `work`, and its failures with a mark.
func notes(
  sourceLocation: SourceLocation = #_sourceLocation, _ work: () throws -> Void
) -> [String] {
  issues(sourceLocation: sourceLocation, work).map { $0.isFailure ? "failed: \($0.text)" : $0.text }
}

private func issues(
  sourceLocation: SourceLocation, _ work: () throws -> Void
) -> [(text: String, isFailure: Bool)] {
  let texts = Mutex<[(text: String, isFailure: Bool)]>([])
  let note: @Sendable (Issue) -> Bool = { issue in
    let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
    let text = comments.isEmpty ? "\(issue.kind)" : comments
    #if compiler(>=6.3)
      let isFailure = issue.isFailure
    #else
      let isFailure = true
    #endif
    texts.withLock { $0.append((text, isFailure)) }
    return true
  }
  try? withKnownIssue(
    isIntermittent: true, sourceLocation: sourceLocation, work, matching: note)
  return texts.withLock { $0 }
}
