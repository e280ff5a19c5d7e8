/// What is wrong with a value that begins with a quote.
public enum MalformedValue: Error, Hashable {
  case unclosedQuote
  case textAfterQuote
  case unknownEscape
  case invalidScalar

  /// The mistake and its mend, with nothing of the value.
  public var message: String {
    switch self {
    case .unclosedQuote: #"it begins with " and does not end with one"#
    case .textAfterQuote: #"there is text after its closing "; write a " within quotes as \""#
    case .unknownEscape: #"within quotes, \ stands only in \" \\ \n \t and \u{…}"#
    case .invalidScalar: #"\u{…} takes the hexadecimal number of a Unicode scalar, as in \u{E9}"#
    }
  }
}
