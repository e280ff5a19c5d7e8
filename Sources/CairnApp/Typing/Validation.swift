import Cairn

// Conditions for the validation of typed values.

extension String {
  /// The text without leading and trailing white space.
  public var trimmed: String {
    if let first = utf8.first, let last = utf8.last, first.isASCIIWord, last.isASCIIWord {
      return self
    }
    let start = drop(while: \.isBlank)
    return String(
      start[..<(start.lastIndex { !$0.isBlank }.map(start.index(after:)) ?? start.startIndex)])
  }

  /// Whether the text consists of white space only.
  public var isBlank: Bool {
    utf8.first?.isASCIIWord != true && allSatisfy(\.isBlank)
  }
}

extension UInt8 {
  /// Whether the byte is printable ASCII and no space: at such an end of a text, the slow table of properties is not
  /// needed.
  fileprivate var isASCIIWord: Bool { (0x21..<0x7F).contains(self) }
}

extension Character {
  /// The value of `isWhitespace`, without the table of properties for ASCII.
  fileprivate var isBlank: Bool { unicodeScalars.first?.isBlank ?? false }
}

extension Secret {
  /// Whether the text consists of white space only. The text is not copied.
  public var isBlank: Bool { count { !$0.properties.isWhitespace } == 0 }

  /// The number of Unicode scalars that satisfy a condition, for the rules of a password.
  ///
  ///     password.count { $0.properties.isEmoji }
  ///
  /// The text is not copied; `condition` receives one scalar after the other. O(n).
  public func count(where condition: (Unicode.Scalar) -> Bool) -> Int {
    withUTF8 { bytes in
      var count = 0
      var decoder = UTF8()
      var rest = unsafe bytes.makeIterator()
      while case .scalarValue(let scalar) = unsafe decoder.decode(&rest) {
        if condition(scalar) { count += 1 }
      }
      return count
    }
  }
}
