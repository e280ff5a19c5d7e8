/// The mobile telephone numbers of Malaysia.
///
///     MobileNumber.accepts("+60 12-345 6789")  // true
///     MobileNumber.accepts("012-345 6789")     // true
///     MobileNumber.accepts("015-4870 1234")    // false: an Internet telephone
///
/// A number begins with `+60`, `60` or `0`. A mobile prefix follows, and the digits of the subscriber:
///
/// | prefix | digits of the subscriber | national form |
/// | --- | --- | --- |
/// | 10, 12, 13, 14, 16, 17, 18, 19 | 7 | 10 digits: 012-345 6789 |
/// | 11 | 8 | 11 digits: 011-2345 6789 |
///
/// 15 is no prefix of mobile telephones of individuals: it is for Internet telephony and for machines. The
/// blocks within a prefix are *not* checked, because the regulator assigns new ones every year.
///
/// Spaces and hyphens are allowed between two digits, any number of them. Digits are those of ASCII.
///
/// Source: Malaysian Communications and Multimedia Commission (MCMC), Numbering and Electronic Addressing
/// Plan, the access codes 010 to 019 of public cellular services; the same lengths are in the plan of
/// Malaysia (+60) that ITU-T publishes with Recommendation E.164.
enum MobileNumber {
  /// Whether a text is such a number, without surrounding white space.
  static func accepts(_ text: String) -> Bool {
    guard let national = nationalNumber(text) else { return false }
    let prefix = String(decoding: national.prefix(2), as: UTF8.self)
    return national.count - 2 == subscriberDigits[prefix]
  }

  private static let subscriberDigits = [
    "10": 7, "11": 8, "12": 7, "13": 7, "14": 7, "16": 7, "17": 7, "18": 7, "19": 7,
  ]

  /// The digits after the country code or the trunk prefix; `nil` if there is neither, or another
  /// character than digits and separators between them.
  private static func nationalNumber(_ text: String) -> ArraySlice<UInt8>? {
    let hasPlus = text.hasPrefix("+")
    let characters = Array(text.utf8.dropFirst(hasPlus ? 1 : 0))
    guard let first = characters.first, let last = characters.last, isDigit(first), isDigit(last),
      characters.allSatisfy({ isDigit($0) || " -".utf8.contains($0) })
    else { return nil }
    let digits = characters.filter(isDigit)[...]
    if digits.starts(with: "60".utf8) { return digits.dropFirst(2) }
    return !hasPlus && digits.first == UInt8(ascii: "0") ? digits.dropFirst() : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
