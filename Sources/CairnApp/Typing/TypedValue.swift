import CairnDump

extension String {
  /// The text as the value of a typed line, quoted only if necessary.
  ///
  ///     "ada lovelace".typedValue  // ada lovelace
  ///     "".typedValue  // ""
  ///     "one\ntwo".typedValue  // "one\ntwo"
  ///
  /// Parsing the result gives the same text, scalar by scalar, and the result is safe for a terminal.
  /// Quoted are an empty text, a text that begins with a quote or has white space at an end, and a text
  /// with anything that ``terminalSafe`` escapes. O(n).
  public var typedValue: String {
    let isLiteral =
      !(unicodeScalars.first?.isBlank ?? true) && !(unicodeScalars.last?.isBlank ?? true)
      && unicodeScalars.first != "\"" && terminalSafe == self
    return isLiteral ? self : quoted
  }

  /// The text in quotes, with escapes where necessary.
  package var quoted: String {
    "\"" + escapingUnsafe { scalar, _ in scalar == "\"" || scalar == "\\" } + "\""
  }
}

extension Substring.UnicodeScalarView {
  /// The typed value: the content of the quotes if it begins with one, else the text itself.
  func unquoted() throws(MalformedValue) -> String {
    guard first == "\"" else { return String(self) }
    var rest = self
    return try rest.takeQuoted()
  }

  /// Removes and returns the content of a text that begins with a quote and must end with the closing
  /// one. After an error, `self` begins at the error.
  package mutating func takeQuoted() throws(MalformedValue) -> String {
    var value = String.UnicodeScalarView()
    removeFirst()
    while let scalar = first {
      switch scalar {
      case "\"":
        removeFirst()
        guard isEmpty else { throw .textAfterQuote }
        return String(value)
      case "\\":
        var rest = dropFirst()
        value.append(try rest.popEscape())
        self = rest
      default:
        value.append(removeFirst())
      }
    }
    throw .unclosedQuote
  }

  private mutating func popEscape() throws(MalformedValue) -> Unicode.Scalar {
    switch popFirst() {
    case nil: throw .unclosedQuote
    case "\"": return "\""
    case "\\": return "\\"
    case "n": return "\n"
    case "t": return "\t"
    case "u": return try popHexadecimal()
    default: throw .unknownEscape
    }
  }

  private mutating func popHexadecimal() throws(MalformedValue) -> Unicode.Scalar {
    guard popFirst() == "{", let end = firstIndex(of: "}") else { throw .invalidScalar }
    let digits = self[..<end]
    self = self[index(after: end)...]
    guard digits.allSatisfy(\.properties.isASCIIHexDigit),
      let number = UInt32(String(digits), radix: 16),
      let scalar = Unicode.Scalar(number)
    else { throw .invalidScalar }
    return scalar
  }
}

/// The problem with a value that begins with a quote.
public enum MalformedValue: Error, Hashable {
  /// The closing quote is missing.
  case unclosedQuote
  /// Text follows the closing quote.
  case textAfterQuote
  /// A backslash before another character than those of ``Swift/String/typedValue``.
  case unknownEscape
  /// The number of no Unicode scalar.
  case invalidScalar

  /// The problem and a suggestion, without any part of the value.
  public var message: String {
    switch self {
    case .unclosedQuote: #"it begins with " and does not end with one"#
    case .textAfterQuote: #"there is text after its closing "; write a " within quotes as \""#
    case .unknownEscape: #"within quotes, \ stands only in \" \\ \n \t and \u{…}"#
    case .invalidScalar: #"\u{…} takes the hexadecimal number of a Unicode scalar, as in \u{E9}"#
    }
  }
}
