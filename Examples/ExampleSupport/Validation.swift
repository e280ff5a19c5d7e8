import CairnApp

extension String {
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
    let labels = parts.flatMap { $0.split(separator: ".") }
    guard parts.count == 2, !parts[0].isEmpty,
      ([address] + labels.map(String.init)).allSatisfy({ unusable(("email", $0)) == nil })
    else { return false }
    return parts[1].contains(".") && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
      && !address.contains(where: \.isWhitespace)
  }
}

/// A message that lists the missing values of a form; `nil` if none is missing.
///
///     missing(("email", email.isBlank), ("gender", gender == nil))
///     // "email and gender are required"
///
/// A disabled button shows it as its reason: `disabledBecause: state.missing`. The last letters of a name decide
/// its number: "attendees are required", "address is required".
public func missing(_ values: (name: String, isMissing: Bool)...) -> String? {
  let names = values.filter(\.isMissing).map(\.name)
  guard let last = names.last else { return nil }
  guard names.count > 1 else {
    let isPlural = last.hasSuffix("s") && !["ss", "us", "is"].contains(where: last.hasSuffix)
    return "\(last) \(isPlural ? "are" : "is") required"
  }
  return "\(names.dropLast().joined(separator: ", ")) and \(last) are required"
}

/// A message about the first text that no field should keep; `nil` if there is none.
///
///     let problem = unusable(("name", "ada\u{202E}"))
///     // "name has an invisible character, U+202E"
///
/// Such a text is longer than 254 bytes of UTF-8, the maximum of an e-mail address (RFC 5321), or contains a
/// bidirectional control or a character of no width: another text would look like it. Joiners are
/// accepted beside a visible character, because some languages and emoji need them.
public func unusable(_ values: (name: String, text: String)...) -> String? {
  let limit = 254
  for (name, text) in values {
    guard text.utf8.count <= limit else { return "\(name) is longer than \(limit) bytes" }
    let scalars = text.unicodeScalars
    let isVisible = scalars.contains { !$0.isInvisible && !$0.properties.isWhitespace }
    if let hidden = scalars.first(where: { isVisible ? $0.isHidden : $0.isInvisible }) {
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
    guard isInvisible else { return false }
    let isJoiner = properties.isJoinControl || properties.isVariationSelector
    return properties.isBidiControl || !isJoiner && !(0xE0020...0xE007F).contains(value)
  }

  fileprivate var isInvisible: Bool {
    value > 0x7F
      && (properties.generalCategory == .format || properties.isDefaultIgnorableCodePoint)
  }
}
