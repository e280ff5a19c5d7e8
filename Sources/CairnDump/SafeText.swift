// The one classification of text that is safe to print. Everything that this project prints, and
// every log that it writes, is escaped by it.

extension String {
  /// The text with every scalar escaped that could control or confuse a terminal, and with scalars for
  /// which `isSpecial` is true.
  package func escapingUnsafe(
    also isSpecial: (_ scalar: Unicode.Scalar, _ first: Unicode.Scalar) -> Bool = { _, _ in false },
    as escape: (Unicode.Scalar) -> String = { $0.escape }
  ) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?  // nil where a mark would sit on an escape, or on nothing
    for character in self {
      guard let first = character.unicodeScalars.first else { continue }
      for (position, scalar) in character.unicodeScalars.enumerated() {
        let isSafe = position < 12 && scalar.isSafe(after: previous, inCharacterOf: first)
        if isSafe, !isSpecial(scalar, first) {
          result.append(scalar)
          previous = scalar
        } else {
          result.append(contentsOf: escape(scalar).unicodeScalars)
          previous = isSafe ? scalar : nil
        }
      }
    }
    return String(result)
  }

  /// JSON text on one line, with `\uXXXX` in place of every scalar that could control or confuse a
  /// terminal, so that it can be printed. It encodes the same value.
  package var jsonSafe: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    // A mark after a quotation mark begins a string and has no base in it.
    return escapingUnsafe(
      also: { scalar, first in first == "\"" && scalar != first },
      as: { scalar in String(scalar).utf16.map(jsonEscape).joined() })
  }
}

/// `\u003c`.
package func jsonEscape(of unit: UInt16) -> String {
  let digits = String(unit, radix: 16)
  return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
}

extension Unicode.Scalar {
  fileprivate func isSafe(
    after previous: Unicode.Scalar?, inCharacterOf first: Unicode.Scalar
  ) -> Bool {
    if isASCII { return (0x20..<0x7F).contains(value) }
    guard !attaches || canAttach(to: previous) else { return false }
    return !isHidden || isJoinerOrSelector || isTag && first == "\u{1F3F4}"
  }

  private var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether it is drawn onto the scalar before it.
  private var attaches: Bool {
    properties.isGraphemeExtend || properties.isEmojiModifier || isJoinerOrSelector
      || properties.generalCategory == .spacingMark
  }

  private func canAttach(to base: Unicode.Scalar?) -> Bool {
    guard let base else { return false }
    return !properties.isEmojiModifier || base.properties.isEmojiModifierBase
  }

  private var isJoinerOrSelector: Bool {
    switch value {
    case 0x200C...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  private var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// The escape of a string literal.
  package var escape: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\"", "\\": "\\\(self)"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
