import Cairn
import CairnSimulation
import CairnTesting
import Synchronization
import Testing

/// The parts of the behavior that a test accounts for.
@Suite struct ExhaustivityTests {
  @Test func `with exhaustivity off, a test accounts for nothing`() {
    let texts = notes {
      let store = ticker(.off)
      store.simulation.choices.fix("luck", "good")
      store.send(.start)
      store.advance(by: .seconds(1))
      store.finish()
      #expect(store.state == Ticker.State(isRunning: true, ticks: 1))
    }
    #expect(texts == [])
  }

  @Test func `with exhaustivity off, unreceived actions are reduced first, in order`() {
    let store = ticker(.off)
    store.send(.start)
    store.advance(by: .seconds(2))
    store.expect(\.ticks, 0)
    store.send(.tick) { $0.ticks = 3 }
    store.advance(by: .seconds(1))
    store.advance(by: .seconds(1))
    store.expect(\.ticks, 4)
    #expect(store.actionCount == 6)
  }

  @Test func `with exhaustivity off, an action that no effect sends is a failure`() {
    let store = ticker(.off)
    store.send(.start)
    store.advance(by: .seconds(2))
    expectFailure(
      """
      Expected to receive .celebrate, but effects have sent only other actions, which have been \
      reduced:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      In flight:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: advance by 1.0 seconds, to the next deadline, or correct the reducer.
      """
    ) { store.receive(.celebrate) }
    store.expect(\.ticks, 2)
  }

  @Test func `with exhaustivity off, a closure must set the actual values`() {
    let store = ticker(.off)
    store.send(.start) { $0.ticks = 0 }
    let texts = failures { store.send(.tick) { $0.ticks = 2 } }
    #expect(texts.map { $0.contains("\n  - ticks: 2\n  + ticks: 1\n") } == [true])
  }

  @Test func `several values of the current state are asserted at once`() throws {
    let store = ticker(.off, ticks: 1)
    store.send(.start)
    store.assert {
      $0.isRunning = true
      $0.ticks = 1
    }
    store.advance(by: .seconds(1))
    expectFailure(
      """
      The state is not as expected. (- expected, + actual)
        - isRunning: false
        + isRunning: true
        - ticks: 2
        + ticks: 1
      1 action not yet received:
        .tick
          sent by "ticking" (effect 1, started by action 1: .start)
      Likely causes: the reducer changed, or the test reads the value too early or too late.
      Suggestion: correct the test if the new behavior is intended, otherwise correct the reducer.
      """
    ) { store.assert { $0 = Ticker.State(ticks: 2) } }
  }

  @Test func `with exhaustivity off, a closure may change parts that exist only after the action`()
  {
    let store = library(exhaustivity: .off)
    store.send(.open("birds")) { $0.path[0].marks = [] }
  }

  @Test func `with exhaustivity off, issues still fail the test`() {
    let luck: @Sendable () -> Int = unimplemented("luck", returning: 1)
    let store = TestStore(0, exhaustivity: .off) {
      Reduce<Int, Int> { state, _ in
        state = luck()
        return .none
      }
    }
    #expect(failures { store.send(1) }.count == 1)
  }

  @Test func `a block may turn exhaustivity off, and its unreceived actions are received after it`()
  {
    let store = ticker()
    store.withExhaustivity(.off) {
      store.send(.start)
      store.advance(by: .seconds(1))
    }
    #expect(store.exhaustivity == .on)
    store.receive(.tick) { $0.ticks = 1 }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `a block may turn exhaustivity on, also if it throws or suspends`() async {
    struct Broken: Error {}
    let store = ticker(.off)
    #expect(throws: Broken.self) {
      try store.withExhaustivity(.on) { throw Broken() }
    }
    #expect(store.exhaustivity == .off)
    let texts = await store.withExhaustivity(.on) {
      await Task.yield()
      return failures { store.send(.tick) }
    }
    #expect(texts.count == 1)
    #expect(store.exhaustivity == .off)
  }
}

/// Assertions whose closures throw.
@Suite struct ThrowingTests {
  private struct Missing: Error {}

  private func search(_ exhaustivity: Exhaustivity = .on) -> TestStoreOf<Search> {
    TestStore(Search.State(), exhaustivity: exhaustivity) { Search { $0.uppercased() } }
  }

  private func present(_ text: String?) throws -> String {
    guard let text else { throw Missing() }
    return text
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `the error of a closure is thrown after the action`(exhaustivity: Exhaustivity) throws {
    let store = search(exhaustivity)
    #expect(throws: Missing.self) {
      try store.send(.typed("a")) { $0.query = try present(nil) }
    }
    store.expect(\.query, "a")
    #expect(throws: Missing.self) {
      try store.receive(.found("A")) { $0.results = try present(nil) }
    }
    store.expect(\.results, "A")
    try store.send(.typed("b")) { $0.query = try present("b") }
    try store.receive(.found("B")) { $0.results = try present("B") }
    store.finish()
  }

  @Test func `effects run after a closure has thrown`() {
    let begun = Mutex<[Int]>([])
    let store = TestStore(0) {
      Reduce<Int, Int> { state, action in
        state = action
        return .run { send in
          begun.withLock { $0.append(action) }
          if action < 2 { await send(action + 1) }
        }
      }
    }
    #expect(throws: Missing.self) { try store.send(1) { _ in throw Missing() } }
    #expect(begun.withLock { $0 } == [1])
    #expect(throws: Missing.self) { try store.receive(2) { _ in throw Missing() } }
    #expect(begun.withLock { $0 } == [1, 2])
    store.exhaustivity = .off
    #expect(throws: Missing.self) { try store.send(3) { _ in throw Missing() } }
    #expect(begun.withLock { $0 } == [1, 2, 3])
    store.finish()
  }
}

/// Explicitly skipped actions and effects, and failures about them, word for word.
@Suite struct SkippingTests {
  @Test func `the actions of effects are skipped, and all actions that follow`() {
    let store = ticker(ticks: 1)
    store.send(.start) { $0.isRunning = true }
    store.advance(by: .seconds(2))
    store.skipReceived()
    store.expect(\.ticks, 3)
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }

  @Test func `effects in flight are cancelled, and send no more actions`() {
    let store = ticker()
    store.send(.start) { $0.isRunning = true }
    store.send(.listen)
    store.skipInFlight()
    store.advance(by: .seconds(10))
    store.finish()
    #expect(store.actionCount == 2)
  }

  @Test func `there is no action or effect to skip`() {
    let store = ticker()
    expectFailure(
      """
      There is nothing to skip: no effect is in flight.
      Likely causes: the effect was not started, has ended, or was cancelled.
      Suggestion: remove this `skipInFlight()`, or correct the reducer.
      """
    ) { store.skipInFlight() }
    store.send(.start) { $0.isRunning = true }
    expectFailure(
      """
      There is nothing to skip: no effect has sent an action.
      In flight:
        "ticking" (effect 1, started by action 1: .start)
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: remove this `skipReceived()`, or advance the clock first.
      """
    ) { store.skipReceived() }
    store.send(.stop) { $0.isRunning = false }
    store.finish()
  }
}

#if compiler(>=6.3)
  /// Notes about skipped parts, word for word.
  @Suite struct SkippedTextTests {
    @Test func `the skipped changes and actions are shown, and fail nothing`() {
      let texts = notes {
        let store = ticker(.off(showSkipped: true))
        store.send(.start) { $0.isRunning = true }
        store.advance(by: .seconds(2))
        store.send(.stop)
        store.finish()
      }
      #expect(
        texts == [
          """
          Skipped: the state changed after .start was sent, and the test may not assert the whole change.
            - isRunning: false
            + isRunning: true
              (1 unchanged)
          """,
          """
          Skipped: 2 actions from effects were reduced and not received before sending .stop.
            .tick
              sent by "ticking" (effect 1, started by action 1: .start)
            .tick
              sent by "ticking" (effect 1, started by action 1: .start)
          The state changed:
            - ticks: 0
            + ticks: 2
              (1 unchanged)
          """,
          """
          Skipped: the state changed after .stop was sent, and the test does not assert the change.
            - isRunning: true
            + isRunning: false
              (1 unchanged)
          """,
        ])
    }

    @Test func `the actions before an expected action, and explicitly skipped ones, are shown`() {
      let texts = [
        notes {
          let store = running(at: 2)
          store.receive(.celebrate)
          store.skipInFlight()
        }[0],
        notes { running(at: 2).skipReceived() }[0],
      ]
      #expect(
        texts == [
          """
          Skipped: 1 action from effects was reduced and not received before receiving .celebrate.
            .tick
              sent by "ticking" (effect 1, started by action 1: .start)
          The state changed:
            - ticks: 2
            + ticks: 3
              (1 unchanged)
          """,
          """
          Skipped: 2 actions from effects were reduced and not received.
            .tick
              sent by "ticking" (effect 1, started by action 1: .start)
            .celebrate
              sent by action 2, as a follow-up: .tick
          The state changed:
            - ticks: 2
            + ticks: 3
              (1 unchanged)
          """,
        ])
    }

    /// A store that has sent a tick, and shows what is skipped from now on.
    private func running(at ticks: Int) -> TestStoreOf<Ticker> {
      let store = ticker(ticks: ticks)
      store.send(.start) { $0.isRunning = true }
      store.advance(by: .seconds(1))
      store.exhaustivity = .off(showSkipped: true)
      return store
    }

    @Test func `effects and answers that are left at the end are shown`() {
      let texts = notes {
        let store = ticker()
        store.send(.start) { $0.isRunning = true }
        store.exhaustivity = .off(showSkipped: true)
        store.simulation.choices.fix("luck", "good")
        store.finish()
        store.skipInFlight()
        store.exhaustivity = .off
      }
      let effect = "\n  \"ticking\" (effect 1, started by action 1: .start)"
      #expect(
        texts == [
          "Skipped: 1 effect still in flight at the end of the test." + effect,
          "Skipped: 1 fixed answer not used.\n  \"luck\": \"good\"",
          "Skipped: 1 effect cancelled." + effect,
        ])
    }
  }
#endif
