import Cairn
import CairnDump

/// What a search found: how much there is, and what holds.
///
///     exploration.states                     // 16
///     exploration["four litres"]?.trace      // a shortest way there
///     print(exploration)
///
/// Its description has no time in it: the same search has the same one.
public struct Exploration<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline var search: Search<State, Action>

  /// The properties that were asked for, in order, and what was found of each.
  public let verdicts: [(property: Property<State, Action>, verdict: Verdict<State, Action>)]

  /// How long the search took, on the wall.
  public let elapsed: Duration

  /// How many states were found, the initial one included.
  public var states: Int { search.space.count }

  /// How many steps were tried from them; one that changes nothing counts too.
  public var transitions: Int { search.transitions }

  /// How many steps the state that is furthest away is from the initial one.
  public var depth: Int { search.space.depth }

  /// The bound that ended the search; `nil` if everything was visited.
  public var limit: Limit? { search.limit }

  /// States found in a second on the wall.
  public var statesPerSecond: Double { Double(states) / max(elapsed / .seconds(1), 1e-9) }

  /// The memory that a state takes to be known again and to be found a way to, what it refers to
  /// left out.
  public var bytesPerState: Double { Double(search.space.bytes) / Double(states) }

  /// What was found of the first property of that name; `nil` if none was asked for.
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

  /// A shortest way to a state; `nil` if it was not found.
  ///
  /// Where a representative stands for several states, the way leads to the one that was found.
  public func trace(to state: State) -> Trace<State, Action>? {
    guard let index = search.space.index(of: state) else { return nil }
    var search = search
    // What is walked was walked before, without an error.
    return try? search.trace(to: index)
  }
}

extension Exploration: CustomStringConvertible {
  public var description: String {
    let counts = "\(states) states, \(transitions) transitions, depth \(depth)"
    let end = limit.map { "not everything was visited: \($0)" } ?? "everything was visited"
    let lines = verdicts.map { property, verdict in
      switch verdict {
      case .proved(by: let trace): "\(property): proved" + Self.shown(trace)
      case .refuted(by: let trace): "\(property): refuted" + Self.shown(trace)
      case .inconclusive: "\(property): not proved"
      }
    }
    return (["\(counts); \(end)"] + lines).joined(separator: "\n")
  }

  private static func shown(_ trace: Trace<State, Action>?) -> String {
    guard let trace else { return "" }
    return ", in \(trace.steps.count) \(trace.steps.count == 1 ? "step" : "steps")\n"
      + trace.description.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }
}

/// A way through a model: where it begins, and its steps.
///
///     trace.actions   // [.fill(.large), .pour(.large)]
///     trace.last      // the state at its end
///
/// Its description has a line for each step: the action and the state after it.
public struct Trace<State, Action> {
  /// An action, and the state that it led to.
  public struct Step {
    public let action: Action
    public let state: State
  }

  public let initial: State
  public private(set) var steps: [Step] = []

  @usableFromInline
  init(from initial: State) {
    self.initial = initial
  }

  /// The actions, in order.
  public var actions: [Action] { steps.map(\.action) }

  /// The state at the end.
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
    let lines = steps.enumerated().map { number, step in
      "\(number + 1). \(dumpedOnOneLine(step.action))  →  \(dumpedOnOneLine(step.state))"
    }
    return (["   \(dumpedOnOneLine(initial))"] + lines).joined(separator: "\n")
  }
}
