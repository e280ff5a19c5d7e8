import Cairn
import CairnDump
import CairnSimulation

/// Tests a feature synchronously and exhaustively: every change of state, every action that an
/// effect sends and every effect in flight has to be accounted for.
///
///     @Test func `a saved draft is shown as saved`() {
///       let store = TestStore(Editor.State()) { Editor(storage: .inMemory) }
///       store.send(.saveTapped) { $0.isSaving = true }
///       store.receive(.case(.saved)) { $0.isSaving = false }
///       store.finish()
///     }
///
/// It drives the same engine as the app, in a ``Simulation``: no `await`, no time-out, no sleep,
/// and the same result every time. What an effect sends waits until it is received, and is only
/// then reduced, so state never runs ahead of the test; the effect waits along.
///
/// A store that ends without ``finish(fileID:filePath:line:column:)`` checks the same things then.
public final class TestStore<State: Equatable, Action: Sendable> {
  /// Time and executor of the effects; its clock goes to the reducer.
  public let simulation: Simulation

  let store: Store<State, Action>
  private let origin: CallSite
  /// What went wrong since the last report, in the engine's own words.
  private let mistakes = MistakeLog()
  /// The time that ``advance(by:fileID:filePath:line:column:)`` was told to reach.
  private var target: VirtualClock.Instant
  private var isFinished = false

  /// - Parameter simulation: the one whose clock the reducer was given, if it was given one.
  public init(
    _ state: State,
    simulation: Simulation = Simulation(),
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.simulation = simulation
    store = Store(state, executor: simulation.executor, isolation: nil, reducer: reducer)
    origin = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    target = simulation.clock.now
  }

  deinit {
    if !isFinished { checkNothingIsLeft(at: origin) }
  }

  /// The state after the last action that was sent or received.
  public var state: State { store.state }

  /// Sends an action as the app's user would, and compares the state with what `change` makes of
  /// the state before. Without `change` the state must stay as it is.
  ///
  /// It fails while actions of effects are unreceived; those are then reduced first.
  public func send(
    _ action: Action,
    change: ((inout State) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(at: site)
    if store.hasQueued {
      report(FailureText.unreceived(store.queued, before: "sending \(dumped(action))"), at: site)
      while step() != nil {}
    }
    let before = store.state
    store.enqueue(action)
    step()
    compare(before, change, after: "\(dumped(action)) was sent", at: site)
    settle(at: site)
  }

  /// Reduces the next action that an effect has sent, which must be the one expected, and compares
  /// the state with what `change` makes of the state before.
  ///
  /// There is no waiting: when nothing is ready, the answer is known at once.
  public func receive(
    _ expected: ActionMatcher<Action>,
    change: ((inout State) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(at: site)
    let before = store.state
    guard let received = step() else {
      let sleep = simulation.nextDeadline.map { simulation.clock.now.duration(to: $0) }
      return report(
        FailureText.nothingReceived(
          expected.description, store.running, nextIn: sleep,
          outside: store.running.compactMap(outside)),
        at: site)
    }
    guard expected.matches(received.action) else {
      let text = FailureText.unexpected(received, expected: expected.description)
      report(text, at: site)
      return settle(at: site)
    }
    compare(before, change, after: "\(dumped(received.action)) was received", at: site)
    settle(at: site)
  }

  /// Lets virtual time pass.
  ///
  /// Where an effect sends something on the way, time stands still there until it is received, and
  /// then goes on by what is left.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(at: site)
    if store.hasQueued {
      report(FailureText.unreceived(store.queued, before: "advancing by \(duration)"), at: site)
      while step() != nil {}
    }
    target = simulation.clock.now.advanced(by: duration)
    settle(at: site)
  }

  /// Checks that nothing is left: no action unreceived and no effect but background ones in flight.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    isFinished = true
    checkNothingIsLeft(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func checkNothingIsLeft(at site: CallSite) {
    settle(at: site)
    if store.hasQueued {
      report(FailureText.unreceived(store.queued, before: "the end of the test"), at: site)
    }
    let running = store.running.filter { !$0.isBackground }
    let inside = running.filter { outside($0) == nil }
    if !inside.isEmpty { report(FailureText.running(inside), at: site) }
    for mistake in running.compactMap(outside) { report(mistake.description, at: site) }
    let undrawn = simulation.choices.undrawn
    if !undrawn.isEmpty { report(FailureText.undrawn(undrawn), at: site) }
  }

  /// Runs effects, and time up to the target, until an action waits to be received, and reports
  /// the mistakes that the engine has found since the last time.
  func settle(at site: CallSite) {
    Mistake.$reporter.withValue(.init(mistakes.append), operation: settle)
    for mistake in mistakes.takeAll() { report(mistake.description, at: site) }
  }

  private func settle() {
    repeat {
      simulation.runJobs()
      store.collect()
    } while !store.hasQueued && simulation.wakeNext(upTo: target)
    if !store.hasQueued { simulation.move(to: target) }
  }

  /// Reduces the next action; the effects that it starts note their mistakes in the same log.
  @discardableResult
  private func step() -> Step<Action>? {
    Mistake.$reporter.withValue(.init(mistakes.append), operation: store.step)
  }

  private func compare(
    _ before: State, _ change: ((inout State) -> Void)?, after event: String, at site: CallSite
  ) {
    var expected = before
    change?(&expected)
    let actual = store.state
    if actual != expected {
      let text =
        change == nil
        ? FailureText.unassertedChange(from: before, to: actual, after: event)
        : FailureText.wrongChange(expected: expected, actual: actual, after: event)
      report(text, at: site)
    } else if change != nil && expected == before {
      report(FailureText.noChange(after: event), at: site)
    }
  }

  func report(_ text: String, at site: CallSite) {
    fail(text + (simulation.seed.map(FailureText.underSeed) ?? ""), at: site)
  }
}
