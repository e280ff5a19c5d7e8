#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A programmer's mistake that Cairn noticed: what happened, likely causes and the mend.
///
/// Runtime issues are reported through one point, in release builds too. By default they are printed to
/// standard error; a test intercepts them:
///
///     RuntimeIssue.$reporter.withValue(.init { seen.append($0) }) { store.send(.gone) }
///
/// After a report the engine goes on with its state unchanged; it never traps here.
public struct RuntimeIssue: Sendable, Equatable, CustomStringConvertible {
  public let message: String
  public let causes: [String]
  public let suggestion: String

  public init(_ message: String, causes: [String], suggestion: String) {
    self.message = message
    self.causes = causes
    self.suggestion = suggestion
  }

  public var description: String {
    var text = message
    if !causes.isEmpty {
      text += "\nLikely causes:" + causes.map { "\n  - " + $0 }.joined()
    }
    return text + "\nSuggestion: " + suggestion
  }

  /// Where mistakes go. The only task-local of the engine: no state depends on it.
  @TaskLocal public static var reporter = Reporter { issue in
    printToStandardError("Cairn: \(issue)\n")
  }

  /// What is done with a mistake.
  ///
  /// A type of its own: optimised builds crash on a task-local whose value is a function.
  public struct Reporter: Sendable {
    let report: @Sendable (RuntimeIssue) -> Void

    public init(_ report: @escaping @Sendable (RuntimeIssue) -> Void) {
      self.report = report
    }
  }

  /// Reports a mistake to whoever intercepts them here.
  public static func report(_ issue: RuntimeIssue) { reporter.report(issue) }
}

private func printToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    guard written > 0 else { return }
    rest = rest.dropFirst(written)
  }
}
