import Cairn
import CairnApp

/// The rule of passwords: at least eight characters, and a special one among them.
///
///     PasswordRule.accepts("s3cret-pw!")  // true
///     PasswordRule.accepts("s3cretpw")    // false
///
/// A special character is no letter, no digit and no white space. Examples are `-`, `€` and `😀`, but not
/// `é`, `七` and `²`. Marks and invisible joiners belong to the character before them.
///
/// The password is not copied.
enum PasswordRule {
  static func accepts(_ password: Secret) -> Bool {
    password.count { !$0.isJoined } >= 8 && password.count(where: \.isSpecial) > 0
  }
}

extension Unicode.Scalar {
  fileprivate var isJoined: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
    case _: false
    }
  }

  fileprivate var isSpecial: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      false
    case _: !isJoined && !properties.isWhitespace
    }
  }
}
