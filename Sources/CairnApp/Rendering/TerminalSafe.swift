extension String {
  /// The text with every scalar escaped that could control or confuse a terminal.
  ///
  ///     "one\ntwo \u{1B}[2J".terminalSafe  // one\ntwo \u{1B}[2J, in visible characters
  ///
  /// Escaped are control characters, line and paragraph separators, bidirectional controls and other
  /// invisible characters, private-use and unassigned ones, marks without a base, and the scalars of a
  /// character beyond the twelfth. Joiners, variation selectors and tags of flags stay. The escapes are
  /// those of a quoted typed value. O(n). Safe text is returned unchanged, so that the operation is
  /// idempotent.
  ///
  /// A backslash is *not* escaped: the result is for reading, not for parsing.
  public var terminalSafe: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return escaped(also: { _ in false })
  }

  /// The lines of the text, each of them safe. Only LF and CR LF break lines; others are escaped.
  package var terminalSafeLines: [String] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { String($0).terminalSafe }
  }

  /// The text with unsafe scalars escaped, and scalars for which `isSpecial` is true.
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
  /// White space for splitting and trimming: the Unicode property White_Space, which includes tabs,
  /// no-break and ideographic spaces.
  package var isBlank: Bool {
    // Called for every scalar of every line; the table of properties is slow.
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
