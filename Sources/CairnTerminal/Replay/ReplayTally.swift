import CairnTrail

/// What came of playing a trail.
enum Verdict {
  case passed
  /// It passes now that the screens at these lines are rewritten.
  case updated(lines: [Int])
  case failed(TrailFailure)
  /// The person who stepped through it has left.
  case left
}

/// How many trails passed.
struct ReplayTally: Encodable {
  private(set) var passed = 0
  private(set) var failed = 0
  /// Those that could not be read, did not parse or are for another app.
  var unplayed = 0

  mutating func count(_ verdict: Verdict) {
    switch verdict {
    case .passed, .updated: passed += 1
    case .failed: failed += 1
    case .left: break
    }
  }

  var status: ExitStatus {
    if unplayed > 0 { return .wrongUsage }
    return failed > 0 ? .failed : .done
  }
}

extension ReplayTally: CustomStringConvertible {
  /// `12 passed, 0 failed`.
  var description: String {
    "\(passed) passed, \(failed) failed" + (unplayed > 0 ? ", \(unplayed) not played" : "")
  }
}
