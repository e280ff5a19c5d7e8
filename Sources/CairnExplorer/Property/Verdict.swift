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
