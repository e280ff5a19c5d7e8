import Cairn

/// How strict the onboarding is with what is typed.
///
/// By default an odd e-mail address or telephone number is only remarked upon. Strict, it blocks
/// `next`, and a PIN must be 4 to 12 digits.
struct Rules: Hashable, Sendable {
  var isStrict = false

  /// What is odd about an e-mail address; `nil` for nothing, and for none at all.
  func doubt(email: String) -> String? {
    let parts = email.trimmed.split(separator: "@", omittingEmptySubsequences: false)
    let looksRight =
      parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
      && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
      && !email.trimmed.contains(where: \.isWhitespace)
    return email.isBlank || looksRight ? nil : "this does not look like an e-mail address"
  }

  /// What is odd about a telephone number; `nil` for nothing, and for none at all.
  func doubt(telephone: String) -> String? {
    let number = telephone.trimmed
    let digits = number.count(where: isDigit)
    let looksRight =
      (5...15).contains(digits)
      && number.enumerated().allSatisfy { index, character in
        isDigit(character) || " -./()".contains(character) || character == "+" && index == 0
      }
    return telephone.isBlank || looksRight ? nil : "this does not look like a telephone number"
  }

  /// What a strict onboarding has against a PIN.
  func objection(pin: Secret) -> String? {
    let pin = pin.reveal()
    guard isStrict, !(4...12).contains(pin.count) || !pin.allSatisfy(isDigit) else { return nil }
    return "a PIN is 4 to 12 digits"
  }

  /// A doubt, if it is one that blocks.
  func objection(_ doubt: String?) -> String? { isStrict ? doubt : nil }

  /// Characters are ordered by their text, so that a range of them holds more than digits: `1️⃣` too.
  private func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isWholeNumber
  }
}

/// Says which fields are still to be filled in; `nil` if none is.
///
///     missing(("email", email.isBlank), ("password", password.isBlank))
///     // "email and password are required"
func missing(_ fields: (name: String, isBlank: Bool)...) -> String? {
  let names = fields.filter(\.isBlank).map(\.name)
  guard let last = names.last else { return nil }
  guard names.count > 1 else { return "\(last) is required" }
  return "\(names.dropLast().joined(separator: ", ")) and \(last) are required"
}

extension String {
  /// Without the white space around it.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }

  /// White space does not make a field non-empty.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension Secret {
  var isBlank: Bool { reveal().isBlank }
}
