import Cairn
import CairnDump

/// The result of a search: numbers and verdicts.
///
///     exploration.states                     // 16
///     exploration["four litres"]?.trace      // a shortest trace to the state
///     print(exploration)
///
/// The description contains no times, so that the same search has the same description.
public struct Exploration<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline var search: Search<State, Action>

  /// The checked properties, in order, with their verdicts.
  public let verdicts: [(property: Property<State, Action>, verdict: Verdict<State, Action>)]

  /// The wall-clock time of the search.
  public let elapsed: Duration

  /// The number of states, the initial ones included.
  public var states: Int { search.space.count }

  /// The number of steps, those that change nothing included.
  public var transitions: Int { search.transitions }

  /// The number of steps to the state that is furthest from an initial state.
  public var depth: Int { search.space.depth }

  /// The bound that ended the search; `nil` if every reachable state was visited.
  public var limit: Limit? { search.limit }

  /// States per second of wall-clock time.
  public var statesPerSecond: Double { Double(states) / max(elapsed / .seconds(1), 1e-9) }

  /// The memory for each state and its parent, without the memory that states refer to.
  public var bytesPerState: Double { Double(search.space.bytes) / Double(states) }

  /// The verdict of the first property of that name; `nil` if it was not checked.
  public subscript(_ property: String) -> Verdict<State, Action>? {
    verdicts.first { $0.property.name == property }?.verdict
  }

  /// Whether every property was proved.
  public var isProved: Bool { verdicts.allSatisfy(\.verdict.isProved) }

  @inlinable
  init(
    _ search: consuming Search<State, Action>, checking properties: [Property<State, Action>],
    since start: ContinuousClock.Instant
  ) throws(ModelError) {
    verdicts = try search.verdicts(on: properties)
    elapsed = ContinuousClock.now - start
    self.search = search
  }

  /// All states, in the order in which they were found.
  @inlinable
  public var allStates: [State] { search.space.states }

  /// A shortest trace to a state; `nil` if it was not found.
  ///
  /// If the state was merged with another one, the trace leads to the state that was found first.
  public func trace(to state: State) -> Trace<State, Action>? {
    guard let index = search.space.index(of: state) else { return nil }
    var search = search
    // These steps did not throw before.
    return try? search.trace(to: index)
  }
}

extension Exploration: CustomStringConvertible {
  public var description: String {
    let counts =
      "\(counted(states, "state")), \(counted(transitions, "transition")), depth \(depth)"
    let end = limit.map { "not everything was visited: \($0)" } ?? "everything was visited"
    let lines = verdicts.map { property, verdict in
      switch verdict {
      case .proved(by: let trace): "\(property): proved" + Self.shown(trace)
      case .refuted(by: let trace): "\(property): refuted" + Self.shown(trace)
      case .inconclusive(.unknown(let reason)): "\(property): not proved: \(reason)"
      case .inconclusive: "\(property): not proved"
      }
    }
    let assumptions = search.assumptions(of: verdicts.map(\.property)).map { "assumed: \($0)" }
    return (["\(counts); \(end)"] + lines + assumptions).joined(separator: "\n")
  }

  private static func shown(_ trace: Trace<State, Action>?) -> String {
    guard let trace else { return "" }
    if let loop = trace.loop {
      let stem = loop.lowerBound == 0 ? "" : " after \(counted(loop.lowerBound, "step"))"
      return ", by a loop of \(counted(loop.count, "step"))\(stem)\n" + indented(trace.description)
    }
    return ", in \(counted(trace.steps.count, "step"))\n" + indented(trace.description)
  }
}

/// A path through a model: its initial state and its steps.
///
///     trace.actions   // [.fill(.large), .pour(.large)]
///     trace.last      // the final state
///
/// The description has a line for each step: the action and the state after it.
public struct Trace<State, Action> {
  /// An action and the state after it.
  public struct Step {
    /// The action of the step.
    public let action: Action
    /// The state after the action.
    public let state: State
  }

  /// The first state of the path.
  public let initial: State
  /// The steps from the first state, in order.
  public private(set) var steps: [Step] = []
  /// The steps of a loop that can be repeated for ever; `nil` for a trace that ends. The steps behind it are its
  /// second round.
  public internal(set) var loop: Range<Int>?

  @usableFromInline
  init(from initial: State) {
    self.initial = initial
  }

  /// The actions, in order.
  public var actions: [Action] { steps.map(\.action) }

  /// The final state.
  public var last: State { steps.last?.state ?? initial }

  @usableFromInline
  mutating func append(_ action: Action, _ state: State) {
    steps.append(Step(action: action, state: state))
  }
}

extension Trace.Step: Equatable where State: Equatable, Action: Equatable {}
extension Trace.Step: Sendable where State: Sendable, Action: Sendable {}
extension Trace: Equatable where State: Equatable, Action: Equatable {}
extension Trace: Sendable where State: Sendable, Action: Sendable {}

extension Trace: CustomStringConvertible {
  public var description: String {
    let lines = steps.enumerated().flatMap { number, step in
      let line = "\(number + 1). \(dumpedOnOneLine(step.action))  →  \(dumpedOnOneLine(step.state))"
      return switch number {
      case loop?.lowerBound: ["   the loop:", line]
      case loop?.upperBound: ["   its second round:", line]
      default: [line]
      }
    }
    return (["   \(dumpedOnOneLine(initial))"] + lines).joined(separator: "\n")
  }
}
