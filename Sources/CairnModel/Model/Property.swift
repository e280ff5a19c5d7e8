/// What a model is asked: something that is to hold in its states, in its steps or on its ways.
///
///     try model.explore(checking: [
///       .never("both are inside") { $0.left == .inside && $0.right == .inside },
///       .reachable("the left one is inside") { $0.left == .inside },
///       .noDeadEnd(),
///     ])
///
/// Its name is what reports and ``Exploration/subscript(_:)`` call it.
public struct Property<State, Action>: Sendable, CustomStringConvertible {
  public let name: String
  /// What is said of the name: `never "both are inside"`.
  public let description: String
  @usableFromInline let rule: Rule

  @usableFromInline
  enum Rule: Sendable {
    case never(@Sendable (State) -> Bool)
    case reachable(@Sendable (State) -> Bool)
    case alwaysReachable(@Sendable (State) -> Bool)
    case noDeadEnd(isEnd: @Sendable (State) -> Bool)
    case step(@Sendable (State, Action, State) -> Bool)
  }

  @usableFromInline
  init(_ name: String, _ claim: String, _ rule: Rule) {
    self.name = name
    description = claim
    self.rule = rule
  }

  /// It holds in every state.
  public static func always(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Property {
    Property(name, "always \"\(name)\"", .never { !holds($0) })
  }

  /// It holds in no state.
  public static func never(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Property {
    Property(name, "never \"\(name)\"", .never(holds))
  }

  /// It holds in some state. What proves it is a shortest trace to one.
  public static func reachable(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Property {
    Property(name, "reachable \"\(name)\"", .reachable(holds))
  }

  /// From every state there is a way to one in which it holds.
  ///
  /// What refutes it is a shortest trace to a state from which there is none. That such a way is
  /// taken is *not* promised.
  public static func alwaysReachable(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Property {
    Property(name, "eventually possible \"\(name)\"", .alwaysReachable(holds))
  }

  /// In every state, but those that are meant as ends, something can be done that changes it.
  public static func noDeadEnd(
    _ name: String = "no dead end",
    unless isEnd: @escaping @Sendable (State) -> Bool = { _ in false }
  ) -> Property {
    Property(name, name, .noDeadEnd(isEnd: isEnd))
  }

  /// It holds for every step: the state before, the action, and the state after it.
  ///
  ///     .step("only the owner of the lock gives it back") { before, action, after in
  ///       action != .unlock || before.owner != nil || before == after
  ///     }
  public static func step(
    _ name: String, _ holds: @escaping @Sendable (State, Action, State) -> Bool
  ) -> Property {
    Property(name, "every step \"\(name)\"", .step(holds))
  }
}

/// What a search can say of a property.
public enum Verdict<State, Action> {
  /// It holds. For one that asks whether something is reachable, a shortest way there.
  case proved(by: Trace<State, Action>?)
  /// It does not hold. A shortest way to where that is seen; `nil` where it is seen nowhere in
  /// particular, because what was to be reachable is not.
  case refuted(by: Trace<State, Action>?)
  /// Nothing refutes it in what was searched, and a bound kept the search from its end.
  case inconclusive(Limit)

  public var isProved: Bool {
    if case .proved = self { true } else { false }
  }

  public var isRefuted: Bool {
    if case .refuted = self { true } else { false }
  }

  /// What proves or refutes it, if a way does.
  public var trace: Trace<State, Action>? {
    switch self {
    case .proved(let trace), .refuted(let trace): trace
    case .inconclusive: nil
    }
  }
}

extension Verdict: Sendable where State: Sendable, Action: Sendable {}
