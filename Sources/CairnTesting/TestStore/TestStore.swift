import Cairn
import CairnSimulation

/// A store for exhaustive, synchronous tests of a feature: a test accounts for every change of the
/// state, every action that an effect sends, and every effect in flight.
///
///     @Test func `a saved draft is shown as saved`() {
///       let store = TestStore(Editor.State()) { Editor(storage: .inMemory) }
///       store.send(.saveTapped) { $0.isSaving = true }
///       store.receive(.saved) { $0.isSaving = false }
///       store.finish()
///     }
///
/// A test store runs the same engine as the app, in a ``Simulation``: no `await`, no time-out, no
/// sleep, and the same result in every run. An action that an effect sends is reduced when the test
/// receives it, and the effect waits until then. Therefore the state never runs ahead of the test.
///
/// A store that is released without a call of ``finish(fileID:filePath:line:column:)`` performs the
/// checks of that method.
///
/// Test stores share nothing, and tests can run in parallel. A feature holds its dependencies, and
/// each test passes its own dependencies to the reducer. A test store is not `Sendable`, and stays
/// in the isolation that created it; the test may be synchronous or asynchronous, in Swift Testing
/// or in XCTest.
///
/// - Complexity: An assertion that holds costs the reduction, a copy of the state and two
///   comparisons. Text is generated only for a failure or a note.
public final class TestStore<State: Equatable, Action: Sendable> {
  /// The simulation that runs the effects. Its clock is the clock of the reducer.
  public let simulation: Simulation

  /// The parts of the behavior that the test accounts for from now on.
  public var exhaustivity: Exhaustivity

  @usableFromInline let store: Store<State, Action>
  @usableFromInline let log: EventLog<State, Action>
  /// The issues that the engine has reported since the last failure.
  @usableFromInline let issues = RuntimeIssueLog()
  /// Appends to `issues`.
  @usableFromInline let reporter: RuntimeIssue.Reporter
  /// The end of the last ``advance(by:fileID:filePath:line:column:)``.
  var target: VirtualClock.Instant
  /// Handles on the effects of the sent actions, by number, until a step leaves the store at rest.
  @usableFromInline var sendTasks: [Int: SendTask] = [:]
  /// Whether the test has accounted for the dismissal of the feature, or its failure is reported.
  var isDismissalChecked = false
  /// The call in which the feature dismissed itself.
  var dismissalSite: CallSite?
  /// Whether nothing has happened since the checks of `finish()`.
  var isFinished = false
  private let origin: CallSite

  /// Creates a test store.
  ///
  /// - Parameter simulation: The simulation whose clock the reducer has, if it has one.
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
      Store(nonisolated: state, executor: simulation.executor, reducer: reducer),
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
    store.joinSimulation(repliesAtOnce: !simulation.isDecided)
    log = EventLog(store)
    target = simulation.clock.time
  }

  deinit {
    if !isFinished { checkNothingIsLeft(at: origin) }
  }

  /// The state after the last action that was sent or received.
  public var state: State { store.untrackedState }

  /// The number of reduced actions and dismissals, sent and received, including those whose screen no longer exists.
  public var actionCount: Int { store.actionCount }

  /// The effects in flight, background effects excluded, in the order in which they were started. An effect that
  /// waits until the test receives its action is one of them.
  ///
  ///     #expect(store.effects.map(\.name) == ["save"])
  public var effects: [RunningEffect<Action>] { store.shownEffects.filter { !$0.isBackground } }

  /// Checks one value of the current state.
  ///
  ///     store.expect(\.cart.total, 42)
  ///
  /// Actions that are not yet received have not changed the value.
  public func expect<Value: Equatable>(
    _ path: KeyPath<State, Value>, _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let actual = state[keyPath: path]
    guard _Kernel.$comparesValuesOnly.withValue(true, operation: { actual != value }) else {
      return
    }
    report(
      FailureText.wrongValue(
        _Kernel.text(of: path), expected: value, actual: actual, unreceived: store.queueEntries),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks several values of the current state: `change`, applied to it, must change nothing.
  ///
  ///     store.assert { $0.name = "Ada"; $0.isSaving = false }
  ///
  /// Like ``expect(_:_:fileID:filePath:line:column:)``, this method is of use with exhaustivity off. If
  /// `change` throws, this method throws its error and compares nothing.
  public func assert(
    _ change: (inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) rethrows {
    var expected = state
    try change(&expected)
    let isOther = _Kernel.$comparesValuesOnly.withValue(true) { state != expected }
    guard isOther else { return }
    report(
      FailureText.wrongValue(
        "The state", expected: expected, actual: state, unreceived: store.queueEntries),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func report(_ text: String, at site: CallSite) {
    fail(text + (simulation.seed.map(FailureText.underSeed) ?? ""), at: site)
  }
}

/// The test store of a feature.
///
///     let store: TestStoreOf<Editor> = TestStore(Editor.State()) { Editor(storage: .inMemory) }
public typealias TestStoreOf<Feature: Reducer> = TestStore<Feature.State, Feature.Action>
where Feature.State: Equatable

/// The parts of the behavior that a test accounts for.
public enum Exhaustivity: Sendable, Equatable {
  /// Everything: every change of the state, every action that an effect sends, every effect in
  /// flight at the end, and every fixed answer.
  case on

  /// The assertions of the test only. With `showSkipped`, notes report the rest without failing the
  /// test.
  case off(showSkipped: Bool)

  /// The assertions of the test only, without notes.
  public static let off = Exhaustivity.off(showSkipped: false)
}
