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
    var model = AppModel<Pings>.bare()
    model.check = .none
    /// The number of reductions.
    func explored() throws -> Int {
      let reductions = Counter()
      try Pings.$reductions.withValue(reductions) {
        let states = try model.explore(checking: []).states
        // With up to 60 pings: before the load, during it and after it.
        #expect(states == 3 * 61)
      }
      return reductions.value
    }
    let forked = try explored()
    model.reductions.forks = false
    let repeated = try explored()
    // A path during the load has up to 61 steps, each of two reductions; the first 32 steps are compared.
    #expect(forked < repeated / 3, "\(forked) and \(repeated) reductions")
  }

  private func expectSameByPaths<A: TestApp>(
    _ app: A.Type, checking properties: [AppProperty<A.Root.State>]
  ) throws {
    var model = AppModel<A>.bare()
    let found = try model.explore(checking: properties)
    model.reductions.forks = false
    let expected = try model.explore(checking: properties)
    #expect([found.states, found.transitions] == [expected.states, expected.transitions])
    #expect(found.isProved, "\(found)")
  }

  @Test func `an app whose effects cannot begin again is searched by its paths`() throws {
    try expectSameByPaths(
      MailStream.self,
      checking: [
        .noRuntimeIssue,
        .always("an open inbox has its mails") { !$0.isOpen || $0.mails == ["one", "two"] },
      ])
  }

  @Test func `effects that meet outside the memory are searched by their paths`() throws {
    try expectSameByPaths(Meeting.self, checking: [.reachable("both have met") { $0.met == 2 }])
  }

  @Test(arguments: [false, true])
  func `a refutation by an effect that began again is searched by its path`(
    stopsAtFirst: Bool
  ) throws {
    var model = AppModel<Loads>.bare()
    model.stopsAtFirst = stopsAtFirst
    let found = try model.explore(checking: [.always("one load has begun") { $0 < 2 }])
    #expect(found.isProved, "\(found)")
  }

  @Test func `no run continues with an effect that ends when it begins again`() throws {
    let waits = Counter()
    // Waits without end. Each second wait ends at once.
    let question = Question("wait") { _, state, _ in
      state.pressed = ["wait"]
      return .run(name: "wait") { _ in
        guard !waits.next().isMultiple(of: 2) else { return }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        continuation.finish()
      }
    }
    try question.asked { model in
      let world = try AppWorld(model.setting) { $0.store(resuming: $1) }
      let reductions = ReductionInterner<ProbeState, ProbeAction>(
        canonicalState: nil, collectingBy: StackGenerations())
      func point() throws -> ForkPoint<ProbeState, ProbeAction> {
        let run = AppRun(in: world, from: nil, ScriptedChoices([]), reductions)
        run.start()
        run.take(.input("wait"))
        return try #require(run.forkPoint(run.inFlight))
      }
      func continues(at point: ForkPoint<ProbeState, ProbeAction>) -> Bool {
        let run = AppRun(
          in: world, from: point, NodeSchedule().departure(waking: []), remembering: world.memory,
          ScriptedChoices([]), reductions)
        return run != nil
      }
      let waiting = try point()
      for expected in [false, true] {
        try #require(world.endRun())
        #expect(continues(at: waiting) == expected)
      }
    }
  }
}

/// Counts pings, each with a follow-up, while something loads.
private struct Pings: TestApp {
  struct State: Hashable {
    var isLoading = false
    var pings = 0
    var pongs = 0
  }

  enum Action: Sendable { case load, ping, pong }

  @TaskLocal static var reductions = Counter()

  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    reducer = Reduce { [clock = launch.clock, reductions = Self.reductions] state, action in
      _ = reductions.next()
      switch action {
      case .load where !state.isLoading && state.pings == 0:
        state.isLoading = true
        return .run(name: "load") { _ in try await clock.sleep(for: .seconds(60)) }.background
      case .ping where state.pings < 60:
        state.pings += 1
        return .send(.pong)
      case .pong: state.pongs += 1
      case .load, .ping: break
      }
      return .none
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Button("load", disabledBecause: state == State() ? nil : "too late", .load)
    Button("ping", disabledBecause: state.pings < 60 ? nil : "enough", .ping)
  }
}

/// A load that counts, outside the memory of stand-ins, how many of them have begun.
private struct Loads: TestApp {
  enum Action: Sendable {
    case load
    case loaded(Int)
  }

  let state = 0
  let reducer: Reduce<Int, Action>

  init(_ launch: Launch) {
    reducer = Reduce { [clock = launch.clock, begun = Counter()] state, action in
      switch action {
      case .load where state == 0:
        state = -1
        return .run(name: "load") { send in
          let count = begun.next()
          try await clock.sleep(for: .seconds(1))
          await send(.loaded(count))
        }
      case .load: break
      case .loaded(let count): state = count
      }
      return .none
    }
  }

  func elements(of state: Int) -> ScreenBuilder<Action>.Elements {
    Button("load", disabledBecause: state == 0 ? nil : "it has begun", .load)
  }
}

/// Two effects wait for a third one, which resumes the first of them, outside the memory of stand-ins.
private struct Meeting: TestApp {
  struct State: Hashable {
    var waiting = 0
    var opened = 0
    var met = 0
  }

  enum Action: Sendable { case wait, open, met }

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

  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    reducer = Reduce { [clock = launch.clock, gate = Gate()] state, action in
      switch action {
      case .wait where state.waiting < 2:
        state.waiting += 1
        return .run(name: "wait") { send in
          await gate.wait()
          await send(.met)
        }
      case .open where state.opened < 2 && state.waiting == 2:
        state.opened += 1
        return .run(name: "open") { _ in
          try await clock.sleep(for: .seconds(1))
          gate.open()
        }
      case .met: state.met += 1
      case .wait, .open: break
      }
      return .none
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Button("wait", disabledBecause: state.waiting < 2 ? nil : "enough", .wait)
    Button("open", disabledBecause: state.waiting == 2 && state.opened < 2 ? nil : "no", .open)
  }
}

/// Receives the mails of a stream that is made when the app is launched. A stream ends with its first reader.
private struct MailStream: TestApp {
  struct State: Hashable {
    var isOpen = false
    var isClosed = false
    var mails: [String] = []
  }

  enum Action: Sendable {
    case open, close
    case received(String)
  }

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

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Button("open", disabledBecause: state.isOpen || state.isClosed ? "it was open" : nil, .open)
    Button("close", disabledBecause: state.isOpen ? nil : "it is closed", .close)
  }
}
