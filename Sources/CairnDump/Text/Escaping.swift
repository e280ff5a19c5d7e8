/// A string literal with everything in it visible: `"a\tb\u{202E}"`.
func quoted(_ text: String) -> String {
  "\"" + escaped(text, inQuotes: true) + "\""
}

/// Text with everything in it visible.
func escaped(_ text: String) -> String {
  escaped(text, inQuotes: false)
}

private func escaped(_ text: String, inQuotes: Bool) -> String {
  // Most text is this, and it takes a fiftieth of the time.
  let isPlain = text.utf8.allSatisfy {
    (UInt8(ascii: " ")...UInt8(ascii: "~")).contains($0) && $0 != UInt8(ascii: "\"")
      && $0 != UInt8(ascii: "\\")
  }
  return isPlain ? text : text.map { escaped($0, inQuotes: inQuotes) }.joined()
}

private func escaped(_ character: Character, inQuotes: Bool) -> String {
  // Joiners and tags are what some emoji are made of; anywhere else they are invisible.
  let isEmoji = character.unicodeScalars.first.map { $0.properties.isEmoji && !$0.isASCII } ?? false
  return character.unicodeScalars.map { scalar in
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\"" where inQuotes, "\\" where inQuotes: "\\" + String(scalar)
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
