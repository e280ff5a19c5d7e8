import Cairn
import CairnSimulation
import Foundation
import Testing

/// Rules 6 and 7: effects live as long as their screen, and so do actions for it.
@Suite(.bothWaysOfStarting, .leavesNothing, .timeLimit(.minutes(10))) struct ScreenLifetimeTests {
  private let simulation = Simulation()

  private func store(_ state: Root.State) -> Store<Root.State, Root.Action> {
    simulation.counted(state) { Root(clock: simulation.clock) }
  }

  /// Three screens, each with a timer; the timer of the sheet of the second screen runs too.
  private func fullStore() -> Store<Root.State, Root.Action> {
    let store = store(Root.State(path: [.init(), .init(sheet: .init()), .init()]))
    store.send(.tick(.start))
    for id in 0..<3 { store.send(.screen(id, .timer(.start))) }
    store.send(.screen(1, .sheet(.start)))
    return store
  }

  @Test func `popping a screen cancels its effects, those above and those inside, at once`() {
    let store = fullStore()
    #expect(store.running.count == 5)
    var cancelled: [Int] = []
    let observation = store.observe { cancelled += $0.changes.cancelled }
    defer { observation.cancel() }
    store.send(.popFrom(1))
    #expect(cancelled == [3, 4, 5])
    simulation.advance(by: .seconds(2))
    #expect(store.state.path == [.init(timer: .init(ticks: 2))])
    #expect(store.state.tick.ticks == 2)
  }

  @Test func `removing a screen cancels its effects, and the screens above keep theirs`() {
    let store = fullStore()
    let top = store.state.path.ids[2]
    var cancelled: [Int] = []
    let observation = store.observe { cancelled += $0.changes.cancelled }
    defer { observation.cancel() }
    store.send(.remove(1))
    #expect(cancelled == [3, 5])
    simulation.advance(by: .seconds(2))
    #expect(store.state.path.map(\.timer.ticks) == [2, 2])
    #expect(store.state.path.ids == [0, 2])
    #expect(store.state.lastSeen == top)
    let issues = runtimeIssues { store.send(.screen(1, .close)) }
    #expect(issues.first?.message.contains("screen #1 is not in") == true)
    store.send(.screen(2, .timer(.stop)))
    #expect(store.running.map(\.number) == [1, 2])
  }

  @Test func `recorded replies reach their screens in a replay, after the removal of a screen`()
    throws
  {
    let store = fullStore()
    var recorded: [Root.Action] = []
    let observation = store.observe { event in
      if let action = event.step?.action { recorded.append(action) }
    }
    defer { observation.cancel() }
    let start = store.state
    simulation.advance(by: .seconds(1))
    store.send(.remove(1))
    simulation.advance(by: .seconds(2))
    store.send(.remove(0))
    simulation.advance(by: .seconds(1))
    var replayed = start
    let reducer = Root(clock: simulation.clock)
    for action in recorded { _ = reducer.reduce(into: &replayed, action: try action.decodedCopy()) }
    #expect(replayed == store.state)
    #expect(replayed.path.map(\.timer.ticks) == [4])
    #expect(replayed.path.ids == [2])
  }

  @Test func `a child store of a screen outlives the removal of a screen below`() throws {
    let store = fullStore()
    let top = try #require(store.scope(\.path, .path, id: 2))
    store.send(.remove(1))
    #expect(top.isPresent)
    #expect(try #require(store.scope(\.path, .path, id: 2)) == top)
    top.send(.timer(.tick))
    #expect(store.state.path[1].timer.ticks == 1)
  }

  @Test func `dismissing a screen from inside pops it and those above it`() {
    let store = fullStore()
    store.send(.screen(1, .close))
    #expect(store.state.path.count == 1)
    #expect(store.running.map(\.number) == [1, 2])
  }

  @Test func `dismissing an optional from inside clears it and cancels its effects`() {
    let store = fullStore()
    store.send(.screen(1, .sheet(.close)))
    #expect(store.state.path[1].sheet == nil)
    #expect(store.running.map(\.number) == [1, 2, 3, 4])
  }

  @Test func `clearing an optional from any level cancels the effects of what was in it`() {
    let store = fullStore()
    store.send(.clearSheets)
    #expect(store.running.map(\.number) == [1, 2, 3, 4])
  }

  @Test func `a sheet that replaces a dismissed one does not inherit its effects`() {
    let store = fullStore()
    store.send(.screen(1, .sheet(.closeAndReopen)))
    #expect(store.state.path[1].sheet == .init())
    simulation.advance(by: .seconds(2))
    #expect(store.state.path[1].sheet?.ticks == 0)
  }

  @Test func `a screen pushed in the place of another does not inherit its effects`() {
    let store = fullStore()
    store.send(.replaceTop)
    simulation.advance(by: .seconds(2))
    #expect(store.state.path[2].timer.ticks == 0)
    #expect(store.state.path[1].timer.ticks == 2)
  }

  @Test func `a stack put in the place of another does not inherit its effects`() {
    let store = fullStore()
    store.send(.replaceAll)
    #expect(store.running.map(\.number) == [1])
  }

  @Test func `two screens never cancel each other's effects`() {
    let store = fullStore()
    store.send(.screen(0, .timer(.stop)))
    simulation.advance(by: .seconds(1))
    #expect(store.state.path.map(\.timer.ticks) == [0, 1, 1])
  }

  @Test func `leaving a case of enum state cancels its effects`() {
    let store = simulation.counted(Mode.State.running(.init())) { Mode(clock: simulation.clock) }
    store.send(.running(.start))
    store.send(.toggle)
    store.send(.toggle)
    simulation.advance(by: .seconds(1))
    #expect(store.state == .running(.init()))
    #expect(store.running.isEmpty)
  }

  @Test func `a follow-up of a screen that was popped meanwhile is dropped`() {
    let store = fullStore()
    var dropped: [Int] = []
    let observation = store.observe { dropped.append($0.changes.dropped.count) }
    defer { observation.cancel() }
    store.send(.screen(2, .closeAndTick))
    #expect(dropped == [1])
    #expect(store.state.lastSeen == nil)
  }

  @Test func `a follow-up of a sheet is not reduced by the sheet that replaced it`() {
    let store = Store.counted(Reopening.State()) { Reopening() }
    var dropped: [Int] = []
    let observation = store.observe { dropped.append($0.changes.dropped.count) }
    defer { observation.cancel() }
    store.send(.sheet(.reopenAndCount))
    #expect(dropped == [0, 1, 0])
    #expect(store.state.sheet?.count == 0)
  }

  @Test func `the message for a screen that was replaced says so`() {
    let store = store(Root.State(path: [.init()]))
    let id = store.state.path.ids[0]
    store.send(.replaceTop)
    let issues = runtimeIssues { store.send(.path(.element(id: id, action: .close))) }
    #expect(
      issues.map(\.message) == [
        #""path" (action 2) is for a screen that is not there: screen #0 was replaced by another "#
          + #"in \State.path: it holds #0 State."#
      ])
  }

  @Test func `an action of a person for a screen that is not there is refused whole`() {
    let store = store(Root.State(path: [.init(), .init()]))
    let before = store.state
    let issues = runtimeIssues {
      store.send(.screen(7, .timer(.tick)))
      store.send(.screen(1, .sheet(.tick)))
    }
    #expect(store.state == before)
    let message = issues.map(\.message)
    #expect(
      message == [
        #""path" (action 1) is for a screen that is not there: screen #7 is not in \State.path: "#
          + "it holds #0 State, #1 State.",
        #""path" (action 2) is for a screen that is not there: \State.sheet is nil: it was "#
          + "dismissed, or never shown.",
      ])
  }

  @Test func `an action of a record for a screen that is not there is a mistake too`() {
    let store = store(Root.State())
    let issues = runtimeIssues { store.send(.screen(0, .close), origin: .replay) }
    #expect(issues.count == 1)
    #expect(store.state == Root.State())
  }

  @Test func `an action of an effect for a screen that is not there is reported`() {
    let store = store(Root.State())
    var outcomes: [Step<Root.Action>.Outcome] = []
    let observation = store.observe { outcomes += [$0.step?.outcome].compactMap(\.self) }
    defer { observation.cancel() }
    let issues = runtimeIssues {
      store.send(.tickTop)
    }
    guard outcomes.count == 2, case .undelivered(let missing) = outcomes[1] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(missing.description == #"screen #0 is not in \State.path: it is empty"#)
    #expect(
      issues.map(\.message) == [
        #""path" (action 2) is for a screen that is not there: screen #0 is not in \State.path: it is empty."#
      ])
    #expect(store.state == Root.State())
  }

  @Test(arguments: [LateReply.Action.loadThenClose, .sendToNobody])
  func `an action of a parent's effect or reducer for a child that is nil is reported`(
    action: LateReply.Action
  ) {
    let store = simulation.counted(LateReply.State(child: Counter.State())) {
      LateReply(clock: simulation.clock)
    }
    let issues = runtimeIssues {
      store.send(action)
      simulation.advance(by: .seconds(1))
    }
    #expect(
      issues.map(\.message) == [
        #""child" (action 2) is for a screen that is not there: \State.child is nil: it was dismissed, or"#
          + " never shown."
      ])
  }

  @Test func `dismissing at the root is reported and changes nothing`() {
    let store = Store.counted(Counter.State()) { Counter() }
    let issues = runtimeIssues {
      store.send(.close)
    }
    #expect(store.state == Counter.State())
    #expect(
      issues.map(\.description) == [
        """
        "close" (action 1) returned `.dismiss`, and nothing around the feature can dismiss it.
        Likely causes:
          - the feature is the root of its store, or a `Scope` of the root
          - the feature is run by hand and not by `forEach` or `ifLet`
        Suggestion: run the feature with `forEach` or `ifLet`, or let it send an action to its parent.
        """
      ])
  }
}

/// A parent that sends an action to a child which is no longer there.
struct LateReply: Reducer {
  struct State {
    var child: Counter.State?
  }
  enum Action: CasePathable {
    case loadThenClose, sendToNobody
    case child(Counter.Action)
  }
  let clock: any Clock<Duration>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .loadThenClose:
        state.child = nil
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.child(.increment))
        }
      case .sendToNobody:
        state.child = nil
        return .send(.child(.increment))
      case .child: return .none
      }
    }
    .ifLet(\.child, .child) { Counter() }
  }
}

/// Before its sheet counts on, the parent closes it and opens another.
private struct Reopening: Reducer {
  struct Sheet: Reducer {
    struct State {
      var count = 0
      let witness = Witness.ofScreen
    }
    enum Action { case reopenAndCount, count }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .reopenAndCount:
        return .send(.count)
      case .count:
        state.count += 1
        return .none
      }
    }
  }

  struct State { var sheet: Sheet.State? = .init() }
  enum Action {
    case sheet(Sheet.Action)
    case close, open

    static let sheet = CasePath(Action.sheet) { if case .sheet(let x) = $0 { x } else { nil } }
  }

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      guard case .sheet(.reopenAndCount) = action else { return .none }
      return .merge(.send(.close), .send(.open))
    }
    Reduce { state, action in
      switch action {
      case .close: state.sheet = nil
      case .open: state.sheet = .init()
      case .sheet: break
      }
      return .none
    }
    .ifLet(\.sheet, Action.sheet) { Sheet() }
  }
}

extension Root.Action {
  /// The action with the ids that a journal has: without generations.
  fileprivate func decodedCopy() throws -> Self {
    func copy(_ id: StackID) throws -> StackID {
      try JSONDecoder().decode(StackID.self, from: JSONEncoder().encode(id))
    }
    return switch self {
    case .path(.element(let id, let action)): .path(.element(id: try copy(id), action: action))
    case .remove(let id): .remove(try copy(id))
    case .popFrom(let id): .popFrom(try copy(id))
    default: self
    }
  }
}
