import CairnTrail
import Foundation

/// All JSON goes to standard output. A trail that cannot be played is also reported on standard
/// error.
extension ReportForm {
  /// The width of a screen below a failure, where it is not that of the trail.
  var screenWidth: Int? {
    self == .text ? Output.standard.columns.map { $0 - TrailFailure.indentOfScreen } : nil
  }

  func print(_ verdict: Verdict, of trail: Trail) {
    switch self {
    case .json:
      printJSON(TrailRecord(verdict, of: trail))
    case .text:
      switch verdict {
      case .passed: Output.standard.print("\(trail.file): passed", naming: trail.file)
      case .failed(let failure): Output.standard.print("\(failure)", naming: trail.file)
      case .updated(let lines):
        let lines = lines.map(String.init).joined(separator: ", ")
        Output.standard.print("\(trail.file): updated at line \(lines)", naming: trail.file)
      case .quit: break
      }
    }
  }

  func print(_ unplayable: Unplayable) {
    Output.error.print("\(unplayable)")
    if self == .json { printJSON(TrailRecord(unplayable)) }
  }

  func print(_ tally: ReplayTally) {
    switch self {
    case .json: printJSON(tally)
    case .text: Output.standard.print("\(tally)")
    }
  }

  private func printJSON(_ value: some Encodable) {
    Output.standard.print(JSONLine(value).text)
  }
}

/// The result of playing a trail.
enum Verdict {
  case passed
  /// It passes after the screens at these lines were rewritten.
  case updated(lines: [Int])
  case failed(TrailFailure)
  /// The person who stepped through it quit.
  case quit
}

/// The number of trails with each result.
struct ReplayTally: Encodable {
  private(set) var passed = 0
  private(set) var failed = 0
  /// Trails that cannot be read, have syntax errors or belong to another app.
  var unplayed = 0
  private var isInterrupted: Bool?

  mutating func count(_ verdict: Verdict) {
    switch verdict {
    case .passed, .updated: passed += 1
    case .failed: failed += 1
    case .quit: break
    }
  }

  /// The tally when a signal ends the program: the others were not played.
  func interrupted(of count: Int) -> ReplayTally {
    var tally = self
    (tally.isInterrupted, tally.unplayed) = (true, count - passed - failed)
    return tally
  }

  var status: ExitStatus {
    if unplayed > 0 { return .wrongUsage }
    return failed > 0 ? .failed : .done
  }
}

extension ReplayTally: CustomStringConvertible {
  /// `12 passed, 0 failed`.
  var description: String {
    "\(passed) passed, \(failed) failed" + (isInterrupted == true ? "; interrupted" : "")
      + (unplayed > 0 ? ", \(unplayed) not played" : "")
  }
}

/// The result of a trail, as `replay --json` prints it. A key without a value is absent.
struct TrailRecord: Encodable {
  struct SyntaxError: Encodable {
    let line: Int
    let column: Int
    let message: String
  }

  let file: String
  let result: String
  var errors: [SyntaxError]?
  /// The number of further lines with a syntax error.
  var omittedErrors: Int?
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
    case .quit: result = "quit"
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
        SyntaxError(line: $0.line, column: $0.column, message: $0.message)
      }
      omittedErrors = errors.omittedCount > 0 ? errors.omittedCount : nil
    }
  }

  /// An absolute path, relative to the working folder or reduced to its last part: the rest differs
  /// between machines.
  private static func relative(_ path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    let folder = FileManager.default.currentDirectoryPath + "/"
    if path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}
