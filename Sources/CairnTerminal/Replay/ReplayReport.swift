import CairnTrail
import Foundation

/// How what came of trails is told: to a person, or as one JSON object a line.
///
/// JSON is on standard output whatever it says. What cannot be played at all is told on standard
/// error besides.
enum ReplayReport {
  case text
  case json

  func tell(_ verdict: Verdict, of trail: Trail) {
    switch self {
    case .json:
      print(TrailRecord(verdict, of: trail))
    case .text:
      switch verdict {
      case .passed: Output.standard.print("\(trail.file): passed")
      case .failed(let failure): Output.standard.print("\(failure)")
      case .updated(let lines):
        let lines = lines.map(String.init).joined(separator: ", ")
        Output.standard.print("\(trail.file): updated at line \(lines)")
      case .left: break
      }
    }
  }

  func tell(_ unplayable: Unplayable) {
    Output.error.print("\(unplayable)")
    switch self {
    case .json: print(TrailRecord(unplayable))
    case .text: break
    }
  }

  func tell(_ tally: ReplayTally) {
    switch self {
    case .json: print(tally)
    case .text: Output.standard.print("\(tally)")
    }
  }

  private func print(_ value: some Encodable) {
    Output.standard.print(JSONLine(value).text)
  }
}
