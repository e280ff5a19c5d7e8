import Cairn
import CairnApp
import CairnDump
import CairnModel

/// The result of a search through an app: numbers and verdicts.
///
/// The description contains no times, so that the same search has the same description.
public struct AppExploration<A: App> {
  /// The result for one property.
  public struct Verdict: Sendable {
    /// The result of the check of a property.
    public enum Result: Equatable, Sendable {
      /// It holds.
      case proved
      /// It does not hold.
      case refuted
      /// It is not decided: a bound ended the search, not every outcome of a step is known, or a replay differs.
      case inconclusive(Limit)
    }

    /// The name of the property.
    public let property: String
    /// Whether the property holds.
    public let result: Result
    /// The text of a shortest trail that shows the result. If the property is refuted, the trail fails when it is played
    /// with the property, as `replay` plays it with those of the app. If a reachability property is proved, it passes,
    /// unless an effect there never ends.
    public let trail: String?
    /// The reported runtime issue, the reason why a proved property holds vacuously, how far the search
    /// came without the state of a refuted reachability property, or the unknown step.
    public internal(set) var remark: String?
    var isUnused = false

    /// An inconclusive result. The first line of a report names a bound.
    static func inconclusive(_ property: String, _ limit: Limit) -> Verdict {
      let remark: String? = if case .unknown(let step) = limit { step } else { nil }
      return Verdict(
        property: property, result: .inconclusive(limit), trail: nil, remark: remark)
    }
  }

  /// The verdicts of the checked properties, in order.
  public internal(set) var verdicts: [Verdict]
  /// The wall-clock time of the search.
  public let elapsed: Duration
  let map: AppMap<A.Root.State>
  package let setting: AppSetting<A>
  /// The effects in flight, by their number.
  let inFlight: [UInt32: [AppEffect]]
  /// The names of all secure fields of the visited screens.
  let secureFields: Set<String>
  /// The start of the search, for messages.
  let origin: String
  /// The start of the app; for a search from a given state, the start of its world.
  public let start: String
  /// What was tried, and what was not.
  public let coverage: Coverage
  /// The bound that ended the search; `nil` if every reachable state was visited.
  public let limit: Limit?
  /// What makes the number of states large, and what to do about it; empty unless a bound was met.
  public let causesOfSize: [String]
  /// The progress, so that another search can continue this one; `nil` if nobody asked for it.
  @usableFromInline package internal(set) var searchProgress: SearchProgress?
  /// The reason why the search with that progress ended. It is not ``limit`` if only times were not told apart.
  @usableFromInline package internal(set) var progressLimit: Limit?
  /// The random walks after the search; `nil` if there were none.
  public internal(set) var walks: RandomWalks.Report?
  /// The names that the app declares; `nil` if they do not matter.
  private var names: WrittenNames?
  /// The start and the options without which every state is the same; `nil` if other settings were not compared.
  var idleSettings: [String]?
  /// Whether the search knows all outcomes.
  private let isKnown: Bool
  /// Whether the search, and those from other starts whose use counts, know all outcomes.
  private var knowsUse: Bool
  /// The part of the search that was checked by replay. It can differ between runs, because it depends on time.
  public internal(set) var check: SearchCheck

  @usableFromInline
  init(_ search: consuming AppSearch<A>, since start: ContinuousClock.Instant) {
    verdicts = search.verdicts()
    searchProgress = search.progress
    map = search.map
    limit = search.limit
    coverage = search.coverage
    causesOfSize = search.causesOfSize
    secureFields = search.lines.secureNames
    (names, isKnown) = (search.writtenNames, search.gap == nil)
    knowsUse = isKnown
    (setting, inFlight) = (search.model.setting, search.effectsInFlight)
    self.start = setting.start
    origin = search.model.origin == nil ? "\"\(self.start)\"" : "a given state in \"\(self.start)\""
    elapsed = .now - start
    check = SearchCheck(allStates: search.map.space.count, allSteps: search.map.graph.edges.count)
  }

  /// The number of states.
  public var states: Int { map.space.count }

  /// The number of steps.
  public var transitions: Int { map.graph.edges.count }

  /// The number of steps to the state that is furthest from the start.
  public var depth: Int { map.space.depth }

  /// The ids of the screens that are shown in some state, in the order in which they were found.
  public var screens: [String] { map.graph.screens.values }

  /// States per second of wall-clock time.
  public var statesPerSecond: Double { Double(states) / max(elapsed / .seconds(1), 1e-9) }

  /// The memory for each state and its steps, without the memory that states refer to.
  public var bytesPerState: Double { Double(map.bytes) / Double(max(1, states)) }

  /// The verdict of the property of that name; `nil` if it was not checked.
  public subscript(_ property: String) -> Verdict? { verdicts.first { $0.property == property } }

  /// The same results. Those of these properties, by number, rest on times that a search with this limit did
  /// not tell apart.
  @usableFromInline
  func withUnknownTimes(of properties: [Int], because limit: Limit) -> AppExploration {
    var result = self
    for index in properties {
      result.verdicts[index] = .inconclusive(
        verdicts[index].property, .unknown("it rests on times that were not told apart: \(limit)"))
    }
    return result
  }

  /// The same results, without a decision: a proof and a counterexample may rest on what is not known.
  @usableFromInline
  func undecided(because limit: Limit) -> AppExploration {
    var result = self
    result.verdicts = verdicts.map { verdict in
      if case .inconclusive = verdict.result { return verdict }
      let lines = [limit.description, verdict.remark, verdict.trail].compactMap(\.self)
      return Verdict(
        property: verdict.property, result: .inconclusive(limit), trail: nil,
        remark: lines.joined(separator: "\n"))
    }
    return result
  }

  /// What the app declares and nothing used, one line each, because of a misspelt name for example.
  ///
  ///     let exploration = try AppModel<Onboarding>().explore()
  ///     print(exploration.unused)  // ["samples of \"emial\": no screen has this field"]
  ///
  /// It lists samples that no field took, inputs that a `step` property is compared with and that never came,
  /// inputs without an effect whose feature perhaps lacks a `Scope`, options that no code has read, and properties
  /// that hold vacuously because their inputs, steps or states never came; in the command `explore` also starts and
  /// given options without a difference in any state.
  /// Empty if the search did not visit everything: ``notYetUsed``.
  public var unused: [String] {
    guard knowsUse else { return [] }
    return idle
      + verdicts.filter(\.isUnused).map { verdict in
        // The further lines of a remark are an assumption.
        "\(verdict.property): \(verdict.remark?.split(separator: "\n").first ?? "")"
      }
  }

  /// What the app declares, and the search did not use.
  private var idle: [String] { (names?.unused ?? []) + (idleSettings ?? []) }

  /// The same results; what the search from another start has used is not unused.
  package func using(_ other: AppExploration) -> AppExploration {
    var result = self
    result.knowsUse = knowsUse && other.knowsUse
    if let compared = other.idleSettings {
      result.idleSettings?.removeAll { line in
        let isCompared =
          line.hasPrefix("option ") || line.hasPrefix("start \(other.start.inQuotes):")
        return isCompared && !compared.contains(line)
      }
    }
    if let names = other.names { result.names?.add(names) }
    for (index, verdict) in verdicts.enumerated() where verdict.isUnused {
      result.verdicts[index].isUnused = other[verdict.property]?.isUnused == true
    }
    return result
  }

  /// Why the search does not know every state and outcome; `nil` if it does.
  package var gap: String? {
    limit?.description ?? (isKnown ? nil : "not every outcome of a step is known")
  }

  /// What a search that did not visit everything has not used so far. Whether it is unused is not known.
  public var notYetUsed: [String] { knowsUse ? [] : idle }

  /// Whether every property was proved.
  public var isProved: Bool { verdicts.allSatisfy { $0.result == .proved } }
}

extension AppExploration: CustomStringConvertible {
  public var description: String {
    let counts = [
      counted(states, "state"), counted(transitions, "step"), "depth \(depth)",
      counted(screens.count, "screen"),
    ]
    let end = gap.map { "not everything was visited: \($0)" } ?? "everything was visited"
    let found = "\(A.name) from \(origin): \(counts.joined(separator: ", "))"
    let difference = check.difference.map {
      [$0.split(separator: "\n").joined(separator: "\n    ")]
    }
    let head =
      ["\(found); \(end)"] + causesOfSize.map { "large: \($0)" } + coverage.lines
      + (walks.map { [$0.description] } ?? []) + (difference ?? [])
    let unused =
      knowsUse || idle.isEmpty
      ? idle.map { "unused      \($0)" } : ["not known   unused names: \(idle.count) so far"]
    return (head + verdicts.map(\.description) + unused).joined(separator: "\n")
  }
}

extension AppExploration.Verdict: CustomStringConvertible {
  public var description: String {
    let remark = remark?.indentedBelow ?? ""
    return switch result {
    case .proved: "proved      \(property)" + remark
    case .refuted: "refuted     \(property)" + remark + (trail?.indentedBelow ?? "")
    case .inconclusive: "not proved  \(property)" + remark
    }
  }
}

extension String {
  var indentedBelow: String { split(separator: "\n").map { "\n    \($0)" }.joined() }
}
