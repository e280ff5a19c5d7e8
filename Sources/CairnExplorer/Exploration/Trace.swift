import CairnDump

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
