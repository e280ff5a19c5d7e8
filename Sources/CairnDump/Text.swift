import Synchronization

// The text helpers that all modules share.

/// `1 action`, `2 actions`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(plural(noun, count))"
}

/// The noun in the number that belongs to a count: `action` for 1, otherwise `actions`.
package func plural(_ noun: String, _ count: Int) -> String { count == 1 ? noun : noun + "s" }

/// A number with a comma before every three digits: `1,234`.
package func grouped(_ number: Int) -> String {
  let digits = String(number)
  return digits.enumerated().map { index, digit in
    index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
  }.joined()
}

package func indented(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { "  " + $0 }.joined(separator: "\n")
}

/// The indented texts of the first 20 elements, and the number of further elements.
package func listed<Element>(_ elements: [Element], _ text: (Element) -> String) -> String {
  let limit = 20
  var lines = elements.prefix(limit).map { indented(text($0)) }
  if elements.count > limit { lines.append("  … \(elements.count - limit) more") }
  return lines.joined(separator: "\n")
}

extension String {
  /// The first `limit` characters, and the number of further characters.
  package func truncated(to limit: Int) -> String {
    let missing = dropFirst(limit)
    guard !missing.isEmpty else { return self }
    return prefix(limit) + "… \(grouped(missing.count)) more \(plural("character", missing.count))"
  }

  /// Whether the text has more than one line. A newline at the end starts no line.
  var hasSeveralLines: Bool {
    unicodeScalars.dropLast().contains("\n")
  }

  var lines: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A string literal in which every character is visible: `"a\tb\u{202E}"`.
package func quoted(_ text: String) -> String {
  "\"" + escaped(text, and: "\"\\") + "\""
}

/// A line of a multiline literal: `say "a\tb"`. A space at its end is written as `\u{20}`.
func escapedLine(_ line: String) -> String {
  let special = line.contains(#"""""#) ? "\"\\" : "\\"
  return line.hasSuffix(" ")
    ? escaped(String(line.dropLast()), and: special) + #"\u{20}"# : escaped(line, and: special)
}

/// The text with every character visible.
///
/// - Parameter special: further characters that are escaped: quotation marks and backslashes in a literal.
package func escaped(_ text: String, and special: String = "") -> String {
  // Most texts are plain ASCII, for which this check takes a fiftieth of the time of escaping.
  let isPlain = text.utf8.allSatisfy {
    (UInt8(ascii: " ")...UInt8(ascii: "~")).contains($0) && $0 != UInt8(ascii: "\"")
      && $0 != UInt8(ascii: "\\")
  }
  guard !isPlain else { return text }
  return text.escapingUnsafe { scalar, first in
    if scalar == " " { return false }
    // Joiners are parts of some emoji; everywhere else they are invisible.
    let isEmoji = first.properties.isEmoji && !first.isASCII
    return special.unicodeScalars.contains(scalar)
      || scalar.properties.generalCategory == .spaceSeparator
      || scalar.properties.generalCategory == .format && !isEmoji
  }
}

private let typeNames = Mutex<[ObjectIdentifier: String]>([:])

/// The name of a type without modules and private or local scopes: `Onboarding.State`.
func typeName(_ type: Any.Type) -> String {
  let identity = ObjectIdentifier(type)
  if let name = typeNames.withLock({ $0[identity] }) { return name }
  let name = shortName(of: type)
  typeNames.withLock { $0[identity] = name }
  return name
}

private func shortName(of type: Any.Type) -> String {
  var name = ""
  var remaining = withoutScopes(String(reflecting: type))[...]
  while !remaining.isEmpty {
    let word = remaining.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    remaining = remaining.dropFirst(word.count)
    // A word that begins with a dot continues a name after a generic argument list, and contains
    // no module.
    if let dot = word.firstIndex(of: "."), dot != word.startIndex {
      name += word[dot...].dropFirst()
    } else {
      name += word
    }
    name += remaining.prefix(1)
    remaining = remaining.dropFirst()
  }
  return name
}

/// Removes `(unknown context at $7f…).` and `(extension in Module):`.
private func withoutScopes(_ qualified: String) -> String {
  var name = ""
  var remaining = qualified[...]
  while let parenthesis = remaining.firstIndex(of: "(") {
    name += remaining[..<parenthesis]
    remaining = remaining[parenthesis...]
    if remaining.hasPrefix("(unknown context at ") || remaining.hasPrefix("(extension in ") {
      remaining = remaining.drop { $0 != ")" }.dropFirst(2)
    } else {
      name += remaining.prefix(1)
      remaining = remaining.dropFirst()
    }
  }
  return name + remaining
}

extension [String] {
  /// The texts as an enumeration: `a, b and c`.
  package var joinedWithAnd: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension String {
  /// The text with each line break replaced by a space.
  package var onOneLine: String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension Duration {
  /// The shortest notation of the duration, rounded up to a nanosecond: `200ms`, `1.5s`.
  ///
  /// Rounded up, so that a timer that fires after this duration has also fired after the duration
  /// that is written. From 1,000,000,000 seconds on, the notation is in minutes, rounded up to 60 nanoseconds. A number
  /// has at most nine digits before the point, up to the longest sleep of a simulation. A negative duration is rounded
  /// down: `-1s`.
  package var notation: String {
    guard self >= .zero else { return "-" + (.zero - self).notation }
    let almostOne = Duration(secondsComponent: 0, attosecondsComponent: 999_999_999)
    // The components of a longer duration do not fit, so that it has the same text.
    let (seconds, attoseconds) = (min(self, .seconds(Int64.max - 1)) + almostOne).components
    let nanoseconds = attoseconds / 1_000_000_000
    if seconds == 0, nanoseconds > 0, nanoseconds % 1_000_000 == 0 {
      return "\(nanoseconds / 1_000_000)ms"
    }
    if seconds < 1_000_000_000 { return Self.notation(seconds, nanoseconds, "s") }
    let billionths = (seconds % 60 * 1_000_000_000 + nanoseconds + 59) / 60
    return Self.notation(seconds / 60 + billionths / 1_000_000_000, billionths % 1_000_000_000, "m")
  }

  private static func notation(_ whole: Int64, _ billionths: Int64, _ unit: String) -> String {
    if billionths == 0 { return "\(whole)\(unit)" }
    let digits = String(billionths)
    var fraction = String(repeating: "0", count: 9 - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole).\(fraction)\(unit)"
  }
}
