import Cairn
import CairnApp
import CairnDump
import CairnSimulation
import Foundation

/// Writes every action as a line of JSON before the app reduces it.
///
///     let journal = JournalWriter<Counter>(coding: ActionCoding()) { line in file.append(line) }
///     journal.begin(JournalHeader(of: CounterApp.self, world: .real, options: []))
///     let driver = Driver(app, in: simulation, journal: journal)
///
/// An action that crashes the process is therefore in the last line. Secrets are written as
/// placeholders, never as text. Everything else in an action is written as the action encodes it.
///
/// In the real world a journal begins anew when the app leaves a sealed state and is then in the state of
/// one of its starts: after a sign-out the file has nothing of the former user.
public final class JournalWriter<Root: Reducer> where Root.State: Equatable {
  private let coding: ActionCoding<Root.Action>
  private let write: (String) -> Void
  private let clear: (() -> Void)?
  private let names = Guarded(SecretNames())
  private var isBroken = false
  private var header: JournalHeader?
  /// The number of events of the driver.
  private var count = 0
  /// The number of events that are no entries, because the journal has begun anew since.
  private var forgottenCount = 0

  /// - Parameters:
  ///   - write: stores a line, which includes its line end, before it returns.
  ///   - clear: removes all stored lines; `nil` if that is not possible.
  public init(
    coding: ActionCoding<Root.Action>, write: @escaping (String) -> Void,
    clear: (() -> Void)? = nil
  ) {
    self.coding = coding
    self.write = write
    self.clear = clear
  }

  /// Writes the first line.
  public func begin(_ header: JournalHeader) {
    self.header = header
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    append { String(decoding: try encoder.encode(header), as: UTF8.self).jsonSafe }
  }

  /// Writes an event, with the state before it and the time since the start.
  public func record(_ event: DriverEvent<Root.Action>, in state: Root.State, at time: Duration) {
    count += 1
    // The state of a forgotten event is not restored: a tool that passes a sealed state forgets the
    // states before it.
    let event: DriverEvent<Root.Action> =
      if case .restored(let number) = event { .restored(number - forgottenCount) } else { event }
    write(
      JournalEntry(
        number: count - forgottenCount, time: time.notation, state: stateDigest(of: state),
        event: event))
  }

  private func write(_ entry: JournalEntry<Root.Action>) {
    let secrets = SecretCoding { [names] secret in
      secret.isEmpty ? "" : names.withLock { $0.placeholder(for: secret).text }
    } secret: { text in
      throw SecretsFileError("\(text) cannot be decoded by a writer")
    }
    append { try coding.encode(entry, secrets) }
  }

  /// Removes all entries, and writes those that lead from the launch of the app to its present state.
  private func beginAnew(with entries: [JournalEntry<Root.Action>]) {
    guard var header, let clear, !isBroken else { return }
    clear()
    // A number, or its repetition, would tell of the secrets before.
    names.withLock { $0 = SecretNames() }
    header.sealed = true
    begin(header)
    forgottenCount = count - entries.count
    entries.forEach(write)
  }

  /// A function that receives the state after each action, and begins the journal anew after sealed
  /// states; `nil` if the journal never does.
  func forgettingSealed<A: App>(_ app: A) -> ((Root.State) -> Void)? where A.Root == Root {
    guard clear != nil, let header, header.start == nil else { return nil }
    let starts = JournalStart.all(of: app, options: header.options)
    var wasSealed = A.isSealed(app.state)
    return { [unowned self] state in
      defer { wasSealed = A.isSealed(state) }
      guard wasSealed, !A.isSealed(state) else { return }
      // The version of a file that a value is in does not matter.
      let start = _Kernel.$comparesValuesOnly.withValue(true) {
        starts.first { $0.state == state }
      }
      if let start { beginAnew(with: start.entries) }
    }
  }

  private func append(_ line: () throws -> String) {
    guard !isBroken else { return }
    do {
      write(try line() + "\n")
    } catch {
      isBroken = true
      RuntimeIssue.report(
        RuntimeIssue(
          "An action cannot be encoded, and the journal ends before it: \(error)",
          causes: ["the action encodes a value that JSON cannot represent"],
          suggestion: "use only values in the action that can be encoded and decoded."))
    }
  }
}

extension Driver {
  /// Starts the app and writes every event to the journal, which has its first line already.
  public convenience init<A: App>(
    _ app: A, in simulation: Simulation, journal: JournalWriter<Root>?
  ) where A.Root == Root {
    self.init(app, in: simulation, journal: journal, follower: nil)
  }

  package convenience init<A: App>(
    _ app: A, in simulation: Simulation, journal: JournalWriter<Root>?,
    follower: (any DriverFollower<State, Action>)?, visit: ((State) -> Void)? = nil
  ) where A.Root == Root {
    let afterwards = journal?.forgettingSealed(app)
    self.init(
      app, in: simulation, observer: journal?.record, afterwards: afterwards, follower: follower,
      visit: visit)
  }
}

/// A path from the launch of an app to a state without a past: the actions of one of its starts.
struct JournalStart<Root: Reducer> where Root.State: Equatable {
  private(set) var state: Root.State
  private(set) var entries: [JournalEntry<Root.Action>] = []

  /// The ways from the state of `app` to the states of its starts.
  ///
  /// The actions are those of a simulated world. They are reduced again here without their effects, as in
  /// a replay, so that the entries always lead to `state`.
  /// Options that only the real world accepts are left out.
  static func all<A: App>(of app: A, options: [String]) -> [JournalStart] where A.Root == Root {
    // Nobody has asked for these runs: their reports would not be understood.
    RuntimeIssue.$reporter.withValue(RuntimeIssue.Reporter { _ in }) {
      [JournalStart(state: app.state)] + A.starts.compactMap { JournalStart(app, $0, options) }
    }
  }

  private init(state: Root.State) { self.state = state }

  private init?<A: App>(_ app: A, _ start: String, _ options: [String]) where A.Root == Root {
    func launch(_ words: [String], in simulation: Simulation) -> A? {
      guard let values = try? OptionValues(words, among: A.options) else { return nil }
      return try? A(Launch(.simulated(start: start), options: values, in: simulation))
    }
    let accepted = options.filter { launch([$0], in: Simulation()) != nil }
    let simulation = Simulation()
    guard let simulated = launch(accepted, in: simulation) else { return nil }
    var events: [(event: DriverEvent<Root.Action>, time: Duration)] = []
    let driver = Driver(simulated, in: simulation) { event, _, time in
      events.append((event, time))
    }
    // Loading takes time with `--latency`. A repeating effect never ends.
    for _ in 0..<100 where !driver.effects.isEmpty {
      guard let next = simulation.nextDeadline else { break }
      simulation.advance(by: simulation.clock.time.duration(to: next))
    }
    self.init(state: app.state)
    let reducer = app.reducer
    for (event, time) in events {
      entries.append(
        JournalEntry(
          number: entries.count + 1, time: time.notation, state: stateDigest(of: state),
          event: event))
      event.reduce(with: reducer, into: &state)
    }
  }
}

extension DriverEvent {
  /// Reduces an action or a dismissal again, without its effects.
  func reduce<Root: Reducer>(
    with reducer: Root, into state: inout Root.State
  ) where Root.Action == Action {
    switch self {
    case .action(let action, from: _): _ = reducer.reduce(into: &state, action: action)
    case .dismissal(let action, let depth):
      _ = reducer.dismissRecipient(of: action, scope: .ofAnyFeature(depth: depth), in: &state)
    case .restart, .restored, .end: break
    }
  }
}
