import Cairn

/// The rule of passwords: at least eight characters, and a special one among them.
///
///     PasswordRule.accepts("s3cret-pw!")  // true
///     PasswordRule.accepts("s3cretpw")    // false
///
/// A special character is one that is neither a letter, a digit nor white space: `-`, `€` and `😀` are,
/// `é`, `七` and `²` are not. Marks and invisible joiners belong to the character before them.
///
/// The password is not copied.
enum PasswordRule {
  static func accepts(_ password: Secret) -> Bool {
    password.withUTF8 { bytes in
      var count = 0
      var hasSpecial = false
      var decoder = UTF8()
      var rest = bytes.makeIterator()
      while case .scalarValue(let scalar) = decoder.decode(&rest) {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: continue
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
          .decimalNumber, .letterNumber, .otherNumber:
          break
        case _ where scalar.properties.isWhitespace: break
        case _: hasSpecial = true
        }
        count += 1
      }
      return count >= 8 && hasSpecial
    }
  }
}
