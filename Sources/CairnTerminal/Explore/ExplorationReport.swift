import CairnExplorer

/// How what was found is told: to a person, or as one JSON object a line.
enum ExplorationReport {
  case text
  case json

  func lines<A>(of exploration: AppExploration<A>) -> [String] {
    switch self {
    case .text:
      return exploration.description.safeLines + [exploration.effort]
    case .json:
      return [JSONLine(ExplorationRecord(exploration)).text]
        + exploration.verdicts.map { JSONLine(PropertyRecord($0)).text }
    }
  }
}

extension AppExploration {
  /// Another one at every run.
  fileprivate var effort: String {
    "\(elapsed.inSeconds), \(Int(statesPerSecond.rounded())) states a second, "
      + "\(Int(bytesPerState.rounded())) bytes a state"
  }
}
