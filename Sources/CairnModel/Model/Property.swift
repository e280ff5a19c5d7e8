/// A property of a model: a condition on its states, its steps, its paths or its runs.
///
///     try model.explore(checking: [
///       .never("both are inside") { $0.left == .inside && $0.right == .inside },
///       .reachable("the left one is inside") { $0.left == .inside },
///       .noDeadEnd(),
///     ])
///
/// Reports and ``Exploration/subscript(_:)`` use its name.
public struct Property<State, Action>: Sendable, CustomStringConvertible {
  /// The name in reports, which identifies the property.
  public let name: String
  /// The claim and the name: `never "both are inside"`.
  public let description: String
  @usableFromInline let rule: Rule

  @usableFromInline
  enum Rule: Sendable {
    case never(@Sendable (State) -> Bool)
    case reachable(@Sendable (State) -> Bool)
    case alwaysReachable(@Sendable (State) -> Bool)
    case noDeadEnd(isEnd: @Sendable (State) -> Bool)
    case step(@Sendable (State, Action, State) -> Bool)
    case claim(onlyAtStart: Bool, @Sendable (State) -> ClaimMarks)
  }

  @usableFromInline
  init(_ name: String, _ claim: String, _ rule: Rule) {
    self.name = name
    description = claim
    self.rule = rule
  }

  /// The condition is true in every state.
  ///
  ///     .always("no debt") { $0.balance >= 0 }
  public static func always(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Property {
    Property(name, "always \"\(name)\"", .never { !holds($0) })
  }

  /// The condition is false in every state.
  ///
  ///     .never("both are inside") { $0.left == .inside && $0.right == .inside }
  public static func never(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Property {
    Property(name, "never \"\(name)\"", .never(holds))
  }

  /// The condition is true in some state. A shortest trace to such a state proves it.
  ///
  ///     .reachable("four litres") { $0.large == 4 }
  public static func reachable(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Property {
    Property(name, "reachable \"\(name)\"", .reachable(holds))
  }

  /// From every state, a path leads to a state in which the condition is true.
  ///
  ///     .alwaysReachable("both doors are shut") { !$0.isOpen }
  ///
  /// A shortest trace to a state without such a path refutes it. That the path is taken is *not*
  /// promised.
  public static func alwaysReachable(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Property {
    Property(name, "always reachable \"\(name)\"", .alwaysReachable(holds))
  }

  /// Every state, except intended ends, has an action that changes it.
  ///
  ///     .noDeadEnd(unless: { $0.isFinished })
  public static func noDeadEnd(
    _ name: String = "no dead end",
    unless isEnd: @escaping @Sendable (State) -> Bool = { _ in false }
  ) -> Property {
    Property(name, name, .noDeadEnd(isEnd: isEnd))
  }

  /// On every run, the condition is true in some state.
  ///
  ///     .eventually("finished") { $0.isFinished }
  ///
  /// A run is infinite, or ends in a state without a fair action. A fair action (``Model/fair(_:)``) that stays
  /// possible is taken. Other actions may never be taken. The counterexample is a trace to such an end, or a trace
  /// with a ``Trace/loop``.
  public static func eventually(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Property {
    Property(
      name, "eventually \"\(name)\"", .claim(onlyAtStart: true) { holds($0) ? .ends : .begins })
  }

  /// On every run, after each state in which the first condition is true, or in that state, the second one is true.
  ///
  ///     .leadsTo("open", "finished") { $0.isOpen } then: { $0.isFinished }
  ///
  /// The name of the property is `open leads to finished`. See ``eventually(_:_:)``.
  public static func leadsTo(
    _ cause: String, _ result: String, _ begins: @escaping @Sendable (State) -> Bool,
    then ends: @escaping @Sendable (State) -> Bool
  ) -> Property {
    let name = "\(cause) leads to \(result)"
    return Property(
      name, name, .claim(onlyAtStart: false) { ends($0) ? .ends : begins($0) ? .begins : [] })
  }

  /// On every run, the second condition is true in some state, and the first one in all states before it.
  ///
  ///     .until("shut", "finished") { !$0.isOpen } then: { $0.isFinished }
  ///
  /// The name of the property is `shut until finished`. See ``eventually(_:_:)``.
  public static func until(
    _ name: String, _ end: String, _ holds: @escaping @Sendable (State) -> Bool,
    then ends: @escaping @Sendable (State) -> Bool
  ) -> Property {
    let name = "\(name) until \(end)"
    return Property(
      name, name,
      .claim(onlyAtStart: true) { ends($0) ? .ends : holds($0) ? .begins : [.begins, .breaks] })
  }

  /// The condition is true for every step: the state before, the action, and the state after.
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

/// The result of a search for one property.
public enum Verdict<State, Action> {
  /// The property holds. For a reachability property, a shortest trace to the state.
  case proved(by: Trace<State, Action>?)
  /// The property does not hold. A shortest trace to the violation; `nil` if no state shows it, because
  /// a state was to be reachable and is not.
  case refuted(by: Trace<State, Action>?)
  /// No counterexample was found, and a bound ended the search, or ``Limit/unknown(_:)`` has the reason.
  case inconclusive(Limit)

  /// Whether the property holds.
  public var isProved: Bool {
    if case .proved = self { true } else { false }
  }

  /// Whether the property does not hold.
  public var isRefuted: Bool {
    if case .refuted = self { true } else { false }
  }

  /// The trace that proves or refutes the property, if there is one.
  public var trace: Trace<State, Action>? {
    switch self {
    case .proved(let trace), .refuted(let trace): trace
    case .inconclusive: nil
    }
  }
}

extension Verdict: Sendable where State: Sendable, Action: Sendable {}
