import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Failures about screens that were dismissed, word for word.
@Suite struct ScreenFailureTests {
  typealias Case = FailureCase<Library.State, Library.Action>

  static let cases: [Case] = [
    Case(
      "an action is sent for a screen that no longer exists", { library("birds") },
      after: { $0.send(.page(0, .back)) { $0.path.pop() } }, { $0.send(.page(0, .appeared)) },
      """
      "path" (action 2) is for a screen that is not there: screen #0 is not in \\State.path: it is \
      empty.
      Likely causes:
        - the screen was popped or dismissed before the action was sent
        - the action was built with the id of another stack or from an old state
      Suggestion: send the action only while its screen is in the state.
      """),
    Case(
      "an action is received for a screen that no longer exists", { library("birds") },
      after: { store in
        store.send(.refresh(0))
        store.send(.page(0, .back)) { $0.path.pop() }
        store.advance(by: .seconds(1))
      }, { $0.receive(.page(0, .loaded("fresh"))) },
      undelivered("The received")),
    Case(
      "nothing is received from an effect that ended with its screen", { library("birds") },
      after: { store in
        store.send(.page(0, .appeared))
        store.send(.page(0, .back)) { $0.path.pop() }
        store.expect(\.path.count, 0)
        store.advance(by: .seconds(1))
      }, { $0.receive(.page(0, .loaded("all about birds"))) },
      """
      Expected to receive .path(.element(id: #0, action: .loaded("all about birds"))), but the \
      effects that could send it were cancelled:
        "load" (effect 1, started by action 1: .path(.element(id: #0, action: .appeared)))
          when .path(.element(id: #0, action: .back)) was reduced
      Likely causes: the screen of the effect was popped or dismissed, the effect was cancelled by \
      its id, or it was not started.
      Suggestion: remove this `receive`, or correct the reducer.
      """),
    Case(
      "nothing is received from an effect that ended with its screen, while others continue",
      { library("birds", "owls") },
      after: { store in
        for id in [0, 1] as [StackID] { store.send(.page(id, .appeared)) }
        store.send(.page(1, .back)) { $0.path.pop() }
      }, { $0.receive(.page(1, .loaded("all about owls"))) },
      """
      Expected to receive .path(.element(id: #1, action: .loaded("all about owls"))), but no effect \
      has sent an action.
      In flight:
        "load" (effect 1, started by action 1: .path(.element(id: #0, action: .appeared)))
      Cancelled:
        "load" (effect 2, started by action 2: .path(.element(id: #1, action: .appeared)))
          when .path(.element(id: #1, action: .back)) was reduced
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: advance by 1.0 seconds, to the next deadline, or correct the reducer.
      """),
    Case(
      "an action is dropped with its screen before it is received", { library("birds") },
      after: { store in
        store.send(.page(0, .leave))
        store.receive(.page(0, .back)) { $0.path.pop() }
      }, { $0.receive(.page(0, .mark(0))) },
      """
      Expected to receive an action that was dropped when .path(.element(id: #0, action: .back)) \
      was reduced:
        .path(.element(id: #0, action: .mark(0)))
      Likely causes: the screen that sent it was popped or dismissed, or its effect was cancelled.
      Suggestion: remove this `receive`, or correct the reducer.
      """),
  ]

  @Test(arguments: cases) func `a failure about a screen`(_ expected: Case) {
    expected.expectFailure()
  }

  @Test func `an action that is not received yet is not one that was dropped long before`() {
    let store = library("birds")
    store.send(.page(0, .leave))
    store.receive(.page(0, .back)) { $0.path.pop() }
    store.send(.open("owls")) { $0.path.push(.init(title: "owls")) }
    store.send(.page(0, .appeared))
    let texts = failures { store.receive(.case(.path)) }
    #expect(texts.map { $0.contains("advance by 1.0 seconds") } == [true])
    store.skipInFlight()
    store.finish()
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `a skipped action for a screen that no longer exists is a failure`(
    exhaustivity: Exhaustivity
  ) {
    expectFailure(Self.skipped) {
      let store = refreshedTooLate(exhaustivity)
      store.skipReceived()
      store.finish()
    }
  }

  @Test func `with exhaustivity off, each call that skips an action reports its missing screen`() {
    let calls: [(name: String, call: (TestStoreOf<Library>) -> Void)] = [
      ("finish", { $0.finish() }), ("send", { $0.send(.open("owls")) }),
      ("advance", { $0.advance(by: .seconds(1)) }), ("skipInFlight", { $0.skipInFlight() }),
    ]
    for (name, call) in calls {
      #expect(failures { call(refreshedTooLate(.off)) } == [Self.skipped], "\(name)")
    }
    let store = library("birds", "owls", exhaustivity: .off)
    store.send(.refresh(1))
    store.send(.page(0, .appeared))
    store.send(.page(1, .back))
    store.advance(by: .seconds(1))
    let texts = failures { store.receive(.page(0, .loaded("all about birds"))) }
    #expect(texts.map { $0.hasPrefix("A skipped action is for a screen") } == [true])
  }

  /// A store whose next action is for a page that was dismissed.
  private func refreshedTooLate(_ exhaustivity: Exhaustivity) -> TestStoreOf<Library> {
    let store = library("birds", exhaustivity: exhaustivity)
    store.send(.refresh(0))
    store.send(.page(0, .back)) { $0.path.pop() }
    store.advance(by: .seconds(1))
    return store
  }

  private static let skipped = undelivered("A skipped")

  /// The failure about an action of an effect whose page was dismissed.
  private static func undelivered(_ which: String) -> String {
    """
    \(which) action is for a screen that is not in the state: screen #0 is not in \\State.path: it \
    is empty.
      .path(.element(id: #0, action: .loaded("fresh")))
        sent by "refresh" (effect 1, started by action 1: .refresh(#0))
    Likely causes: the screen was popped or dismissed while the effect was running, and the effect \
    does not belong to the screen.
    Suggestion: start the effect in the reducer of the screen, which cancels it with the screen, or \
    correct the reducer.
    """
  }
}

/// Failures with long values and many actions.
@Suite struct FailureLayoutTests {
  typealias Case = FailureCase<Library.State, Library.Action>

  private static let long = String(repeating: "w", count: 3_000)
  private static let unasserted = """
    Likely causes: the change is new, or the test does not assert it.
    Suggestion: pass a closure that makes this change, or correct the reducer.
    """

  static let cases: [Case] = [
    Case(
      "long values are truncated, and the missing characters are counted", { library() },
      { $0.send(.open(long)) },
      """
      The state changed after .open("\(long.prefix(193))… 2,809 more characters was sent, but the \
      test expects no change.
        + path[0]: Page.State(
        +   title: "\(long.prefix(1_978))… 1,052 more characters
          (1 unchanged)
      \(unasserted)
      """),
    Case(
      "an action of several lines is shown on one", { library("birds") },
      { $0.send(.page(0, .loaded(String(long.prefix(70))))) { $0.path[0].text = nil } },
      """
      The state is not as expected after .path(.element(…)) was sent. (- expected, + actual)
        - path[0].text: nil
        + path[0].text: "\(long.prefix(70))"
          (unchanged: 1 at the root, 2 in path[0])
      Likely causes: the reducer changed, or the closure makes a different change.
      Suggestion: correct the closure if the new behavior is intended, otherwise correct the reducer.
      """),
  ]

  @Test(arguments: cases) func `a long failure`(_ expected: Case) { expected.expectFailure() }

  @Test func `the first of many actions are listed, and the others counted`() {
    let store = TestStore(0) {
      Reduce<Int, Int> { _, action in
        action == 0 ? .merge((1...23).map { .send($0) }) : .none
      }
    }
    store.send(0)
    expectFailure(
      """
      23 actions from effects must be received before the end of the test:
      \((1...20).map { "  \($0)\n    sent by action 1, as a follow-up: 0\n" }.joined())\
        … 3 more
      Likely causes: an effect sends more actions than the test expects, or a `receive` is missing.
      Suggestion: receive these actions in this order, or skip them with `skipReceived()`.
      """
    ) { store.finish() }
  }
}

/// Runtime issues fail the test in which they are reported, word for word.
@Suite struct RuntimeIssueFailureTests {
  @Test func `a dependency that is not implemented gives its value, and fails the test`() {
    let today: @Sendable () -> Int = unimplemented("Calendar.today", returning: 7)
    let day: @Sendable (String, Int) async -> Int = unimplemented("Calendar.today", returning: 7)
    let save: @Sendable (Int) -> Void = unimplemented("Calendar.today")
    let text = """
      Calendar.today was called, and is not implemented here.
      Likely causes:
        - the feature uses a dependency that the test does not provide
        - the feature does more than the test expects
      Suggestion: give the feature a stand-in for Calendar.today, or correct the feature.
      """
    let store = TestStore(0) {
      Reduce<Int, Bool> { state, waits in
        state += today()
        return waits ? .run { _ in save(await day("a", 1)) } : .none
      }
    }
    expectFailure(text) { store.send(false) { $0 = 7 } }
    expectFailures([text, text, text]) { store.send(true) { $0 = 14 } }
    expectFailure(text) { store.send(false) { $0 = 21 } }
    store.finish()
  }

  @Test(arguments: ["cancel", "skip", "dismiss"])
  func `a dependency that is used when an effect is cancelled fails the test`(by step: String) {
    let close: @Sendable () -> Void = unimplemented("Socket.close")
    let simulation = Simulation()
    let store = TestStore(0, simulation: simulation) {
      Reduce<Int, Bool> { [clock = simulation.clock] _, opens in
        guard opens else { return .dismiss }
        return .run { _ in
          try await withTaskCancellationHandler {
            try await clock.sleep(for: .seconds(1))
          } onCancel: {
            close()
          }
        }
      }
    }
    let task = store.send(true)
    let texts = failures {
      switch step {
      case "cancel": task.cancel()
      case "skip": store.skipInFlight()
      default:
        store.send(false)
        store.expectDismissal()
      }
    }
    #expect(texts.map { $0.hasPrefix("Socket.close was called") } == [true])
    store.finish()
  }

  @Test func `an error that an effect does not catch fails the test`() {
    struct Offline: Error {}
    expectFailure(
      """
      The effect "loading" (effect 1, started by action 1: 1) threw Offline().
      Likely causes:
        - its operation calls something that throws, and the effect has no `catch:`
      Suggestion: give the effect a `catch:` that sends an action, or handle the error in it.
      """
    ) {
      let store = TestStore(0) {
        Reduce<Int, Int> { _, _ in .run(name: "loading") { _ in throw Offline() } }
      }
      store.send(1)
      store.finish()
    }
  }
}
