import CairnExplorer
import CairnModel

/// The form of a report: text for a person, or one JSON object per line.
enum ReportForm {
  case text
  case json
}

extension ReportForm {
  func lines<A>(of exploration: AppExploration<A>) -> [String] {
    switch self {
    case .text:
      return exploration.description.terminalSafeLines
        + [exploration.check.description, exploration.effort]
    case .json:
      return [JSONLine(ExplorationRecord(exploration)).text]
        + exploration.verdicts.map { JSONLine(PropertyRecord($0)).text }
    }
  }
}

extension AppExploration {
  /// Time and memory, which differ between runs.
  fileprivate var effort: String {
    "\(elapsed.inSeconds), \(Int(statesPerSecond.rounded())) states a second, "
      + "\(Int(bytesPerState.rounded())) bytes a state"
  }
}

/// A search as `explore --json` prints it. A key without a value is absent.
struct ExplorationRecord: Encodable {
  let app: String
  let start: String
  let states: Int
  let transitions: Int
  let depth: Int
  let screens: [String]
  /// Whether every reachable state was visited.
  let complete: Bool
  /// The bound that ended the search before, or that not every outcome is known.
  let limit: String?
  /// The parts of the world that were tried, and those and the inputs that were left out.
  let tried: [String]
  let notTried: [String]
  /// Absent if empty, as the following ones.
  let defaultSamples: [String]?
  let instantEffects: [String]?
  let causesOfSize: [String]?
  /// The random walks after a search that met a bound.
  let walks: Walks?
  let unused: [String]?
  let notYetUsed: [String]?
  /// In seconds, by the name of the effect.
  let readings: [String: [Double]]?
  /// The number of states and transitions that were checked by replay.
  let checkedStates: Int
  let checkedTransitions: Int
  /// The first difference of the replay, with its trail.
  let difference: String?

  struct Walks: Encodable {
    let count: Int
    let steps: Int
    let seed: UInt64
  }

  init<A>(_ exploration: AppExploration<A>) {
    app = A.name
    start = exploration.start
    states = exploration.states
    transitions = exploration.transitions
    depth = exploration.depth
    screens = exploration.screens
    complete = exploration.gap == nil
    limit = exploration.gap
    let coverage = exploration.coverage
    tried = coverage.tried.map(\.rawValue).sorted()
    notTried = coverage.without.map(\.rawValue).sorted() + coverage.untypedInputs
    defaultSamples = coverage.defaultSamples.isEmpty ? nil : coverage.defaultSamples
    instantEffects = coverage.instantEffects.isEmpty ? nil : coverage.instantEffects
    causesOfSize = exploration.causesOfSize.isEmpty ? nil : exploration.causesOfSize
    walks = exploration.walks.map { Walks(count: $0.count, steps: $0.steps, seed: $0.seed) }
    unused = exploration.unused.isEmpty ? nil : exploration.unused
    notYetUsed = exploration.notYetUsed.isEmpty ? nil : exploration.notYetUsed
    readings =
      coverage.readings.isEmpty
      ? nil : coverage.readings.mapValues { times in times.map { $0 / .seconds(1) } }
    checkedStates = exploration.check.states
    checkedTransitions = exploration.check.steps
    difference = exploration.check.difference
  }
}

/// The result of a property, in the same form.
struct PropertyRecord: Encodable {
  let name: String
  let result: String
  let trail: String?
  let remark: String?

  init<A>(_ verdict: AppExploration<A>.Verdict) {
    name = verdict.property
    result = verdict.result.name
    trail = verdict.trail
    remark = verdict.remark
  }
}
