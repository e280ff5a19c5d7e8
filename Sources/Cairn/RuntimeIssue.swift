#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A programming error that Cairn detected, with likely causes and a suggestion.
///
/// All runtime issues are reported through ``report(_:)``, in release builds too. By default they
/// are printed to standard error. A test can intercept them:
///
///     RuntimeIssue.$reporter.withValue(.init { seen.append($0) }) { store.send(.gone) }
///
/// A report never stops the program. The state is unchanged after it.
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

  /// Receives the runtime issues of the current task. It is the only task-local value of the engine,
  /// and no state depends on it.
  @TaskLocal public static var reporter = Reporter { issue in
    printToStandardError("Cairn: \(issue)\n")
  }

  /// A function that receives runtime issues.
  ///
  /// A struct, because optimized builds crash on a task-local value of function type.
  public struct Reporter: Sendable {
    let report: @Sendable (RuntimeIssue) -> Void

    public init(_ report: @escaping @Sendable (RuntimeIssue) -> Void) {
      self.report = report
    }
  }

  /// Passes an issue to the current ``reporter``.
  public static func report(_ issue: RuntimeIssue) { reporter.report(issue) }
}

private func printToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let written = unsafe rest.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    guard written > 0 else { return }
    rest = rest.dropFirst(written)
  }
}
