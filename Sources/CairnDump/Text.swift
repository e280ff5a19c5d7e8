// Text helpers of the modules above.

extension Int {
  /// The number and a noun in the singular or plural: `1 state`, `2 states`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension [String] {
  /// The texts as an enumeration: `a, b and c`.
  package var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension String {
  /// The text with each line break replaced by a space.
  package var onOneLine: String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The text with two spaces before every line.
  package var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  " + $0 }.joined(separator: "\n")
  }
}

extension Duration {
  /// The shortest notation of the duration, rounded up to a nanosecond: `200ms`, `1.5s`.
  ///
  /// Rounded up, so that a timer that fires after this duration has also fired after the duration
  /// that is written.
  package var notation: String {
    let almostOne = Duration(secondsComponent: 0, attosecondsComponent: 999_999_999)
    let (seconds, attoseconds) = (self + almostOne).components
    let nanoseconds = attoseconds / 1_000_000_000
    if seconds == 0, nanoseconds > 0, nanoseconds % 1_000_000 == 0 {
      return "\(nanoseconds / 1_000_000)ms"
    }
    let digits = String(nanoseconds)
    var fraction = String(repeating: "0", count: 9 - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "\(seconds)s" : "\(seconds).\(fraction)s"
  }
}
