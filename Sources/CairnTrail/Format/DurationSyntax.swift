import CairnApp
import CairnDump

/// The notation of a duration: a decimal number and a unit, `200ms`, `1.5s` or `2m`.
///
///     try DurationSyntax.parse("1.5s")  // .milliseconds(1500)
///
/// The result is exact. At most nine digits are allowed before and after the point, so that every
/// notation fits a `Duration`.
public enum DurationSyntax {
  /// The smallest possible part of each unit, with nine digits after the point.
  private static let billionths: [String: Duration] = [
    "ms": Duration(secondsComponent: 0, attosecondsComponent: 1_000_000),
    "s": .nanoseconds(1), "m": .nanoseconds(60),
  ]

  /// Parses a duration.
  ///
  /// - Throws: `DurationSyntaxError` for anything but a number of at most nine digits before and after
  ///   the point, directly followed by `ms`, `s` or `m`.
  public static func parse(
    _ text: some StringProtocol
  ) throws(DurationSyntaxError) -> Duration {
    guard text.first != "-" else {
      throw DurationSyntaxError("time cannot go back: \(text.inQuotes)")
    }
    let whole = text.prefix(while: \.isDecimalDigit)
    var rest = text[whole.endIndex...]
    var fraction = rest.prefix(0)
    if rest.first == "." {
      fraction = rest.dropFirst().prefix(while: \.isDecimalDigit)
      rest = rest[fraction.endIndex...]
      guard !fraction.isEmpty else { throw .notATime(text) }
    }
    guard !whole.isEmpty else { throw .notATime(text) }
    guard !rest.isEmpty else {
      let number = text.excerpt
      throw DurationSyntaxError(
        "\"\(number)\" has no unit: write \(number)s, \(number)ms or \(number)m")
    }
    guard let billionth = billionths[String(rest)] else {
      throw DurationSyntaxError(
        "unknown unit \(rest.inQuotes) in \(text.inQuotes): units are ms, s and m")
    }
    let zeros = String(repeating: "0", count: max(0, 9 - fraction.count))
    guard whole.count <= 9, fraction.count <= 9,
      let count = Int64("\(whole)\(fraction)\(zeros)")
    else {
      throw DurationSyntaxError(
        "\(text.inQuotes) has too many digits: write at most 9 before the point and 9 after it")
    }
    return billionth * count
  }
}

extension DurationSyntax {
  /// The shortest notation of a duration, rounded up to the nanosecond, so that a timer that fires after
  /// the duration has also fired after the written one. Durations from 1,000,000,000 seconds on are
  /// written in minutes and rounded up to 60 nanoseconds. A negative duration, and one from 1,000,000,000
  /// minutes on, has a text too, which ``parse(_:)`` does not read.
  ///
  ///     DurationSyntax.text(of: .milliseconds(1500))  // 1.5s
  public static func text(of duration: Duration) -> String { duration.notation }
}

extension DurationSyntaxError {
  fileprivate static func notATime(_ text: some StringProtocol) -> Self {
    Self("\(text.inQuotes) is not a time: write 200ms, 1.5s or 2m")
  }
}

/// The reason why a text is not a duration.
public struct DurationSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problem and a suggestion, in one line.
  public let message: String

  init(_ message: String) {
    self.message = message
  }

  public var description: String { message }
}
