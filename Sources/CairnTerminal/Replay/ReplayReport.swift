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
      Output.standard.print(JSONLine(members: verdict.record(of: trail)).text)
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
    if self == .json { Output.standard.print(JSONLine(members: unplayable.record).text) }
  }

  func print(_ tally: ReplayTally) {
    switch self {
    case .json: Output.standard.print(JSONLine(tally).text)
    case .text: Output.standard.print("\(tally)")
    }
  }
}

enum Verdict {
  case passed
  /// It passes after the screens at these lines were rewritten.
  case updated(lines: [Int])
  case failed(TrailFailure)
  /// The person who stepped through it quit.
  case quit
}

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

// The result of a trail, as `replay --json` prints it. A key without a value is absent.

extension Verdict {
  fileprivate func record(of trail: Trail) -> [String: any Encodable] {
    let file = relative(trail.file)
    var record: [String: any Encodable] = ["file": file]
    switch self {
    case .passed: record["result"] = "passed"
    case .quit: record["result"] = "quit"
    case .updated(let lines):
      record["result"] = "updated"
      record["lines"] = lines
    case .failed(let failure):
      record["result"] = "failed"
      record["line"] = failure.line
      record["source"] = failure.source
      record["problem"] = failure.problem
      record["seed"] = failure.seed
      record["phases"] = failure.phases.map { $0.replacing(trail.file, with: file) }
      record["route"] = failure.route
      record["screen"] = failure.screen
    }
    return record
  }
}

extension Unplayable {
  private struct SyntaxError: Encodable {
    let line: Int
    let column: Int
    let message: String
  }

  fileprivate var record: [String: any Encodable] {
    var record: [String: any Encodable] = ["result": "not played"]
    switch self {
    case .unreadable(let file, let reason):
      record["file"] = relative(file)
      record["reason"] = reason
    case .malformed(let errors):
      record["file"] = relative(errors.errors.first?.file ?? "")
      record["errors"] = errors.errors.map {
        SyntaxError(line: $0.line, column: $0.column, message: $0.message)
      }
      if errors.omittedCount > 0 { record["omittedErrors"] = errors.omittedCount }
    }
    return record
  }
}

/// An absolute path, relative to the working folder or reduced to its last part: the rest differs
/// between machines.
private func relative(_ path: String) -> String {
  guard path.hasPrefix("/") else { return path }
  let folder = FileManager.default.currentDirectoryPath + "/"
  if path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
  return path.split(separator: "/").last.map(String.init) ?? path
}
