import CairnApp
import CairnDump
import CairnTrail

/// What a set of trails covers.
package enum CoverMode: String, CaseIterable, Sendable {
  /// Every transition between screens.
  case screen
  /// Every input of every screen, with each situation that it leads to and each reason of a refusal. Restarts and events
  /// are inputs here. Also time, from each situation to each other that it leads to.
  case input
  /// Every step of the search.
  case edge
}

/// Something that a trail covers.
package enum CoverGoal: Hashable, Sendable {
  case transition(from: String, step: String, to: String)
  /// An input by name, an event or a restart, and the situation that it leads to.
  case accepted(String, on: String, leadsTo: ScreenSituation)
  case time(from: ScreenSituation, to: ScreenSituation)
  case refused(String, on: String, because: String)
  /// A step of the search, by number.
  case edge(Int)
}

extension CoverGoal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .transition(let from, let step, let to): "on \(from): \(step) leads to \(to)"
    case .accepted(let step, let screen, let result): "on \(screen): \(step) leads to \(result)"
    case .time(let from, let to): "time leads from \(from) to \(to)"
    case .refused(let input, let screen, let reason): "on \(screen): \(input) is refused: \(reason)"
    case .edge(let number): "step \(number) of the search"
    }
  }
}

extension CoverMode {
  /// `43 transitions between screens`
  package func count(_ count: Int) -> String {
    switch self {
    case .screen: counted(count, "transition") + " between screens"
    case .input: counted(count, "result") + " of inputs, time and restarts"
    case .edge: counted(count, "step")
    }
  }
}

/// A trail of a set.
package struct CoverTrail: Sendable {
  /// The name of its file, without the extension.
  package let name: String
  package let text: String
  package let goals: Set<CoverGoal>
}

/// A set of trails that covers an app.
package struct CoverSet: Sendable {
  package let mode: CoverMode
  /// The number of goals that the search has found.
  package let goals: Int
  /// No set of trails along the steps of the search has fewer; `nil` if the search is unfinished.
  package let lowerBound: Int?
  /// The files that still serve.
  package internal(set) var kept: [String] = []
  /// The files whose trails fail, with the reason.
  package internal(set) var broken: [(file: String, reason: String)] = []
  /// The files whose goals others cover.
  package internal(set) var unneeded: [String] = []
  package internal(set) var added: [CoverTrail] = []
  /// The goals that no trail covers, and the problems of their trails.
  package internal(set) var open: [(goal: CoverGoal, problem: String?)] = []

  /// Whether the contents of a file are a trail of a set.
  package static func isTrail(_ text: String, by mode: CoverMode) -> Bool {
    Trail.sourceLines(of: text).contains { $0 == mode.mark }
  }
}

extension CoverMode {
  /// A comment in each trail of a set.
  var mark: String { "# Written by cover --by \(rawValue)." }
}
