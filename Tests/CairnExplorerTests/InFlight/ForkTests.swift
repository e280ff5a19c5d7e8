import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import Synchronization
import TestSupport
import Testing

@testable import CairnExplorer

/// Runs continue at a node in place of repeating the path to it, and no outcome changes.
@Suite(.timeLimit(.minutes(10))) struct ForkTests {
  @Test func `a step with effects in flight does not repeat its path`() throws {
    let reductions = Reductions()
    var model = AppModel<Pings>.bare()
    model.check = .none
    func explored() throws -> Int {
      try Pings.$reductions.withValue(reductions) { try model.explore(checking: []).states }
    }
    // With up to 60 pings: before the load, during it and after it.
    #expect(try explored() == 3 * 61)
    let forked = reductions.takeCount()
    model.reductions.forks = false
    #expect(try explored() == 3 * 61)
    let repeated = reductions.takeCount()
    // A path during the load has up to 61 steps, each of two reductions; the first 32 steps are compared.
    #expect(forked < repeated / 3, "\(forked) and \(repeated) reductions")
  }

  @Test func `an app whose effects cannot begin again is searched by its paths`() throws {
    var model = AppModel<MailStream>.bare()
    let found = try model.explore()
    model.reductions.forks = false
    let expected = try model.explore()
    #expect(found.states == expected.states && found.transitions == expected.transitions)
    #expect(found.isProved, "\(found)")
  }

  @Test func `effects that meet outside the memory are searched by their paths`() throws {
    var model = AppModel<Meeting>.bare()
    let found = try model.explore(checking: [.reachable("both have met") { $0.met == 2 }])
    model.reductions.forks = false
    let expected = try model.explore(checking: [.reachable("both have met") { $0.met == 2 }])
    #expect(found.states == expected.states && found.transitions == expected.transitions)
    #expect(found.isProved, "\(found)")
  }

  @Test func `no run continues with an effect that ends when it begins again`() throws {
    let world = try AppWorld(AppModel<Alternating>.bare().setting) { $0.store(resuming: $1) }
    let reductions = ReductionInterner<Alternating.State, Alternating.Action>(
      canonicalState: nil, collectingBy: StackGenerations())
    func point() throws -> ForkPoint<Alternating.State, Alternating.Action> {
      let run = AppRun(in: world, from: nil, ScriptedChoices([]), reductions)
      run.start()
      run.take(.input("wait"))
      return try #require(run.forkPoint(run.inFlight))
    }
    func continues(at point: ForkPoint<Alternating.State, Alternating.Action>) -> Bool {
      let run = AppRun(
        in: world, from: point, NodeSchedule().departure(waking: []), remembering: world.memory,
        ScriptedChoices([]), reductions)
      return run != nil
    }
    let waiting = try point()
    try #require(world.endRun())
    #expect(!continues(at: waiting))
    try #require(world.endRun())
    #expect(continues(at: waiting))
  }
}

/// The number of reductions of an app.
private final class Reductions: Sendable {
  private let total = Mutex(0)

  var count: Int { total.withLock(\.self) }

  func add() { total.withLock { $0 += 1 } }

  func takeCount() -> Int {
    total.withLock { count in
      defer { count = 0 }
      return count
    }
  }
}

/// Counts pings, each with a follow-up, while something loads.
private struct Pings: App {
  struct State: Hashable {
    var isLoading = false
    var pings = 0
    var pongs = 0
  }

  enum Action: Sendable {
    case load, ping, pong
  }

  @TaskLocal static var reductions = Reductions()

  static let name = "pings"
  static let summary = "Counts."
  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    reducer = Reduce { [clock = launch.clock, reductions = Self.reductions] state, action in
      reductions.add()
      switch action {
      case .load:
        guard !state.isLoading, state.pings == 0 else { return .none }
        state.isLoading = true
        return .run(name: "load") { _ in try await clock.sleep(for: .seconds(60)) }.background
      case .ping:
        guard state.pings < 60 else { return .none }
        state.pings += 1
        return .send(.pong)
      case .pong:
        state.pongs += 1
        return .none
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("pings", "Pings") {
        Button("load", disabledBecause: state == State() ? nil : "too late", .load)
        Button("ping", disabledBecause: state.pings < 60 ? nil : "enough", .ping)
      }
    ]
  }
}

/// Two effects wait for a third one, which resumes the first of them, outside the memory of stand-ins.
private struct Meeting: App {
  struct State: Hashable {
    var waiting = 0
    var opened = 0
    var met = 0
  }

  enum Action: Sendable {
    case wait, open, met
  }

  /// A queue of effects that wait. A cancelled one stays in it.
  private final class Gate: Sendable {
    private let waiting = Mutex<[UnsafeContinuation<Void, Never>]>([])

    func wait() async {
      await unsafe withUnsafeContinuation { continuation in
        waiting.withLock { unsafe $0.append(continuation) }
      }
    }

    func open() {
      let first = waiting.withLock { unsafe $0.isEmpty ? nil : unsafe $0.removeFirst() }
      unsafe first?.resume()
    }
  }

  static let name = "meeting"
  static let summary = "Waits."
  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    reducer = Reduce { [clock = launch.clock, gate = Gate()] state, action in
      switch action {
      case .wait:
        guard state.waiting < 2 else { return .none }
        state.waiting += 1
        return .run(name: "wait") { send in
          await gate.wait()
          await send(.met)
        }
      case .open:
        guard state.opened < 2, state.waiting == 2 else { return .none }
        state.opened += 1
        return .run(name: "open") { _ in
          try await clock.sleep(for: .seconds(1))
          gate.open()
        }
      case .met:
        state.met += 1
        return .none
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("meeting", "Meeting") {
        Button("wait", disabledBecause: state.waiting < 2 ? nil : "enough", .wait)
        Button(
          "open", disabledBecause: state.waiting == 2 && state.opened < 2 ? nil : "not now", .open)
      }
    ]
  }
}

/// Receives the mails of a stream that is made when the app is launched. A stream ends with its first reader.
private struct MailStream: App {
  struct State: Hashable {
    var isOpen = false
    var isClosed = false
    var mails: [String] = []
  }

  enum Action: Sendable {
    case open
    case received(String)
    case close
  }

  static let name = "inbox"
  static let summary = "Receives mails."
  static let properties: [AppProperty<State>] = [
    .noRuntimeIssue,
    .always("an open inbox has its mails") { !$0.isOpen || $0.mails == ["one", "two"] },
  ]
  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    let mails = AsyncStream<String> { continuation in
      continuation.yield("one")
      continuation.yield("two")
    }
    reducer = Reduce { state, action in
      switch action {
      case .open:
        state.isOpen = true
        return .stream(of: mails, name: "mails") { .received($0) }.background
          .cancellable(id: "mails")
      case .received(let mail):
        state.mails.append(mail)
        return .none
      case .close:
        state = State(isClosed: true)
        return .cancel(id: "mails")
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("inbox", "Inbox") {
        Button("open", disabledBecause: state.isOpen || state.isClosed ? "it was open" : nil, .open)
        Button("close", disabledBecause: state.isOpen ? nil : "it is closed", .close)
      }
    ]
  }
}

/// Waits without end. Each second wait ends at once.
private struct Alternating: App {
  struct State: Hashable {
    var isWaiting = false
  }

  enum Action: Sendable {
    case wait
  }

  static let name = "alternating"
  static let summary = "Waits."
  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    let waits = Reductions()
    reducer = Reduce { state, action in
      state.isWaiting = true
      return .run(name: "wait") { _ in
        waits.add()
        guard !waits.count.isMultiple(of: 2) else { return }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        continuation.finish()
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("alternating", "Alternating") {
        Button("wait", disabledBecause: state.isWaiting ? "it waits" : nil, .wait)
      }
    ]
  }
}
