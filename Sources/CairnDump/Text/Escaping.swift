/// A string literal with everything in it visible: `"a\tb\u{202E}"`.
func quoted(_ text: String) -> String {
  "\"" + escaped(text, in: .quotes) + "\""
}

/// Text with everything in it visible.
func escaped(_ text: String) -> String {
  escaped(text, in: .plainText)
}

/// A line of a literal with several lines: `say "a\tb"`, and a space at its end as `\u{20}`.
func escapedLine(_ line: String) -> String {
  let context: EscapingContext = line.contains(#"""""#) ? .quotes : .line
  return line.hasSuffix(" ")
    ? escaped(String(line.dropLast()), in: context) + #"\u{20}"# : escaped(line, in: context)
}

private enum EscapingContext {
  case plainText
  case quotes
  case line

  func escapes(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .plainText: false
    case .quotes: scalar == "\"" || scalar == "\\"
    case .line: scalar == "\\"
    }
  }
}

private func escaped(_ text: String, in context: EscapingContext) -> String {
  // Most text is this, and it takes a fiftieth of the time.
  let isPlain = text.utf8.allSatisfy {
    (UInt8(ascii: " ")...UInt8(ascii: "~")).contains($0) && $0 != UInt8(ascii: "\"")
      && $0 != UInt8(ascii: "\\")
  }
  return isPlain ? text : text.map { escaped($0, in: context) }.joined()
}

private func escaped(_ character: Character, in context: EscapingContext) -> String {
  // Joiners and tags are what some emoji are made of; anywhere else they are invisible.
  let isEmoji = character.unicodeScalars.first.map { $0.properties.isEmoji && !$0.isASCII } ?? false
  return character.unicodeScalars.map { scalar in
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case _ where context.escapes(scalar): "\\" + String(scalar)
    default: scalar.isInvisible && !isEmoji ? "\\u{\(hexadecimal(scalar))}" : String(scalar)
    }
  }.joined()
}

private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
  String(scalar.value, radix: 16, uppercase: true)
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    if self == " " { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
    default: false
    }
  }
}
