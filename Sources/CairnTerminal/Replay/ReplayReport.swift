import CairnScreen
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

/// What came of one trail, as `--json` prints it. Absent is what does not apply.
struct TrailRecord: Encodable {
  struct RuntimeIssue: Encodable {
    let line: Int
    let column: Int
    let message: String
  }

  let file: String
  let result: String
  var errors: [RuntimeIssue]?
  var reason: String?
  var lines: [Int]?
  var line: Int?
  var source: String?
  var problem: String?
  var seed: UInt64?
  var phases: [String]?
  var route: [String]?
  var screen: [String]?

  init(_ verdict: Verdict, of trail: Trail) {
    file = Self.relative(trail.file)
    switch verdict {
    case .passed: result = "passed"
    case .left: result = "left"
    case .updated(let lines):
      result = "updated"
      self.lines = lines
    case .failed(let failure):
      result = "failed"
      line = failure.line
      source = failure.source
      problem = failure.problem
      seed = failure.seed
      phases = failure.phases.map { $0.replacing(trail.file, with: file) }
      route = failure.route
      screen = failure.screen
    }
  }

  init(_ unplayable: Unplayable) {
    result = "not played"
    switch unplayable {
    case .unreadable(let file, let reason):
      self.file = Self.relative(file)
      self.reason = reason
    case .malformed(let errors):
      file = Self.relative(errors.errors.first?.file ?? "")
      self.errors = errors.errors.map {
        RuntimeIssue(line: $0.line, column: $0.column, message: $0.message)
      }
    }
  }

  /// An absolute path from the working folder on, or else its last part: it would differ from one
  /// machine to the next.
  private static func relative(_ path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    let folder = FileManager.default.currentDirectoryPath + "/"
    if path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}
