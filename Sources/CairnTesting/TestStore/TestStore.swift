import Cairn
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
///
/// Nothing is shared between two of them: tests run in parallel. What the feature needs of the world
/// it holds, so each test gives it what that test wants when it makes the reducer. A test store
/// belongs to whoever made it, in a synchronous test or an asynchronous one, of Swift Testing or of
/// XCTest: it is not `Sendable`.
///
/// An assertion that holds costs the reduction, a copy of the state and two comparisons of it. No
/// text is made before there is something to say.
public final class TestStore<State: Equatable, Action: Sendable> {
  /// Time and executor of the effects; its clock goes to the reducer.
  public let simulation: Simulation

  /// How much the test has to account for from now on.
  public var exhaustivity: Exhaustivity

  @usableFromInline let store: Store<State, Action>
  /// The last step that had consequences beyond the change of the state.
  @usableFromInline let lastStep = LastStep<Action>()
  /// What went wrong since the last report, in the engine's own words.
  @usableFromInline let issues = RuntimeIssueLog()
  /// Leads to them.
  @usableFromInline let reporter: RuntimeIssue.Reporter
  /// The time that ``advance(by:fileID:filePath:line:column:)`` was told to reach.
  @usableFromInline var target: VirtualClock.Instant
  /// What was cancelled, to be told when a test waits for it.
  var cancellations = Cancellations<Action>()
  /// Whether nothing has happened since it was checked that nothing is left.
  @usableFromInline var isFinished = false
  private let origin: CallSite

  /// - Parameter simulation: the one whose clock the reducer was given, if it was given one.
  @inlinable
  public convenience init(
    _ state: State,
    exhaustivity: Exhaustivity = .on,
    simulation: Simulation = Simulation(),
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      Store(state, executor: simulation.executor, isolation: nil, reducer: reducer),
      exhaustivity, simulation,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @usableFromInline
  init(
    _ store: Store<State, Action>, _ exhaustivity: Exhaustivity, _ simulation: Simulation,
    at origin: CallSite
  ) {
    self.store = store
    self.exhaustivity = exhaustivity
    self.simulation = simulation
    self.origin = origin
    reporter = RuntimeIssue.Reporter(issues.append)
    store.startStepping { [lastStep] in lastStep.step = $0 }
    target = simulation.clock.now
  }

  deinit {
    if !isFinished { checkNothingIsLeft(at: origin) }
  }

  /// The state after the last action that was sent or received.
  @inlinable
  public var state: State { store.state }

  /// How many actions have been reduced so far, sent and received; one that was for a screen that is
  /// gone counts too.
  public var actionCount: Int { store.actionCount }

  func report(_ text: String, at site: CallSite) {
    fail(text + (simulation.seed.map(FailureText.underSeed) ?? ""), at: site)
  }
}

@usableFromInline
final class LastStep<Action: Sendable> {
  @usableFromInline var step: Step<Action>?

  @usableFromInline
  init() {}
}
