import CairnTrail
import Foundation

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
