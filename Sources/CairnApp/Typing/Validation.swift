import Cairn

// Questions that validations of typed values ask.

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

  /// Whether the text, without surrounding white space, has the form of an e-mail address.
  ///
  ///     "ada@example.com".looksLikeEmailAddress  // true
  ///     "ada@example".looksLikeEmailAddress      // false
  ///
  /// It has one `@` after at least one character, then a domain with a dot inside, at most 254 bytes, and
  /// neither white space nor invisible characters. Only a message can prove that an address exists; other
  /// syntax of RFC 5321 is *not* checked.
  public var looksLikeEmailAddress: Bool {
    let address = trimmed
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, unusable(("email", address)) == nil else {
      return false
    }
    return parts[1].contains(".") && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
      && !address.contains(where: \.isWhitespace)
  }
}

extension UInt8 {
  /// Whether a text of UTF-8 that begins or ends with this byte does not begin or end with white space.
  /// Most texts are recognized by it, and the table of properties is slow.
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

/// A message that lists the missing values of a form; `nil` if none is missing.
///
///     missing(("email", email.isBlank), ("gender", gender == nil))
///     // "email and gender are required"
///
/// It is the reason of a disabled button: `Button(_:label:disabledBecause:_:)`.
public func missing(_ values: (name: String, isMissing: Bool)...) -> String? {
  let names = values.filter(\.isMissing).map(\.name)
  guard let last = names.last else { return nil }
  guard names.count > 1 else { return "\(last) is required" }
  return "\(names.dropLast().joined(separator: ", ")) and \(last) are required"
}

/// A message about the first text that no field should keep; `nil` if there is none.
///
///     let problem = unusable(("name", "ada\u{202E}"))
///     // "name has an invisible character, U+202E"
///
/// Such a text is longer than 254 bytes of UTF-8, the maximum of an e-mail address (RFC 5321), or contains a
/// bidirectional control or a character of no width: another text would look like it. Joiners are
/// accepted, because some languages and emoji need them.
public func unusable(_ values: (name: String, text: String)...) -> String? {
  let limit = 254
  for (name, text) in values {
    guard text.utf8.count <= limit else { return "\(name) is longer than \(limit) bytes" }
    if let hidden = text.unicodeScalars.first(where: \.isHidden) {
      let number = String(hidden.value, radix: 16, uppercase: true)
      let zeros = String(repeating: "0", count: max(0, 4 - number.count))
      return "\(name) has an invisible character, U+\(zeros)\(number)"
    }
  }
  return nil
}

extension Unicode.Scalar {
  /// Whether it is a bidirectional control, or invisible and no joiner.
  fileprivate var isHidden: Bool {
    guard value > 0x7F else { return false }
    return properties.isBidiControl
      || properties.generalCategory == .format && !properties.isJoinControl
        && !properties.isVariationSelector && !(0xE0020...0xE007F).contains(value)
  }
}
