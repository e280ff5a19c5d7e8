/// A value between quotes, with the escapes of typed lines: `\"`, `\\`, `\n`, `\t` and `\u{…}`.
struct QuotedValue {
  let value: String

  /// Parses a text that begins with a quote and must end with the one that closes it.
  init(parsing text: Substring) throws(SyntaxMistake) {
    var value = String.UnicodeScalarView()
    var rest = text.unicodeScalars.dropFirst()
    while let scalar = rest.first {
      let start = rest.startIndex
      rest.removeFirst()
      switch scalar {
      case "\"":
        guard rest.isEmpty else {
          throw SyntaxMistake(
            #"nothing can follow the closing quote; write \" for a quote in the value"#,
            at: rest.startIndex)
        }
        self.value = String(value)
        return
      case "\\":
        value.append(try Self.escape(in: &rest, from: start))
      default:
        value.append(scalar)
      }
    }
    throw SyntaxMistake("close the value with a quote", at: text.endIndex)
  }

  /// The value between quotes, with the escapes that it needs to be read back.
  static func text(of value: some StringProtocol) -> String {
    let escaped = value.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
    return "\"\(escaped.joined())\""
  }

  /// Reads what follows the backslash at `start`.
  private static func escape(
    in rest: inout Substring.UnicodeScalarView, from start: String.Index
  ) throws(SyntaxMistake) -> Unicode.Scalar {
    switch rest.popFirst() {
    case "\"": return "\""
    case "\\": return "\\"
    case "n": return "\n"
    case "t": return "\t"
    case "u":
      let digits = rest.dropFirst().prefix(while: \.properties.isASCIIHexDigit)
      guard rest.popFirst() == "{", (1...6).contains(digits.count),
        let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
      else { throw .characterNumber(at: start) }
      rest = rest[digits.endIndex...]
      guard rest.popFirst() == "}" else { throw .characterNumber(at: start) }
      return scalar
    case let other?:
      throw SyntaxMistake(
        #"unknown escape \#("\\\(other)".inQuotes); escapes are \", \\, \n, \t and \u{…}"#,
        at: start)
    case nil:
      throw SyntaxMistake(#"write \\ for a backslash, and close the value with a quote"#, at: start)
    }
  }
}

extension SyntaxMistake {
  fileprivate static func characterNumber(at index: String.Index) -> Self {
    Self(
      #"write a character by its number in 1 to 6 hexadecimal digits, such as \u{1F600}"#,
      at: index)
  }
}
