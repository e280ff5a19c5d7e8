extension String {
  /// The text with everything that could steer or confuse a terminal shown as an escape.
  ///
  ///     "one\ntwo \u{1B}[2J".terminalSafe  // one\ntwo \u{1B}[2J, in visible characters
  ///
  /// Escaped are control characters, line and paragraph separators, bidirectional controls and
  /// other invisible characters, private-use and unassigned ones, marks with nothing to sit on, and
  /// what a character has beyond twelve scalars. Joiners, variation selectors and flags' tags stay.
  /// Escapes are those that a typed value has within quotes. O(n), and safe text is given back as
  /// it is, so that applying it twice changes nothing.
  ///
  /// It does *not* escape a backslash: what it gives is for reading, not for parsing.
  public var terminalSafe: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return escaped(also: { _ in false })
  }

  /// The text's lines, each of them safe. Only LF and CR LF break lines; others are escaped.
  package var terminalSafeLines: [String] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { String($0).terminalSafe }
  }

  /// The text with escapes for unsafe scalars, and for those that the caller names.
  func escaped(also isSpecial: (Unicode.Scalar) -> Bool) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?  // nil where a mark would sit on an escape, or on nothing
    for character in self {
      let first = character.unicodeScalars.first
      for (position, scalar) in character.unicodeScalars.enumerated() {
        let isSafe =
          position < 12 && (!scalar.attaches || scalar.canAttach(to: previous))
          && (!scalar.isHidden || scalar.isJoinerOrSelector
            || scalar.isTag && first == "\u{1F3F4}")
        if isSafe, !isSpecial(scalar) {
          result.append(scalar)
        } else {
          for scalar in scalar.escape.unicodeScalars { result.append(scalar) }
        }
        previous = isSafe ? scalar : nil
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// White space, in splitting and trimming: the Unicode property White_Space, so that tabs,
  /// no-break and ideographic spaces count as well.
  package var isBlank: Bool {
    // Every line asks this of every scalar; the table of properties is slow.
    value < 0x80 ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }

  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether it is drawn onto the scalar before it.
  fileprivate var attaches: Bool {
    properties.isGraphemeExtend || properties.isEmojiModifier || isJoinerOrSelector
      || properties.generalCategory == .spacingMark
  }

  fileprivate func canAttach(to base: Unicode.Scalar?) -> Bool {
    guard let base else { return false }
    return !properties.isEmojiModifier || base.properties.isEmojiModifierBase
  }

  fileprivate var isJoinerOrSelector: Bool {
    switch value {
    case 0x200C...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  fileprivate var escape: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\"", "\\": "\\\(self)"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
