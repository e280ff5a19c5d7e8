import Cairn
import CairnSimulation
import Foundation
import TestSupport
import Testing

/// Rules 6 and 7: effects live as long as their screen, and so do actions for it.
@Suite(.leavesNothing, .timeLimit(.minutes(10))) struct ScreenLifetimeTests {
  private let simulation = Simulation()

  private func store(_ state: Root.State) -> Store<Root.State, Root.Action> {
    simulation.counted(state) { Root(clock: simulation.clock) }
  }

  /// A timer at the root and in each of three screens, in their order, and in the sheet of the second screen.
  private func fullStore() -> Store<Root.State, Root.Action> {
    let store = store(Root.State(path: [.init(), .init(sheet: .init()), .init()]))
    store.send(.tick(.start))
    for id in 0..<3 { store.send(.screen(id, .timer(.start))) }
    store.send(.screen(1, .sheet(.start)))
    return store
  }

  /// The effects that go on, and the ticks of the screens two seconds later.
  static let ends: [(Root.Action, running: [Int], ticks: [Int])] = [
    (.popFrom(1), [1, 2], [2]),
    (.remove(1), [1, 2, 4], [2, 2]),
    (.removeWithSheet, [1, 2, 4], [2, 2]),
    (.insert, [1, 2, 3, 4, 5], [2, 0, 2, 2]),
    (.screen(1, .close), [1, 2], [2]),
    (.screen(1, .sheet(.close)), [1, 2, 3, 4], [2, 2, 2]),
    (.screen(1, .sheet(.closeAndReopen)), [1, 2, 3, 4], [2, 2, 2]),
    (.clearSheets, [1, 2, 3, 4], [2, 2, 2]),
    (.replaceTop, [1, 2, 3, 5], [2, 2, 0]),
    (.replaceAll, [1], [0, 0]),
    // A sheet whose state has no id stays the same.
    (.screen(1, .setSheet(true)), [1, 2, 3, 4, 5], [2, 2, 2]),
    (.screen(0, .timer(.stop)), [1, 3, 4, 5], [0, 2, 2]),
  ]

  @Test(arguments: ends)
  func `the effects of what goes are cancelled at once, and what takes its place inherits none`(
    action: Root.Action, running: [Int], ticks: [Int]
  ) {
    let store = fullStore()
    var cancelled: [Int] = []
    let observation = store.observe { cancelled += $0.changes.cancelled }
    defer { observation.cancel() }
    store.send(action)
    #expect(cancelled == Array(Set(1...5).subtracting(running)).sorted())
    #expect(store.running.map(\.number) == running)
    simulation.advance(by: .seconds(2))
    #expect(store.state.path.map(\.timer.ticks) == ticks)
    #expect(store.state.tick.ticks == 2)
    if !running.contains(5) { #expect(store.state.path.allSatisfy { $0.sheet?.ticks ?? 0 == 0 }) }
  }

  @Test func `recorded replies reach their screens in a replay, after the removal of a screen`()
    throws
  {
    let store = fullStore()
    var recorded: [Root.Action] = []
    let observation = store.observe { $0.step.map { recorded.append($0.action) } }
    defer { observation.cancel() }
    var replayed = store.state
    simulation.advance(by: .seconds(1))
    store.send(.remove(1))
    simulation.advance(by: .seconds(2))
    store.send(.remove(0))
    simulation.advance(by: .seconds(1))
    let reducer = Root(clock: simulation.clock)
    for action in recorded { _ = reducer.reduce(into: &replayed, action: try action.decodedCopy()) }
    #expect(replayed == store.state)
    #expect(replayed.path.map(\.timer.ticks) == [4] && replayed.path.ids == [2])
  }

  @Test(arguments: [
    (Root.Action.screen(2, .closeAndTick), [1]), (.screen(1, .sheet(.reopenAndTick)), [0, 1, 0]),
  ])
  func `a follow-up is dropped with its screen, and not reduced by what takes its place`(
    action: Root.Action, expected: [Int]
  ) {
    let store = fullStore()
    var dropped: [Int] = []
    let observation = store.observe { dropped.append($0.changes.dropped.count) }
    defer { observation.cancel() }
    store.send(action)
    #expect(dropped == expected)
    #expect(store.state.lastSeen == nil && store.state.path[1].sheet?.ticks == 0)
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

  @Test func `an action of a person or a record for a screen that is not there is refused whole`() {
    let store = store(Root.State(path: [.init(), .init()]))
    let before = store.state
    let issues = runtimeIssues {
      store.send(.screen(7, .timer(.tick)))
      store.send(.screen(1, .sheet(.tick)), origin: .replay)
    }
    #expect(store.state == before)
    #expect(
      issues.map(\.message) == [
        #""path" (action 1) is for a screen that is not there: screen #7 is not in \State.path: "#
          + "it holds #0 State, #1 State.",
        #""path" (action 2) is for a screen that is not there: \State.sheet is nil: it was "#
          + "dismissed, or never shown.",
      ])
  }

  @Test func `an action of an effect or a reducer for a screen that is not there is reported`() {
    let store = store(Root.State())
    var missing: [String] = []
    let observation = store.observe {
      if case .undelivered(let screen) = $0.step?.outcome { missing.append("\(screen)") }
    }
    defer { observation.cancel() }
    let issues = runtimeIssues {
      store.send(.tickTop)
      simulation.drain()
    }
    let text = #"screen #0 is not in \State.path: it is empty"#
    #expect(missing == [text, text])
    #expect(
      issues.map(\.message)
        == [2, 3].map { "\"path\" (action \($0)) is for a screen that is not there: \(text)." })
    #expect(store.state == Root.State())
  }
}

extension Root.Action {
  /// The action with the id that a journal has: without a generation.
  fileprivate func decodedCopy() throws -> Self {
    guard case .path(.element(let id, let action)) = self else { return self }
    let copy = try JSONDecoder().decode(StackID.self, from: JSONEncoder().encode(id))
    return .path(.element(id: copy, action: action))
  }
}
