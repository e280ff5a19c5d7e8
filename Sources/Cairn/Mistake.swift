#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A programmer's mistake that Cairn noticed: what happened, likely causes and the mend.
///
/// Mistakes are reported through one point, in release builds too. By default they are printed to
/// standard error; a test intercepts them:
///
///     Mistake.$reporter.withValue(.init { seen.append($0) }) { store.send(.gone) }
///
/// After a report the engine goes on with its state unchanged; it never traps here.
public struct Mistake: Sendable, Equatable, CustomStringConvertible {
  public let happened: String
  public let causes: [String]
  public let mend: String

  public init(_ happened: String, causes: [String], mend: String) {
    self.happened = happened
    self.causes = causes
    self.mend = mend
  }

  public var description: String {
    var text = happened
    if !causes.isEmpty {
      text += "\nLikely causes:" + causes.map { "\n  - " + $0 }.joined()
    }
    return text + "\nTo mend it: " + mend
  }

  /// Where mistakes go. The only task-local of the engine: no state depends on it.
  @TaskLocal public static var reporter = Reporter { mistake in
    printToStandardError("Cairn: \(mistake)\n")
  }

  /// What is done with a mistake.
  ///
  /// A type of its own: optimised builds crash on a task-local whose value is a function.
  public struct Reporter: Sendable {
    let report: @Sendable (Mistake) -> Void

    public init(_ report: @escaping @Sendable (Mistake) -> Void) {
      self.report = report
    }
  }

  /// Reports a mistake to whoever intercepts them here.
  public static func report(_ mistake: Mistake) { reporter.report(mistake) }
}

private func printToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    guard written > 0 else { return }
    rest = rest.dropFirst(written)
  }
}
