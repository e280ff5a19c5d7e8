extension StringProtocol {
  /// The text with a picture for each character that would move the cursor or change the order of
  /// others, so that a message cannot be forged by a file. Tabs are kept.
  var visible: String {
    String(map(\.visible))
  }

  /// The visible text, cut if it is too long for a message.
  var excerpt: String {
    let longest = 40
    return String(prefix(longest)).visible + (dropFirst(longest).isEmpty ? "" : "…")
  }

  /// The excerpt between quotes.
  var inQuotes: String { "\"\(excerpt)\"" }
}

extension Character {
  fileprivate var visible: Character {
    guard let scalar = unicodeScalars.first, self != "\t" else { return self }
    switch scalar.properties.generalCategory {
    case .control where scalar.value < 0x20:
      return Unicode.Scalar(0x2400 + scalar.value).map(Character.init) ?? "\u{FFFD}"
    case .control where scalar.value == 0x7F:
      return "\u{2421}"
    case .control, .format, .lineSeparator, .paragraphSeparator:
      return "\u{FFFD}"
    default:
      return self
    }
  }

  /// Whether it is one of `0` to `9`; digits of other scripts are not.
  var isDecimalDigit: Bool { "0"..."9" ~= self && isASCII }
}
