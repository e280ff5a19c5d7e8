import Cairn
import CairnApp
import CairnDump
import CairnModel

/// What was found of an app: how much there is, and what holds.
///
/// Its description has no time in it: the same search has the same one.
public struct AppExploration<A: App> {
  /// What is known of a property.
  public struct Verdict: Sendable {
    public enum Result: Equatable, Sendable {
      /// It holds in all that there is.
      case proved
      /// It does not hold.
      case refuted
      /// Nothing refutes it in what was searched, and a bound kept the search from its end.
      case inconclusive(Limit)
    }

    public let property: String
    public let result: Result
    /// A shortest trail that shows it, as the text of its file: one that fails for what is refuted, one
    /// that holds for what is reachable.
    public let trail: String?
    /// What else there is to say: the mistake that was reported, or why what is proved never came
    /// up.
    public let remark: String?
  }

  /// What is known of each property that was asked for, in order.
  public let verdicts: [Verdict]
  /// How long the search took, on the wall.
  public let elapsed: Duration
  @usableFromInline let map: AppMap<A.Root.State>
  /// The names of the secure fields on these screens.
  @usableFromInline let secureFields: Set<String>
  /// Where the search began, in words.
  @usableFromInline let origin: String
  /// The start of the app that it was explored from, or in whose world.
  public let start: String
  /// The bound that ended the search; `nil` if everything was visited.
  public let limit: Limit?

  @inlinable
  init(_ search: consuming AppSearch<A>, since start: ContinuousClock.Instant) {
    verdicts = search.verdicts()
    map = search.map
    limit = search.limit
    secureFields = search.lines.secureNames
    self.start = search.model.setting.start
    origin = search.model.origin == nil ? "\"\(self.start)\"" : "a given state in \"\(self.start)\""
    elapsed = .now - start
  }

  /// How many states were found.
  public var states: Int { map.space.count }

  /// How many steps were tried from them.
  public var transitions: Int { map.graph.edges.count }

  /// How many steps the state that is furthest away is from the start.
  public var depth: Int { map.space.depth }

  /// The ids of the screens that are shown in some state, in the order in which they were found.
  public var screens: [String] { map.graph.screens.values }

  /// States found in a second on the wall.
  public var statesPerSecond: Double { Double(states) / max(elapsed / .seconds(1), 1e-9) }

  /// The memory that a state takes with the steps from it, what it refers to left out.
  public var bytesPerState: Double { Double(map.bytes) / Double(max(1, states)) }

  /// What is known of the property of that name; `nil` if it was not asked for.
  public subscript(_ property: String) -> Verdict? { verdicts.first { $0.property == property } }

  /// Whether every property was proved.
  public var isProved: Bool { verdicts.allSatisfy { $0.result == .proved } }
}

extension AppExploration: CustomStringConvertible {
  public var description: String {
    let counts = [
      states.counted("state"), transitions.counted("step"), "depth \(depth)",
      screens.count.counted("screen"),
    ]
    let end = limit.map { "not everything was visited: \($0)" } ?? "everything was visited"
    let found = "\(A.name) from \(origin): \(counts.joined(separator: ", "))"
    return (["\(found); \(end)"] + verdicts.map(\.description)).joined(separator: "\n")
  }
}

extension AppExploration.Verdict: CustomStringConvertible {
  public var description: String {
    switch result {
    case .proved: "proved      \(property)" + indented(remark)
    case .refuted: "refuted     \(property)" + indented(remark) + indented(trail)
    case .inconclusive: "not proved  \(property)"
    }
  }

  private func indented(_ text: String?) -> String {
    (text ?? "").split(separator: "\n").map { "\n    \($0)" }.joined()
  }
}
