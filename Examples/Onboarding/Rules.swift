import Cairn
import CairnApp
import ExampleSupport

/// The validation of typed values.
///
/// By default a doubtful e-mail address or telephone number only causes a note. With strict rules it
/// disables `next`, and a PIN must be 4 to 12 digits.
struct Rules: Hashable, Sendable {
  var isStrict = false

  /// The doubt about an e-mail address; `nil` if it is valid or blank.
  func doubt(email: String) -> String? {
    email.isBlank || email.looksLikeEmailAddress
      ? nil : "the address is not like ada@example.com"
  }

  /// The doubt about a telephone number; `nil` if it is valid or blank.
  func doubt(telephone: String) -> String? {
    let number = telephone.trimmed
    let digits = number.count(where: isDigit)
    let looksRight =
      (5...15).contains(digits)
      && number.enumerated().allSatisfy { index, character in
        isDigit(character) || " -./()".contains(character) || character == "+" && index == 0
      }
    return telephone.isBlank || looksRight ? nil : "the number is not like +44 20 7946 0000"
  }

  /// The reason why strict rules refuse a PIN.
  func objection(pin: Secret) -> String? {
    let isDigit = { (scalar: Unicode.Scalar) in ("0"..."9").contains(scalar) }
    let digits = pin.count(where: isDigit)
    let isValid = (4...12).contains(digits) && pin.count { !isDigit($0) } == 0
    return isStrict && !isValid ? "a PIN is 4 to 12 digits, such as 4821" : nil
  }

  /// The doubt as a note, which says that it disables nothing unless the rules are strict.
  func note(on doubt: String?) -> String? {
    doubt.map { isStrict ? $0 : "\($0) (you can go on; --strict insists)" }
  }

  /// The doubt, if the rules are strict.
  func objection(_ doubt: String?) -> String? { isStrict ? doubt : nil }

  /// A range of characters would contain more than digits, such as `1️⃣`.
  private func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isWholeNumber
  }
}
